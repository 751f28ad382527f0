package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"math"
	"regexp"
	"strings"
	"time"
	"unicode/utf16"
)

// This file implements the signatures of the trust model (docs/specification/trust.md#purposes) with the standard library only.

// ---- Signed texts: svc-<purpose>-v1, one line feed, the canonical JSON of the claims ----

type check = func(claim any) bool
type claims = map[string]check

func isText(value any) bool {
	given, ok := value.(string)
	return ok && given != "" && len(utf16.Encode([]rune(given))) <= 2048
}

func isInteger(value any) bool {
	given, ok := value.(float64)
	return ok && given == math.Trunc(given) && given >= 0 && given <= 1<<53-1
}

var dateTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

func moment(value any) (time.Time, bool) {
	given, _ := value.(string)
	given = strings.ToUpper(given)
	found, err := time.Parse(time.RFC3339, given)
	return found, err == nil && dateTime.MatchString(given)
}

func isTime(value any) bool {
	_, ok := moment(value)
	return ok
}

var sha256Hex = regexp.MustCompile(`^[0-9a-f]{64}$`)

func isHash(value any) bool {
	given, ok := value.(string)
	return ok && sha256Hex.MatchString(given)
}

func isObject(value any) bool {
	_, ok := value.(object)
	return ok
}

// shape returns a check that a value is an object with exactly these claims.
func shape(required, optional claims) check {
	return func(value any) bool {
		given, ok := value.(object)
		for name, fits := range required {
			ok = ok && fits(given[name])
		}
		for name, claim := range given {
			if required[name] == nil {
				fits := optional[name]
				ok = ok && fits != nil && fits(claim)
			}
		}
		return ok
	}
}

var (
	installation = shape(claims{"svc_id": isText, "installation_id": isText}, nil)
	requester    = shape(claims{"organization_id": isText}, claims{"key_id": isText, "member": isText, "installation_id": isText, "acting_for": isText})
	issuedTo     = shape(claims{"organization_id": isText}, claims{"installation_id": isText})
)

var purposes = map[string]check{
	"register": shape(claims{
		"svc_id": isText, "name": isText, "version": isText, "public_key": isText, "manifest_hash": isText, "organization_id": isText, "issuer": isText, "issued_at": isTime,
	}, nil),
	"trust": shape(claims{"svc_id": isText, "context": isObject}, nil),
	"task": shape(claims{
		"issuer": isText, "audience": installation, "upstream_url": isText, "organization_id": isText, "workspace_id": isText, "requester": requester,
		"task_id": isText, "skill": isText, "request_body_hash": isHash, "issued_at": isTime, "expires_at": isTime,
	}, nil),
	"answer": shape(claims{
		"issuer": isText, "svc_id": isText, "audience": isText, "request_nonce": isText, "request_body_hash": isHash, "response_body_hash": isHash,
		"status": isInteger, "issued_at": isTime,
	}, nil),
	"vouch":             shape(claims{"issuer": isText, "svc_id": isText, "issued_to": issuedTo, "request_body_hash": isHash, "issued_at": isTime, "expires_at": isTime}, nil),
	"compliance-report": shape(claims{"issuer": isText, "svc_id": isText, "workspace_id": isText, "generated_at": isTime}, claims{"hash": isHash, "markdown_sha256": isHash}),
	"policy":            shape(claims{"issuer": isText, "policy_id": isText, "workspace_id": isText, "version": isInteger, "content": isObject}, nil),
	"audit-checkpoint": shape(claims{
		"issuer": isText, "chain": isText, "sequence": isInteger, "hash": isHash, "occurred_at": isTime, "retention_days": isInteger, "purged_at": isTime,
	}, nil),
}

// signedText returns the text that is signed for a purpose. It is not ok if the claims do not match the purpose.
func signedText(purpose string, given any) (message []byte, ok bool) {
	fits := purposes[purpose]
	if fits == nil || !fits(given) {
		return nil, false
	}
	return []byte("svc-" + purpose + "-v1\n" + canonical(given)), true
}

// isValid reports whether the signature is valid for these claims and this purpose.
func isValid(publicKey, purpose string, given any, signature string) bool {
	key, raw := decoded(publicKey, 32), decoded(signature, 64)
	message, ok := signedText(purpose, given)
	return ok && key != nil && raw != nil && verified(key, message, raw)
}

// sign signs claims, which must match the purpose.
func sign(key ed25519.PrivateKey, purpose string, given object) string {
	message, ok := signedText(purpose, given)
	if !ok {
		panic("the claims do not fit the purpose " + purpose)
	}
	return base64.StdEncoding.EncodeToString(ed25519.Sign(key, message))
}

// ---- Strict Ed25519 (RFC 8032) ----

// The y coordinates of the points of small order, without the sign. With such a point as the key, one signature is valid for every message.
var smallOrder = map[string]bool{
	"0000000000000000000000000000000000000000000000000000000000000000": true,
	"0100000000000000000000000000000000000000000000000000000000000000": true,
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": true,
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05": true,
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a": true,
}

// weak reports whether 32 bytes are a point of small order, or a non-canonical encoding (with a y of 2^255 - 19 or more).
func weak(point []byte) bool {
	y := bytes.Clone(point)
	y[31] &= 0x7f
	return smallOrder[hex.EncodeToString(y)] || y[0] >= 0xed && y[31] == 0x7f && bytes.Count(y[1:31], []byte{0xff}) == 30
}

// verified relies on the standard library for two checks: S is reduced, and R has its canonical encoding.
func verified(key, message, signature []byte) bool {
	return !weak(key) && !weak(signature[:32]) && ed25519.Verify(key, message, signature)
}

// ---- Headers ----

// decoded reads this number of bytes from hexadecimal, base64 or base64url, with complete padding or none. It returns nil for anything else.
func decoded(given string, length int) []byte {
	if found, err := hex.DecodeString(given); err == nil && len(found) == length {
		return found
	}
	standard := strings.NewReplacer("-", "+", "_", "/").Replace(given)
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding} {
		// The decoder ignores line breaks and trailing bits, so the result is encoded again and compared.
		if found, err := encoding.DecodeString(standard); err == nil && len(found) == length && encoding.EncodeToString(found) == standard {
			return found
		}
	}
	return nil
}

// readStatement parses the claims and the signature in a header such as X-Svc-Task, without verification.
func readStatement(header string) (given object, signature string, ok bool) {
	parts := strings.Split(header, ".")
	if len(header) > 8192 || len(parts) != 2 || decoded(parts[1], 64) == nil {
		return nil, "", false
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[0])
	value, _ := parse(raw)
	given, ok = value.(object)
	return given, parts[1], ok && err == nil
}
