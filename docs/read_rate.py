"""Reads one rate out of a store, and checks the signature and every hash on the way, as docs/format.md describes.

read_rate.py STORE PUBLIC_KEY PROVIDER BASE CURRENCY [YYYY-MM-DD]     STORE: https://…, or file:///… for a folder
"""
import base64, datetime, hashlib, json, subprocess, sys, tempfile, urllib.request
from decimal import Decimal
sys.excepthook = lambda kind, error, _: print(f"{kind.__name__}: {error}", file=sys.stderr)
store, public_key, provider, base, currency = sys.argv[1:6]
date = sys.argv[6] if len(sys.argv) > 6 else None

def read(key, sha256=None):
    found = urllib.request.urlopen(f"{store}/{key}", timeout=60).read(1 << 26)
    if sha256 not in (None, hashlib.sha256(found).hexdigest()):
        sys.exit(f"{key} is not what was published")
    return found

def text(sha256):
    return json.loads(read(f"objects/{sha256[:2]}/{sha256}", sha256))

pointer = json.loads(read("current.json"))
signature = base64.b64decode(pointer.pop("signature") or "")
signed = json.dumps(pointer, separators=(",", ":"))
with tempfile.NamedTemporaryFile() as words, tempfile.NamedTemporaryFile() as proof:
    words.write(signed.encode()), words.flush(), proof.write(signature), proof.flush()
    command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", public_key, "-rawin", "-in", words.name]
    if subprocess.run([*command, "-sigfile", proof.name], stdout=subprocess.DEVNULL).returncode != 0:
        sys.exit("current.json is not signed by this key")
if pointer["format"] != "ratetree-pointer-3":
    sys.exit(f"this program reads format 3, not {pointer['format']}")
if pointer["expires"] < datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"):
    sys.exit(f"the pointer expired at {pointer['expires']}")

part = text(text(pointer["root"])["providers"][provider][1])
leaf = part["latest"] if date is None else text(part["years"][date[:4]][1])["days"][date]
folder = f"latest/{provider}" if date is None else f"historical/{provider}/{date.replace('-', '/')}"
path = f"v1/{folder}/{base}.json"
sha256 = next(row[1] for row in text(leaf[1])["files"] if row[0] == path)
place = hashlib.sha256(path.encode()).hexdigest()[:16]
rates = json.loads(read(f"objects/{sha256[:2]}/{sha256}-{place}", sha256), parse_float=Decimal, parse_int=Decimal)
print(f"{rates['date']}: 1 {base} = {rates['exchangeRates'][currency]} {currency}")
