"""Reads a rate as read_rate.py does; checks that the log names its release, and goes on from a checkpoint you kept.

check_log.py STORE PUBLIC_KEY PROVIDER BASE CURRENCY YYYY-MM-DD [CHECKPOINT]"""
import base64, hashlib, os, subprocess, sys, tempfile
from read_rate import pointer, public_key, read

def root_of(hashes):
    if len(hashes) < 2: return hashes[0]
    half = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + root_of(hashes[:half]) + root_of(hashes[half:])).digest()

def head(note):
    body, lines = note.decode().rsplit("\n\n", 1)
    origin, size, root = body.split("\n")[:3]
    for line in (line for line in lines.splitlines() if line.startswith(f"— {origin} ")):
        with tempfile.NamedTemporaryFile() as words, tempfile.NamedTemporaryFile() as proof:
            words.write(f"{body}\n".encode()), words.flush()
            proof.write(base64.b64decode(line.split(" ")[2])[4:]), proof.flush()
            command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", public_key, "-rawin", "-in", words.name]
            if subprocess.run([*command, "-sigfile", proof.name], capture_output=True).returncode == 0:
                return origin, int(size), base64.b64decode(root)
    sys.exit("a checkpoint is not signed by this key")

note = read("log/checkpoint")
now, entries = head(note), []
while len(entries) < now[1]:
    index, width = len(entries) // 256, min(256, now[1] - len(entries))
    bundle = read(f"log/tile/entries/{index:03}{'' if width == 256 else f'.p/{width}'}")
    for _ in range(width):
        length = int.from_bytes(bundle[:2], "big")
        entries, bundle = [*entries, bundle[2:2 + length]], bundle[2 + length:]
leaves = [hashlib.sha256(b"\0" + entry).digest() for entry in entries]
kept = [open(name, "rb").read() for name in sys.argv[7:] if os.path.exists(name)]
for origin, size, root in [now, *map(head, kept)]:
    if origin != now[0] or size > now[1] or root_of(leaves[:size]) != root:
        sys.exit(f"the log was rewritten: its first {size} entries are not those that were signed")
named = [place for place, entry in enumerate(entries) if entry.split()[-1].decode() == pointer["root"]]
print(f"its release is entry {named[0]} of {now[1]} of {now[0]}" if named else sys.exit("its release is not in the log"))
for name in sys.argv[7:]:
    if not os.path.exists(name): open(name, "wb").write(note), print(f"{name} was not there: it keeps this checkpoint")
