package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// receiver verifies forwarded tasks (docs/specification/trust.md#task) without asking the platform.
type receiver struct {
	issuer, installationID, upstreamURL, platformKey string
	svcID                                            string
	// key signs the answers to tasks from the platform. If it is nil, they are not signed.
	key     ed25519.PrivateKey
	started time.Time            // in whole milliseconds, like the times in statements
	spent   map[string]time.Time // task_id -> five minutes after its statement expires, when it can be forgotten
	guard   sync.Mutex
}

const tolerance = 30 * time.Second

// receiverOf reads the settings. It returns nil if there are none; nothing is verified then.
func receiverOf(svcID string) (*receiver, error) {
	r := &receiver{
		issuer: os.Getenv("SVC_ISSUER"), installationID: os.Getenv("SVC_INSTALLATION_ID"), upstreamURL: os.Getenv("SVC_UPSTREAM_URL"),
		platformKey: os.Getenv("SVC_PLATFORM_KEY"), svcID: svcID, started: time.Now().Truncate(time.Millisecond), spent: map[string]time.Time{},
	}
	switch settings := r.issuer + r.installationID + r.upstreamURL + r.platformKey; {
	case settings == "":
		return nil, nil
	case r.issuer == "" || r.installationID == "" || r.upstreamURL == "" || decoded(r.platformKey, 32) == nil:
		return nil, errors.New("SVC_ISSUER, SVC_INSTALLATION_ID, SVC_UPSTREAM_URL and SVC_PLATFORM_KEY have to be set together, " +
			"and SVC_PLATFORM_KEY has to be an Ed25519 public key of 32 bytes in base64")
	}
	return r, r.readKey(os.Getenv("SVC_AGENT_KEY"))
}

// readKey reads the text of svc.key, which is PKCS #8 in PEM.
func (r *receiver) readKey(file string) error {
	if file == "" {
		return nil
	}
	block, _ := pem.Decode([]byte(file))
	if block != nil {
		if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
			r.key, _ = key.(ed25519.PrivateKey)
		}
	}
	if r.key == nil {
		return errors.New("SVC_AGENT_KEY has to hold an Ed25519 key in PEM, the text of svc.key")
	}
	return nil
}

func invalid(why string) *refusal { return &refusal{401, "unauthorized", why} }

// examine verifies the headers before the body is read. It returns the claims of a forwarded task, and nil for an unsigned request.
func (r *receiver) examine(headers http.Header, takesTasks bool, now time.Time) (object, *refusal) {
	statement, signed := headers["X-Svc-Task"], len(headers["X-Svc-Signature"]) > 0
	switch {
	case r == nil || len(statement) == 0 && !signed:
		return nil, nil
	case len(statement) > 0 && signed:
		return nil, invalid("A request must be signed by the platform or by an agent, not by both.")
	case signed:
		// Only the platform can verify this signature, and this example does not ask it.
		return nil, &refusal{503, "unavailable", "This agent cannot verify other agents."}
	case !takesTasks:
		return nil, invalid("The platform forwards tasks to /a2a/tasks only.")
	}
	task, signature, ok := readStatement(strings.Join(statement, ", "))
	if !ok || !isValid(r.platformKey, "task", task, signature) {
		return nil, invalid("The platform did not sign this task.")
	}
	audience := task["audience"].(object)
	if task["issuer"] != r.issuer || audience["svc_id"] != r.svcID || audience["installation_id"] != r.installationID || task["upstream_url"] != r.upstreamURL {
		return nil, invalid("The platform signed this task for a different receiver.")
	}
	issued, _ := moment(task["issued_at"])
	expires, _ := moment(task["expires_at"])
	if issued.Before(r.started) || issued.After(now.Add(tolerance)) || expires.Before(now.Add(-tolerance)) || expires.Sub(issued) > time.Minute {
		return nil, invalid("The task statement is not valid at this time.")
	}
	return task, nil
}

// admit verifies the body of a forwarded task, and accepts each task once.
func (r *receiver) admit(task object, raw []byte, body object, now time.Time) *refusal {
	if hashOf(raw) != task["request_body_hash"] || body["task_id"] != task["task_id"] || skillOf(body) != task["skill"] {
		return invalid("The platform signed this task with a different body.")
	}
	if context, _ := body["context"].(object); context["workspace_id"] != nil && context["workspace_id"] != task["workspace_id"] {
		return invalid("The platform signed this task for a different workspace.")
	}
	r.guard.Lock()
	defer r.guard.Unlock()
	for id, end := range r.spent {
		if end.Before(now) {
			delete(r.spent, id)
		}
	}
	id := task["task_id"].(string)
	if _, taken := r.spent[id]; taken {
		return invalid("The task was already accepted.")
	}
	expires, _ := moment(task["expires_at"])
	r.spent[id] = expires.Add(5 * time.Minute)
	return nil
}

// signAnswer adds the signature of the answer to a verified task (docs/specification/trust.md#answer).
func (r *receiver) signAnswer(headers http.Header, task object, status int, content []byte) {
	if r == nil || r.key == nil || task == nil {
		return
	}
	issuedAt := stamp(time.Now())
	headers.Set("X-Svc-Timestamp", issuedAt)
	headers.Set("X-Svc-Signature", sign(r.key, "answer", object{
		"issuer": r.issuer, "svc_id": r.svcID, "audience": r.issuer, "request_nonce": task["task_id"], "request_body_hash": task["request_body_hash"],
		"response_body_hash": hashOf(content), "status": float64(status), "issued_at": issuedAt,
	}))
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
