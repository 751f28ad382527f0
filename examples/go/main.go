// A plain agent in Go: the agent contract (a2a.openapi.yaml) by hand, standard library only.
//
//	go run . [PORT]
//
// Skills: reverse turns a text around, sum adds the numbers in it and fails when there are none.
package main

import (
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
	"strconv"
	"strings"
	"sync"
	"time"
)

type object = map[string]any

const (
	name    = "Plain Go"
	svcID   = "plain-go-1.0.0"
	version = "1.0.0"
	maxBody = 1 << 20
)

// refusal ends a task: status, stable code, sentence.
type refusal struct {
	status        int
	code, message string
}

func (r *refusal) Error() string { return r.message }

type skill struct {
	description string
	run         func(text string) (object, error)
}

var skills = map[string]skill{
	"reverse": {"Turns a text around.", reverse},
	"sum":     {"Adds the numbers in a text.", sum},
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
		return nil, &refusal{400, "invalid_request", "`message` must be a text or an object with `parts`."}
	}
	result, err := chosen.run(text)
	if err != nil {
		return nil, &refusal{500, "execution_error", err.Error()}
	}
	return result, nil
}

// textOf reads a message: a string, or an object with text parts.
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
	body, failed := read(w, r)
	var result object
	if failed == nil {
		if given, ok := body["task_id"].(string); ok {
			taskID = given
		}
		result, failed = runTask(body)
	}
	trust(w, taskID)
	if failed != nil {
		answer(w, failed.status, object{"task_id": taskID, "status": "failed", "error": object{"code": failed.code, "message": failed.message}})
		return
	}
	spent := time.Since(started).Milliseconds()
	answer(w, 200, object{"task_id": taskID, "status": "completed", "result": result, "output": result, "execution_time_ms": spent})
}

func runTask(body object) (object, *refusal) {
	input, ok := body["input"].(object)
	if !ok {
		return nil, &refusal{400, "invalid_request", "`input` must be an object."}
	}
	context, _ := body["context"].(object)
	return runSkill(first(input["skill"], body["type"], context["skill"]), input["message"])
}

func rpc(w http.ResponseWriter, r *http.Request) {
	taskID := token()
	trust(w, taskID)
	call, failed := read(w, r)
	fail := func(status, code int, message string) {
		answer(w, status, object{"jsonrpc": "2.0", "id": call["id"], "error": object{"code": code, "message": message, "data": object{"request_id": taskID}}})
	}
	if failed != nil {
		fail(400, -32700, failed.message)
		return
	}
	method, isText := call["method"].(string)
	if call["jsonrpc"] != "2.0" || !isText {
		fail(422, -32600, "This is no JSON-RPC 2.0 call.")
		return
	}
	if method != "tasks/send" {
		fail(200, -32601, "The method is not known; use tasks/send.")
		return
	}
	params, _ := call["params"].(object)
	result, failed := runSkill(params["skill"], params["message"])
	if failed != nil {
		code := -32603
		if failed.status < 500 {
			code = -32602
		}
		fail(200, code, failed.message)
		return
	}
	text, _ := json.Marshal(result)
	parts := []object{{"type": "text", "text": string(text)}, {"type": "data", "data": result}}
	done := object{"id": taskID, "contextId": taskID, "status": object{"state": "completed", "timestamp": stamp(time.Now())}, "artifacts": []object{{"parts": parts}}}
	answer(w, 200, object{"jsonrpc": "2.0", "id": call["id"], "result": done})
}

type session struct {
	client string
	end    time.Time
}

var sessions sync.Map

func auth(w http.ResponseWriter, r *http.Request) {
	body, failed := read(w, r)
	client, isText := body["client_id"].(string)
	if failed != nil || !isText || client == "" {
		problem(w, 422, "validation_error", "INVALID_BODY", "`client_id` must be a text.")
		return
	}
	if scope, given := body["scope"]; given && !isTexts(scope) {
		problem(w, 422, "validation_error", "INVALID_BODY", "`scope` must be a list of texts.")
		return
	}
	opened, end := "sess_"+token()+token(), time.Now().Add(time.Hour)
	sessions.Store(opened, session{client, end})
	answer(w, 200, object{"session_token": opened, "expires_at": stamp(end)})
}

func isTexts(value any) bool {
	list, ok := value.([]any)
	for _, item := range list {
		if _, isText := item.(string); !isText {
			return false
		}
	}
	return ok
}

func chat(w http.ResponseWriter, r *http.Request) {
	found, known := sessions.Load(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	if !known || found.(session).client != r.Header.Get("X-Svc-Client-ID") || time.Now().After(found.(session).end) {
		problem(w, 401, "unauthorized", "INVALID_SESSION", "Open a session at /svc/auth and send its token and your client id.")
		return
	}
	body, failed := read(w, r)
	message, isText := body["message"].(string)
	if failed != nil || !isText {
		problem(w, 422, "validation_error", "INVALID_BODY", "`message` must be a text.")
		return
	}
	taskID := token()
	reversed, _ := reverse(message)
	trust(w, taskID)
	answer(w, 200, object{"message": reversed["text"], "conversation_id": taskID, "task_id": taskID})
}

func card(w http.ResponseWriter, r *http.Request) {
	listed, names := []object{}, []string{}
	for _, known := range []string{"reverse", "sum"} {
		input := object{"type": "object", "properties": object{"text": object{"type": "string"}}}
		listed = append(listed, object{"name": known, "description": skills[known].description, "input_schema": input, "output_schema": object{"type": "object"}})
		names = append(names, known)
	}
	answer(w, 200, object{
		"name": name, "svc_id": svcID, "version": version, "description": "An agent in plain Go.", "url": "http://" + r.Host, "skills": listed, "capabilities": names,
		"authentication": object{"type": "svc_trust", "verify_url": "http://127.0.0.1:8080/api/v1/trust/verify"},
	})
}

var startedAt = time.Now()

func health(w http.ResponseWriter, _ *http.Request) {
	answer(w, 200, object{"status": "ok", "svc_id": svcID, "version": version, "uptime_seconds": int(time.Since(startedAt).Seconds()), "mode": "running", "timestamp": stamp(time.Now())})
}

// ---- HTTP ----

func read(w http.ResponseWriter, r *http.Request) (object, *refusal) {
	var body object
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil || json.Unmarshal(raw, &body) != nil || body == nil {
		return nil, &refusal{400, "invalid_request", "The body must be a JSON object."}
	}
	return body, nil
}

func answer(w http.ResponseWriter, status int, body object) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func problem(w http.ResponseWriter, status int, class, code, message string) {
	answer(w, status, object{"error": class, "code": code, "message": message, "request_id": token()})
}

// trust sets the five trust headers; without a platform nobody vouches for the agent.
func trust(w http.ResponseWriter, taskID string) {
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
	port := "8092"
	if len(os.Args) > 1 {
		port = os.Args[1]
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
