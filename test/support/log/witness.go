// A witness of one log by C2SP tlog-witness. The packages of Go's checksum database read and write its notes and check
// what it is sent; HTTP, the rules of the statuses and the file with its state are its own.
// Usage: witness NAME LOG_VKEY STATE_FILE. It prints its key and its address, and then a line for each answer.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error) {
	if err != nil {
		fmt.Println("fault:", err)
		os.Exit(1)
	}
}

type state struct {
	Seed []byte
	Size int64
	Root tlog.Hash
}

// It signs notes as Go's package asks a signer to, which knows no cosignature/v1.
type witness struct {
	sync.Mutex
	state
	name, file string
	log        note.Verifier
}

func (w *witness) key() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(w.Seed) }
func (w *witness) public() []byte          { return append([]byte{4}, w.key().Public().(ed25519.PublicKey)...) }
func (w *witness) Name() string            { return w.name }
func (w *witness) KeyHash() uint32 {
	sum := sha256.Sum256(append([]byte(w.name+"\n"), w.public()...))
	return binary.BigEndian.Uint32(sum[:])
}
func (w *witness) Sign(text []byte) ([]byte, error) {
	now := time.Now().Unix()
	stamp := binary.BigEndian.AppendUint64(nil, uint64(now))
	return append(stamp, ed25519.Sign(w.key(), []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", now, text)))...), nil
}

// The new file is there whole, or not at all.
func (w *witness) save() {
	text, err := json.Marshal(w.state)
	must(err)
	must(os.WriteFile(w.file+".new", text, 0o600))
	must(os.Rename(w.file+".new", w.file))
}

func (w *witness) addCheckpoint(body []byte) (int, string) {
	w.Lock()
	defer w.Unlock()
	asked, signed, _ := bytes.Cut(body, []byte("\n\n"))
	lines := strings.Split(string(asked), "\n")
	old, err := strconv.ParseInt(strings.TrimPrefix(lines[0], "old "), 10, 64)
	if err != nil || len(lines) > 64 {
		return http.StatusBadRequest, ""
	}
	var proof tlog.TreeProof
	for _, line := range lines[1:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return http.StatusBadRequest, ""
		}
		proof = append(proof, hash)
	}
	if origin, _, _ := strings.Cut(string(signed), "\n"); origin != w.log.Name() {
		return http.StatusNotFound, ""
	}
	opened, err := note.Open(signed, note.VerifierList(w.log))
	if err != nil {
		return http.StatusForbidden, ""
	}
	text := strings.SplitN(opened.Text, "\n", 4)
	size, err := strconv.ParseInt(text[1], 10, 64)
	if err != nil || old > size {
		return http.StatusBadRequest, ""
	}
	root, err := tlog.ParseHash(text[2])
	if err != nil {
		return http.StatusBadRequest, ""
	}
	if old != w.Size || old == size && root != w.Root {
		return http.StatusConflict, fmt.Sprintf("%d\n", w.Size)
	}
	if old == 0 && len(proof) > 0 || old > 0 && tlog.CheckTree(proof, size, root, old, w.Root) != nil {
		return http.StatusUnprocessableEntity, ""
	}
	cosigned, err := note.Sign(&note.Note{Text: opened.Text}, w)
	must(err)
	w.Size, w.Root = size, root
	w.save()
	_, signatures, _ := strings.Cut(string(cosigned), "\n\n")
	return http.StatusOK, signatures
}

func main() {
	log, err := note.NewVerifier(os.Args[2])
	must(err)
	w := &witness{name: os.Args[1], file: os.Args[3], log: log}
	if text, err := os.ReadFile(w.file); err == nil {
		must(json.Unmarshal(text, &w.state))
	} else {
		w.Seed = make([]byte, ed25519.SeedSize)
		_, err := rand.Read(w.Seed)
		must(err)
		w.save()
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	key := base64.StdEncoding.EncodeToString(w.public())
	fmt.Printf("%s+%08x+%s@http://%s\n", w.name, w.KeyHash(), key, listener.Addr())
	http.HandleFunc("/add-checkpoint", func(to http.ResponseWriter, from *http.Request) {
		body, err := io.ReadAll(from.Body)
		must(err)
		status, text := w.addCheckpoint(body)
		fmt.Println(status, len(body), len(text))
		if status == http.StatusConflict {
			to.Header().Set("Content-Type", "text/x.tlog.size")
		}
		to.WriteHeader(status)
		io.WriteString(to, text)
	})
	must(http.Serve(listener, nil))
}
