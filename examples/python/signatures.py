"""The signatures of the trust model (docs/specification/trust.md) with the standard library only: the signed texts, and strict Ed25519.

    python3 examples/python/signatures.py      checks this implementation against docs/specification/signatures.json, or the file that is given

Fractions in claims, and the purposes of documents that only the platform signs (policies, audit checkpoints, reports), are not implemented.
"""
import base64
import binascii
import hashlib
import json
import re
import sys

# ---- Signed texts: `svc-<purpose>-v1`, one line feed, the canonical JSON of the claims ----------------------------------------


def is_text(value):
    return isinstance(value, str) and value != "" and len(value.encode("utf-16-le", "surrogatepass")) // 2 <= 2048


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 2**53 - 1


def is_time(value):
    from datetime import date
    if not isinstance(value, str):
        return False
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)", value)
    try:
        return found is not None and bool(date(int(found[1]), int(found[2]), int(found[3])))
    except ValueError:
        return False


def is_hash(value):
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def is_object(value):
    return isinstance(value, dict)


def shape(optional=None, **required):
    """Returns a check that a value is an object with exactly these claims."""
    def check(value):
        if not isinstance(value, dict) or any(not test(value.get(name)) for name, test in required.items()):
            return False
        known = {**required, **(optional or {})}
        return all(name in known and known[name](claim) for name, claim in value.items())
    return check


REQUESTER = shape(organization_id=is_text, optional=dict.fromkeys(["key_id", "member", "installation_id", "acting_for"], is_text))
PURPOSES = {
    "register": shape(**dict.fromkeys(["svc_id", "name", "version", "public_key", "manifest_hash", "organization_id", "issuer"], is_text), issued_at=is_time),
    "trust": shape(svc_id=is_text, context=is_object),
    "task": shape(
        audience=shape(svc_id=is_text, installation_id=is_text), requester=REQUESTER, request_body_hash=is_hash, issued_at=is_time, expires_at=is_time,
        **dict.fromkeys(["issuer", "upstream_url", "organization_id", "workspace_id", "task_id", "skill"], is_text)),
    "answer": shape(
        request_body_hash=is_hash, response_body_hash=is_hash, status=is_integer, issued_at=is_time,
        **dict.fromkeys(["issuer", "svc_id", "audience", "request_nonce"], is_text)),
    "vouch": shape(
        issuer=is_text, svc_id=is_text, issued_to=shape(organization_id=is_text, optional={"installation_id": is_text}), request_body_hash=is_hash,
        issued_at=is_time, expires_at=is_time),
}


def canonical(value):
    """Writes JSON in the canonical form of RFC 8785, for values without fractions. Members are sorted by UTF-16 code units."""
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(name)}:{canonical(claim)}" for name, claim in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def signed_text(purpose, claims):
    """Returns the bytes that are signed; None if the claims do not match the purpose or contain an unpaired surrogate."""
    try:
        return f"svc-{purpose}-v1\n{canonical(claims)}".encode() if PURPOSES[purpose](claims) else None
    except UnicodeEncodeError:
        return None


def decoded(text, length):
    """Decodes hexadecimal, base64 or base64url, with or without padding. Returns None for anything else."""
    if len(text) == 2 * length and re.fullmatch(r"[0-9A-Fa-f]+", text):
        return bytes.fromhex(text)
    standard = text.replace("-", "+").replace("_", "/")
    try:
        found = base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)
    except (ValueError, binascii.Error):
        return None
    spelling = base64.b64encode(found).decode()
    return found if len(found) == length and standard in (spelling, spelling.rstrip("=")) else None


# ---- Ed25519 (RFC 8032, section 5.1), strict: unique encodings only, and no keys of small order ----------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    total = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def point_of(text):
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def text_of(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
NEUTRAL = text_of((0, 1, 1, 0))


def verify(public_key, message, signature):
    key, r, s = point_of(public_key), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or r is None or s >= L or NEUTRAL in (text_of(times(8, key)), text_of(times(8, r))):
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % L
    negative = (P - key[0], key[1], 1, P - key[3])
    return text_of(add(times(s, BASE), times(digest, negative))) == signature[:32]


def sign_text(seed, message):
    """Signs with a 32-byte seed. This code does not run in constant time: use a library where attackers can measure the time."""
    digest = hashlib.sha512(seed).digest()
    secret = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    public_key = text_of(times(secret, BASE))
    number = int.from_bytes(hashlib.sha512(digest[32:] + message).digest(), "little") % L
    r = text_of(times(number, BASE))
    challenge = int.from_bytes(hashlib.sha512(r + public_key + message).digest(), "little")
    return r + ((number + challenge * secret) % L).to_bytes(32, "little")


def seed_of(pem):
    """Reads the seed in the text of svc.key (PKCS #8 in PEM, RFC 8410). Returns None for anything else."""
    found = re.fullmatch(r"\s*-----BEGIN PRIVATE KEY-----\s+(\S+)\s+-----END PRIVATE KEY-----\s*", pem)
    key = decoded(found[1], 48) if found else None
    return key[16:] if key and key.startswith(bytes.fromhex("302e020100300506032b657004220420")) else None


def sign(seed, purpose, claims):
    """Signs claims, and returns the signature in base64."""
    return base64.b64encode(sign_text(seed, signed_text(purpose, claims))).decode()


def is_valid(public_key, purpose, claims, signature):
    """Returns whether the signature is valid for these claims and this purpose."""
    key, found, text = decoded(public_key, 32), decoded(signature, 64), signed_text(purpose, claims)
    return key is not None and found is not None and text is not None and verify(key, text, found)


def read_statement(header):
    """Parses the claims and the signature in a header such as X-Svc-Task, without verification. Returns None if it is malformed."""
    parts = header.split(".") if len(header) <= 8192 else []
    try:
        claims = json.loads(base64.urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4)))
    except (ValueError, IndexError, RecursionError):
        return None
    return (claims, parts[1]) if len(parts) == 2 and isinstance(claims, dict) and decoded(parts[1], 64) else None


if __name__ == "__main__":
    with open(sys.argv[1] if len(sys.argv) > 1 else "docs/specification/signatures.json", encoding="utf-8") as file:
        vectors = json.load(file)
    mine = [vector for vector in vectors["signatures"] if vector["purpose"] in PURPOSES and vector.get("needs") != "numbers"]
    wrong = [vector["name"] for vector in mine if is_valid(vector["public_key"], vector["purpose"], vector["claims"], vector["signature"]) != vector["valid"]]
    seeds = {key["public_key"]: bytes.fromhex(key["seed"]) for key in vectors["keys"].values()}
    for vector in mine:
        if vector["valid"] and not vector["name"].startswith("encoding") and sign(seeds[vector["public_key"]], vector["purpose"], vector["claims"]) != vector["signature"]:
            wrong.append(f"signing {vector['name']}")
    tasks = [vector for vector in vectors["statements"] if vector["purpose"] in PURPOSES]
    for vector in tasks:
        read = read_statement(vector["header"])
        good = read is not None and is_valid(vector["public_key"], vector["purpose"], read[0], read[1])
        if good != vector["signature_valid"]:
            wrong.append(f"statement {vector['name']}")
    print(json.dumps({"checked": len(mine) + len(tasks), "wrong": wrong}))
    sys.exit(1 if wrong else 0)
