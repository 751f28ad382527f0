// A plain agent in Go, which implements the base interface of a2a.openapi.yaml, without A2A and MCP, with the standard library only.
//
//	go run . [PORT]
//	go run . --vectors ../../docs/specification/signatures.json
//
// Skills: reverse reverses the text; sum adds the numbers in the text, and fails if there are none.
//
// SVC_ISSUER, SVC_INSTALLATION_ID, SVC_UPSTREAM_URL and SVC_PLATFORM_KEY (base64) identify this agent and its platform. If they are set, the
// statement of a forwarded task (X-Svc-Task) is verified; without them nothing is verified, and tasks are executed without a known requester.
// SVC_ID is the id under which the agent is registered. With SVC_AGENT_KEY (the text of svc.key) it signs its answers to verified tasks.
// --vectors checks this implementation against the published signature test vectors.
package main

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

type object = map[string]any

const (
	name    = "Plain Go"
	version = "1.0.0"
	// The maximum size of an unsigned body, and of one that the platform forwards.
	anonymousBody, forwardedBody = 64 << 10, 1 << 20
)

var (
	svcID = cmp.Or(os.Getenv("SVC_ID"), "plain-go-1.0.0")
	self  *receiver // nil without settings; nothing is verified then
)

// refusal is an error response: its status, its stable code and its message.
type refusal struct {
	status        int
	code, message string
}

func (r *refusal) Error() string { return r.message }

func (r *refusal) rpcCode() int {
	switch {
	case r.status >= 500:
		return -32603
	case r.status == 401 || r.status == 413:
		return -32600
	}
	return -32602
}

type skill struct {
	description string
	run         func(text string) (object, error)
}

var skills = map[string]skill{
	"reverse": {"Reverses the text.", reverse},
	"sum":     {"Adds the numbers in the text.", sum},
}

func reverse(text string) (object, error) {
	letters := []rune(text)
	for i, j := 0, len(letters)-1; i < j; i, j = i+1, j-1 {
		letters[i], letters[j] = letters[j], letters[i]
	}
	return object{"text": string(letters)}, nil
}

func sum(text string) (object, error) {
	total, found := 0.0, false
	for _, word := range strings.Fields(text) {
		if number, err := strconv.ParseFloat(word, 64); err == nil && !math.IsInf(number, 0) && !math.IsNaN(number) {
			total, found = total+number, true
		}
	}
	if !found {
		return nil, errors.New("there is no number in the text")
	}
	if math.IsInf(total, 0) {
		return nil, errors.New("the sum is too large")
	}
	return object{"sum": total}, nil
}

func runSkill(named any, message any) (object, *refusal) {
	wanted, _ := named.(string)
	chosen, known := skills[wanted]
	if !known {
		return nil, &refusal{422, "unknown_skill", "This agent has no such skill; it has reverse and sum."}
	}
	text, ok := textOf(message)
	if !ok {
		return nil, &refusal{400, "invalid_request", "`message` must be a string or an object with `parts`."}
	}
	result, err := chosen.run(text)
	if err != nil {
		return nil, &refusal{500, "execution_error", err.Error()}
	}
	return result, nil
}

// textOf returns the text of a message, which is a string or an object with text parts.
func textOf(message any) (string, bool) {
	switch given := message.(type) {
	case nil:
		return "", true
	case string:
		return given, true
	case object:
		parts, ok := given["parts"].([]any)
		texts := []string{}
		for _, part := range parts {
			if fields, isObject := part.(object); isObject {
				if text, isText := fields["text"].(string); isText {
					texts = append(texts, text)
				}
			}
		}
		return strings.Join(texts, "\n"), ok
	}
	return "", false
}

// ---- routes ----

func tasks(w http.ResponseWriter, r *http.Request) {
	started, taskID := time.Now(), token()
	body, task, failed := received(w, r)
	var result object
	if failed == nil {
		if given, ok := body["task_id"].(string); ok {
			taskID = given
		}
		result, failed = runTask(body)
	}
	setTrustHeaders(w, taskID)
	if failed != nil {
		answerTask(w, task, failed.status, object{"task_id": taskID, "status": "failed", "error": object{"code": failed.code, "message": failed.message}})
		return
	}
	spent := time.Since(started).Milliseconds()
	answerTask(w, task, 200, object{"task_id": taskID, "status": "completed", "result": result, "output": result, "execution_time_ms": spent})
}

// received reads a task. It also returns the verified statement if the platform forwarded the task.
func received(w http.ResponseWriter, r *http.Request) (body, task object, failed *refusal) {
	task, failed = self.examine(r.Header, true, time.Now())
	if failed != nil {
		return nil, nil, failed
	}
	if task == nil {
		body, failed = read(w, r)
		return body, nil, failed
	}
	raw, failed := readBytes(w, r, forwardedBody)
	if failed == nil {
		body, failed = parsed(raw)
	}
	if failed == nil {
		failed = self.admit(task, raw, body, time.Now())
	}
	if failed != nil {
		return nil, nil, failed
	}
	return body, task, nil
}

func answerTask(w http.ResponseWriter, task object, status int, body object) {
	content := encoded(body)
	self.signAnswer(w.Header(), task, status, content)
	send(w, status, content)
}

func runTask(body object) (object, *refusal) {
	input, ok := body["input"].(object)
	if !ok {
		return nil, &refusal{400, "invalid_request", "`input` must be an object."}
	}
	return runSkill(skillOf(body), input["message"])
}

func skillOf(body object) any {
	input, _ := body["input"].(object)
	context, _ := body["context"].(object)
	return first(input["skill"], body["type"], context["skill"])
}

func rpc(w http.ResponseWriter, r *http.Request) {
	taskID := token()
	setTrustHeaders(w, taskID)
	var call object
	fail := func(status, code int, message string) {
		respond(w, status, object{"jsonrpc": "2.0", "id": call["id"], "error": object{"code": code, "message": message, "data": object{"request_id": taskID}}})
	}
	if _, refused := self.examine(r.Header, false, time.Now()); refused != nil {
		fail(refused.status, refused.rpcCode(), refused.message)
		return
	}
	call, failed := read(w, r)
	if failed != nil {
		code := failed.rpcCode()
		if failed.status == 400 {
			code = -32700
		}
		fail(failed.status, code, failed.message)
		return
	}
	method, isText := call["method"].(string)
	if call["jsonrpc"] != "2.0" || !isText {
		fail(422, -32600, "This is not a JSON-RPC 2.0 request.")
		return
	}
	if method != "tasks/send" {
		fail(200, -32601, "The method is not known; use tasks/send.")
		return
	}
	params, _ := call["params"].(object)
	result, failed := runSkill(params["skill"], params["message"])
	if failed != nil {
		fail(200, failed.rpcCode(), failed.message)
		return
	}
	text, _ := json.Marshal(result)
	parts := []object{{"type": "text", "text": string(text)}, {"type": "data", "data": result}}
	done := object{"id": taskID, "contextId": taskID, "status": object{"state": "completed", "timestamp": stamp(time.Now())}, "artifacts": []object{{"parts": parts}}}
	respond(w, 200, object{"jsonrpc": "2.0", "id": call["id"], "result": done})
}

type session struct {
	client string
	end    time.Time
}

const (
	sessionLifetime = time.Hour
	maxSessions     = 100_000 // beyond it, the oldest session ends early
)

// sessionStore keeps sessions until they expire.
type sessionStore struct {
	lock    sync.Mutex
	byToken map[string]session
	tokens  []string // the oldest first; all sessions have the same lifetime, so they are ordered by expiry time
}

var sessions = sessionStore{byToken: map[string]session{}}

// open opens a session, and returns its token and its expiry time.
func (s *sessionStore) open(client string, now time.Time) (opened string, end time.Time) {
	opened, end = "sess_"+token()+token(), now.Add(sessionLifetime)
	s.lock.Lock()
	defer s.lock.Unlock()
	for len(s.tokens) > 0 && (len(s.tokens) >= maxSessions || now.After(s.byToken[s.tokens[0]].end)) {
		delete(s.byToken, s.tokens[0])
		s.tokens = s.tokens[1:]
	}
	s.byToken[opened], s.tokens = session{client, end}, append(s.tokens, opened)
	return opened, end
}

// isOpen returns whether a token belongs to a session of this client.
func (s *sessionStore) isOpen(token, client string, now time.Time) bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	found, known := s.byToken[token]
	return known && found.client == client && !now.After(found.end)
}

var clientID = regexp.MustCompile(`^[!-~]{1,128}$`)

func auth(w http.ResponseWriter, r *http.Request) {
	body, failed := read(w, r)
	if failed != nil {
		problemOf(w, failed)
		return
	}
	client, isText := body["client_id"].(string)
	if !isText || !clientID.MatchString(client) {
		problem(w, 422, "validation_error", "INVALID_BODY", "`client_id` must have 1 to 128 visible ASCII characters.")
		return
	}
	if scope, given := body["scope"]; given && !areStrings(scope) {
		problem(w, 422, "validation_error", "INVALID_BODY", "`scope` must be a list of strings.")
		return
	}
	opened, end := sessions.open(client, time.Now())
	respond(w, 200, object{"session_token": opened, "expires_at": stamp(end)})
}

func areStrings(value any) bool {
	list, ok := value.([]any)
	for _, item := range list {
		if _, isText := item.(string); !isText {
			return false
		}
	}
	return ok
}

func chat(w http.ResponseWriter, r *http.Request) {
	opened := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !sessions.isOpen(opened, r.Header.Get("X-Svc-Client-ID"), time.Now()) {
		problem(w, 401, "unauthorized", "INVALID_SESSION", "Open a session at /svc/auth and send its token and your client id.")
		return
	}
	if _, refused := self.examine(r.Header, false, time.Now()); refused != nil {
		problemOf(w, refused)
		return
	}
	body, failed := read(w, r)
	if failed != nil {
		problemOf(w, failed)
		return
	}
	message, isText := body["message"].(string)
	if !isText {
		problem(w, 422, "validation_error", "INVALID_BODY", "`message` must be a string.")
		return
	}
	taskID := token()
	reversed, _ := reverse(message)
	setTrustHeaders(w, taskID)
	respond(w, 200, object{"message": reversed["text"], "conversation_id": taskID, "task_id": taskID})
}

func card(w http.ResponseWriter, r *http.Request) {
	listed, names := []object{}, []string{}
	for _, known := range []string{"reverse", "sum"} {
		input := object{"type": "object", "properties": object{"text": object{"type": "string"}}}
		listed = append(listed, object{"name": known, "description": skills[known].description, "input_schema": input, "output_schema": object{"type": "object"}})
		names = append(names, known)
	}
	respond(w, 200, object{
		"name": name, "svc_id": svcID, "version": version, "description": "An agent in plain Go.", "url": "http://" + r.Host, "skills": listed, "capabilities": names,
		"authentication": object{"type": "svc_trust", "verify_url": "http://127.0.0.1:8080/api/v1/trust/verify"},
	})
}

var startedAt = time.Now()

func health(w http.ResponseWriter, _ *http.Request) {
	respond(w, 200, object{"status": "ok", "svc_id": svcID, "version": version, "uptime_seconds": int(time.Since(startedAt).Seconds()), "mode": "running", "timestamp": stamp(time.Now())})
}

// ---- HTTP ----

func read(w http.ResponseWriter, r *http.Request) (object, *refusal) {
	raw, failed := readBytes(w, r, anonymousBody)
	if failed != nil {
		return nil, failed
	}
	return parsed(raw)
}

func readBytes(w http.ResponseWriter, r *http.Request, maxBytes int64) ([]byte, *refusal) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBytes))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return nil, &refusal{413, "content_too_large", "The body is too large."}
	}
	if err != nil {
		return nil, &refusal{400, "invalid_request", "The body could not be read; send the request again."}
	}
	return raw, nil
}

func parsed(raw []byte) (body object, failed *refusal) {
	if json.Unmarshal(raw, &body) != nil || body == nil {
		return nil, &refusal{400, "invalid_request", "The body must be a JSON object."}
	}
	return body, nil
}

func respond(w http.ResponseWriter, status int, body object) { send(w, status, encoded(body)) }

func encoded(body object) []byte {
	content, _ := json.Marshal(body)
	return content
}

func send(w http.ResponseWriter, status int, content []byte) {
	w.Header().Set("Content-Type", "application/json")
	if status == 503 {
		w.Header().Set("Retry-After", "60")
	}
	w.WriteHeader(status)
	_, _ = w.Write(content)
}

func problem(w http.ResponseWriter, status int, class, code, message string) {
	respond(w, status, object{"error": class, "code": code, "message": message, "request_id": token()})
}

var problems = map[int][2]string{
	400: {"bad_request", "MALFORMED_JSON"}, 401: {"unauthorized", "SIGNATURE_INVALID"}, 413: {"content_too_large", "BODY_TOO_LARGE"},
	503: {"unavailable", "TRUST_UNAVAILABLE"},
}

func problemOf(w http.ResponseWriter, refused *refusal) {
	named := problems[refused.status]
	problem(w, refused.status, named[0], named[1], refused.message)
}

// setTrustHeaders sets the five trust headers. The reputation and the verification are fixed, because this example does not ask a platform
// for them.
func setTrustHeaders(w http.ResponseWriter, taskID string) {
	for header, value := range map[string]string{
		"X-Svc-Agent-ID": svcID, "X-Svc-Reputation": "50", "X-Svc-Verification": "unverified", "X-Svc-Task-ID": printable(taskID), "X-Svc-Trace-ID": token(),
	} {
		w.Header().Set(header, value)
	}
}

func printable(text string) string {
	for _, letter := range text {
		if letter < ' ' || letter > '~' {
			return "unprintable"
		}
	}
	return text
}

func first(values ...any) any {
	for _, value := range values {
		if text, ok := value.(string); ok && text != "" {
			return text
		}
	}
	return nil
}

func stamp(moment time.Time) string { return moment.UTC().Format("2006-01-02T15:04:05.000Z") }

func token() string {
	bytes := make([]byte, 16)
	_, _ = rand.Read(bytes)
	return hex.EncodeToString(bytes)
}

func only(method string, handler http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != method {
			w.Header().Set("Allow", method)
			problem(w, 405, "method_not_allowed", "METHOD_NOT_ALLOWED", "Use "+method+".")
			return
		}
		handler(w, r)
	}
}

func main() {
	if len(os.Args) > 2 && os.Args[1] == "--vectors" {
		os.Exit(checkVectors(os.Args[2]))
	}
	port := "8092"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	var err error
	if self, err = receiverOf(svcID); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	routes := http.NewServeMux()
	routes.HandleFunc("/.well-known/agent.json", only("GET", card))
	routes.HandleFunc("/health", only("GET", health))
	routes.HandleFunc("/svc/auth", only("POST", auth))
	routes.HandleFunc("/chat", only("POST", chat))
	routes.HandleFunc("/a2a", only("POST", rpc))
	routes.HandleFunc("/a2a/tasks", only("POST", tasks))
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	server := &http.Server{Handler: routes, ReadTimeout: 30 * time.Second}
	_ = server.Serve(listener)
}
