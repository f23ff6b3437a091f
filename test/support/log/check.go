// Checks a log with the packages of Go's checksum database, and proofs also with those of Certificate Transparency.
// Usage: check LOG VKEY WITNESS_VKEY < proofs. It prints what it has checked, and stops at the first fault.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io/ioutil"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/google/certificate-transparency/go/merkletree"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error) {
	if err != nil {
		fmt.Println("fault:", err)
		os.Exit(1)
	}
}

// C2SP has the files of a log without the height of its tiles in their names, which is 8.
type files struct{ dir string }

func (f files) Height() int { return 8 }
func (f files) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := ioutil.ReadFile(filepath.Join(f.dir, strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}
func (f files) SaveTiles([]tlog.Tile, [][]byte) {}

// A cosignature/v1 of a witness, which Go's package has no type for.
type witness struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.hash }
func (w witness) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	text := fmt.Sprintf("cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(sig), msg)
	return ed25519.Verify(w.key, []byte(text), sig[8:])
}
func toWitness(vkey string) witness {
	parts := strings.SplitN(vkey, "+", 3)
	hash, err := strconv.ParseUint(parts[1], 16, 32)
	must(err)
	key, err := base64.StdEncoding.DecodeString(parts[2])
	must(err)
	return witness{parts[0], uint32(hash), key[1:]}
}

type proof struct {
	First, Size       int64
	Before, Root, Own []byte
	Hashes            [][]byte
}

func sha256Of(data []byte) []byte      { sum := sha256.Sum256(data); return sum[:] }
func hashOf(data []byte) (h tlog.Hash) { copy(h[:], data); return }
func hashesOf(all [][]byte) (hashes []tlog.Hash) {
	for _, data := range all {
		hashes = append(hashes, hashOf(data))
	}
	return
}

func main() {
	dir, vkey := os.Args[1], os.Args[2]
	signed, err := ioutil.ReadFile(filepath.Join(dir, "checkpoint"))
	must(err)
	verifier, err := note.NewVerifier(vkey)
	must(err)
	opened, err := note.Open(signed, note.VerifierList(verifier, toWitness(os.Args[3])))
	must(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)
	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, files{dir})
	var bundle []byte
	for n := int64(0); n < size; n++ {
		if n%256 == 0 {
			name := fmt.Sprintf("tile/entries/%03d", n/256)
			if size-n < 256 {
				name += fmt.Sprintf(".p/%d", size-n)
			}
			bundle, err = ioutil.ReadFile(filepath.Join(dir, name))
			must(err)
		}
		length := int(binary.BigEndian.Uint16(bundle))
		entry := bundle[2 : 2+length]
		bundle = bundle[2+length:]
		found, err := tlog.ProveRecord(size, n, reader)
		must(err)
		must(tlog.CheckRecord(found, size, root, n, tlog.RecordHash(entry)))
	}
	fmt.Printf("%d signatures, %d entries\n", len(opened.Sigs), size)

	var proofs struct{ Inclusions, Consistencies []proof }
	must(json.NewDecoder(os.Stdin).Decode(&proofs))
	ct := merkletree.NewMerkleVerifier(sha256Of)
	for _, p := range proofs.Inclusions {
		must(tlog.CheckRecord(hashesOf(p.Hashes), p.Size, hashOf(p.Root), p.First, tlog.RecordHash(p.Own)))
		// It counts leaves from one.
		must(ct.VerifyInclusionProof(p.First+1, p.Size, p.Hashes, p.Root, p.Own))
	}
	for _, p := range proofs.Consistencies {
		must(tlog.CheckTree(hashesOf(p.Hashes), p.Size, hashOf(p.Root), p.First, hashOf(p.Before)))
		must(ct.VerifyConsistencyProof(p.First, p.Size, p.Before, p.Root, p.Hashes))
	}
	fmt.Printf("%d inclusions, %d consistencies\n", len(proofs.Inclusions), len(proofs.Consistencies))
}
