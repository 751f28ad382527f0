"""A plain agent in Python, which implements the base interface of a2a.openapi.yaml, without A2A and MCP, with the standard library only.

    python3 agent.py [PORT]

Skills: `word_count` counts words; `shout` returns the text in upper case, and refuses empty text.

SVC_ISSUER, SVC_INSTALLATION_ID, SVC_UPSTREAM_URL and SVC_PLATFORM_KEY (base64) identify this agent and its platform. If they are set, the
statement of a forwarded task (X-Svc-Task) is verified; without them nothing is verified, and tasks are executed without a known requester.
SVC_ID is the id under which the agent is registered. With SVC_AGENT_KEY (the text of svc.key) it signs its answers to verified tasks.
"""
import hashlib
import json
import math
import os
import re
import secrets
import sys
import time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

from signatures import decoded, is_valid, read_statement, seed_of, sign

STARTED = time.monotonic()
SESSIONS = {}  # token -> (client id, expiry time), the oldest first
MAX_SESSIONS = 100_000  # beyond it, the oldest session ends early
SESSIONS_LOCK = Lock()
TEXT_INPUT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}


def word_count(text):
    return {"words": len(text.split())}


def shout(text):
    if not text.strip():
        raise ValueError("the text is empty")
    return {"text": text.upper()}


SKILLS = {"word_count": (word_count, "Counts the words in the text."), "shout": (shout, "Returns the text in upper case.")}
IDENTITY = {"name": "Plain Python", "svc_id": os.environ.get("SVC_ID") or "plain-python-1.0.0", "version": "1.0.0"}
REPUTATION, VERIFICATION = "50", "unverified"  # fixed, because this example does not ask a platform for them

SELF = {name: os.environ.get(f"SVC_{name.upper()}") for name in ("issuer", "installation_id", "upstream_url", "platform_key")}
KEY = seed_of(os.environ["SVC_AGENT_KEY"]) if os.environ.get("SVC_AGENT_KEY") else None
START = datetime.fromtimestamp(time.time_ns() // 1_000_000 / 1000, timezone.utc)  # in whole milliseconds, like the times in statements
SPENT = {}  # task_id -> five minutes after its statement expires, when it can be forgotten
SPENT_LOCK = Lock()
TOLERANCE = timedelta(seconds=30)
ANONYMOUS, FORWARDED = 64 << 10, 1 << 20  # the maximum size of an unsigned body, and of one that the platform forwards
PROBLEMS = {
    400: ("bad_request", "MALFORMED_JSON"), 401: ("unauthorized", "SIGNATURE_INVALID"), 413: ("content_too_large", "BODY_TOO_LARGE"),
    503: ("unavailable", "TRUST_UNAVAILABLE"),
}


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


class Refused(Exception):
    """An error response: its status, its stable code and its message."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def refuse(message):
    raise Refused(401, "unauthorized", message)


def examine(headers, takes_tasks):
    """Verifies the headers before the body is read. Returns the claims of a forwarded task, and None for an unsigned request."""
    header, signature = headers.get_all("X-Svc-Task"), headers.get_all("X-Svc-Signature")
    if not all(SELF.values()) or not header and not signature:
        return None
    if header and signature:
        refuse("A request must be signed by the platform or by an agent, not by both.")
    if signature:
        # Only the platform can verify this signature, and this example does not ask it.
        raise Refused(503, "unavailable", "This agent cannot verify other agents.")
    if not takes_tasks:
        refuse("The platform forwards tasks to /a2a/tasks only.")
    statement = read_statement(", ".join(header))
    if statement is None or not is_valid(SELF["platform_key"], "task", *statement):
        refuse("The platform did not sign this task.")
    claims, now = statement[0], datetime.now(timezone.utc)
    audience = {"svc_id": IDENTITY["svc_id"], "installation_id": SELF["installation_id"]}
    if claims["issuer"] != SELF["issuer"] or claims["audience"] != audience or claims["upstream_url"] != SELF["upstream_url"]:
        refuse("The platform signed this task for a different receiver.")
    issued, expires = moment(claims["issued_at"]), moment(claims["expires_at"])
    if issued < START or issued > now + TOLERANCE or expires < now - TOLERANCE or expires - issued > timedelta(seconds=60):
        refuse("The task statement is not valid at this time.")
    return claims


def admit(claims, raw):
    """Verifies the body of a forwarded task (docs/specification/trust.md#task), and accepts each task once."""
    body = parse(raw)
    if digest(raw) != claims["request_body_hash"] or body.get("task_id") != claims["task_id"] or skill_of(body) != claims["skill"]:
        refuse("The platform signed this task with a different body.")
    if workspace_of(body) not in (None, claims["workspace_id"]):
        refuse("The platform signed this task for a different workspace.")
    now = datetime.now(timezone.utc)
    with SPENT_LOCK:
        for task_id in [task_id for task_id, end in SPENT.items() if end < now]:
            del SPENT[task_id]
        if claims["task_id"] in SPENT:
            refuse("The task was already accepted.")
        SPENT[claims["task_id"]] = moment(claims["expires_at"]) + timedelta(minutes=5)


def answer_signature(claims, status, content):
    """Returns the headers that sign the answer to a verified task (docs/specification/trust.md#answer)."""
    issued_at = timestamp()
    signature = sign(KEY, "answer", {
        "issuer": SELF["issuer"], "svc_id": IDENTITY["svc_id"], "audience": SELF["issuer"], "request_nonce": claims["task_id"],
        "request_body_hash": claims["request_body_hash"], "response_body_hash": digest(content), "status": status, "issued_at": issued_at,
    })
    return {"X-Svc-Timestamp": issued_at, "X-Svc-Signature": signature}


def digest(content):
    return hashlib.sha256(content).hexdigest()


def workspace_of(body):
    context = body.get("context")
    return context.get("workspace_id") if isinstance(context, dict) else None


def skill_of(body):
    given, context = body.get("input"), body.get("context")
    named = given.get("skill") if isinstance(given, dict) else None
    return named or body.get("type") or (context.get("skill") if isinstance(context, dict) else None)


def card(url):
    skills = [
        {"name": name, "description": text, "input_schema": TEXT_INPUT, "output_schema": {"type": "object"}}
        for name, (_, text) in SKILLS.items()
    ]
    return {
        **IDENTITY, "description": "An agent in plain Python.", "url": url, "skills": skills,
        "authentication": {"type": "svc_trust", "verify_url": "http://127.0.0.1:8080/api/v1/trust/verify"},
        "capabilities": list(SKILLS),
    }


def timestamp(moment=None):
    return (moment or datetime.now(timezone.utc)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def text_of(message):
    """Returns the text of a message, which is a string or an object with text parts."""
    if isinstance(message, str):
        return message
    if not isinstance(message, dict) or not isinstance(message.get("parts"), list):
        raise Refused(400, "invalid_request", "`message` must be a string or an object with `parts`.")
    return "\n".join(part["text"] for part in message["parts"] if isinstance(part, dict) and isinstance(part.get("text"), str))


def run_skill(name, message):
    if not isinstance(name, str) or name not in SKILLS:
        raise Refused(422, "unknown_skill", f"This agent has no such skill; it has {', '.join(SKILLS)}.")
    text = text_of(message)
    try:
        return SKILLS[name][0](text)
    except ValueError as cause:
        raise Refused(500, "execution_error", str(cause)) from cause


def open_session(client_id, now):
    """Opens a session, and returns its token and expiry time. All sessions have the same lifetime, so they are ordered by expiry."""
    token, end = "sess_" + secrets.token_urlsafe(32), now + timedelta(hours=1)
    with SESSIONS_LOCK:
        while SESSIONS:
            oldest = next(iter(SESSIONS))
            if SESSIONS[oldest][1] >= now and len(SESSIONS) < MAX_SESSIONS:
                break
            del SESSIONS[oldest]
        SESSIONS[token] = (client_id, end)
    return token, end


class Agent(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self):
        # The body is not read, so the connection must not be used for another request.
        if "Content-Length" in self.headers or "Transfer-Encoding" in self.headers:
            self.close_connection = True
        if self.path == "/.well-known/agent.json":
            return self.respond(200, card(f"http://{self.headers.get('Host', 'localhost')}"))
        if self.path == "/health":
            uptime = int(time.monotonic() - STARTED)
            return self.respond(200, {"status": "ok", "svc_id": IDENTITY["svc_id"], "version": IDENTITY["version"], "uptime_seconds": uptime, "mode": "running", "timestamp": timestamp()})
        return self.problem(404, "not_found", "ROUTE_NOT_FOUND", "There is nothing at this address.")

    def do_POST(self):
        routes = {"/a2a/tasks": self.task, "/a2a": self.rpc, "/chat": self.chat, "/svc/auth": self.auth}
        route = routes.get(self.path)
        self.claims = self.fault = None
        try:
            self.claims = examine(self.headers, self.path == "/a2a/tasks")
        except Refused as refused:
            self.fault = refused
        raw = self.read(FORWARDED if self.claims else ANONYMOUS)
        if not route:
            return self.problem(404, "not_found", "ROUTE_NOT_FOUND", "There is nothing at this address.")
        return route(raw, secrets.token_hex(8))

    def read(self, max_bytes):
        lengths = self.headers.get_all("Content-Length") or ["0"]
        # Only a body whose length is certain is read. Otherwise a part of it could be taken for the next request.
        if "Transfer-Encoding" in self.headers or len(lengths) > 1 or not re.fullmatch("[0-9]+", lengths[0]):
            fault = Refused(400, "invalid_request", "The body must have one Content-Length and no Transfer-Encoding.")
        elif len(lengths[0]) > 9 or int(lengths[0]) > max_bytes:
            fault = Refused(413, "content_too_large", "The body is too large.")
        else:
            return self.rfile.read(int(lengths[0]))
        self.fault, self.close_connection = fault, True
        return b""

    def body(self, raw):
        """Returns the parsed body of a request. Raises the fault that was found in its headers or its length."""
        if self.fault:
            raise self.fault
        return parse(raw)

    def task(self, raw, task_id):
        """Responds with 200, `completed`, and equal `result` and `output`; or with 4xx/5xx, `failed` and an error, but never with 404."""
        started, answered = time.monotonic(), None
        try:
            body = self.body(raw)
            if self.claims:
                admit(self.claims, raw)
                answered = self.claims
            task_id = body["task_id"] if isinstance(body.get("task_id"), str) else task_id
            given = body.get("input")
            if not isinstance(given, dict):
                raise Refused(400, "invalid_request", "`input` must be an object.")
            result = run_skill(skill_of(body), given.get("message", ""))
            spent = int((time.monotonic() - started) * 1000)
            answer = {"task_id": task_id, "status": "completed", "result": result, "output": result, "execution_time_ms": spent}
            return self.respond(200, answer, self.trust_headers(task_id), answered)
        except Refused as refused:
            error = {"code": refused.code, "message": refused.message}
            return self.respond(refused.status, {"task_id": task_id, "status": "failed", "error": error}, self.trust_headers(task_id), answered)

    def rpc(self, raw, task_id):
        call_id = None
        try:
            call = self.body(raw)
            call_id = call.get("id")
            if call.get("jsonrpc") != "2.0" or not isinstance(call.get("method"), str):
                return self.rpc_error(422, call_id, -32600, "This is not a JSON-RPC 2.0 request.", task_id)
            if call["method"] != "tasks/send":
                return self.rpc_error(200, call_id, -32601, "The method is not known; use tasks/send.", task_id)
            params = call.get("params") if isinstance(call.get("params"), dict) else {}
            result = run_skill(params.get("skill"), params.get("message", ""))
        except Refused as refused:
            unreadable = call_id is None and refused.status == 400
            code = -32700 if unreadable else -32602 if refused.code in ("unknown_skill", "invalid_request") else -32603
            if refused is self.fault:
                return self.rpc_error(refused.status, call_id, -32603 if refused.status == 503 else -32600, refused.message, task_id)
            return self.rpc_error(400 if unreadable else 200, call_id, code, refused.message, task_id)
        done = {
            "id": task_id, "contextId": task_id, "status": {"state": "completed", "timestamp": timestamp()},
            "artifacts": [{"parts": [{"type": "text", "text": json.dumps(result)}, {"type": "data", "data": result}]}],
        }
        return self.respond(200, {"jsonrpc": "2.0", "id": call_id, "result": done}, self.trust_headers(task_id))

    def rpc_error(self, status, call_id, code, message, task_id):
        error = {"code": code, "message": message, "data": {"request_id": task_id}}
        return self.respond(status, {"jsonrpc": "2.0", "id": call_id, "error": error}, self.trust_headers(task_id))

    def auth(self, raw, _):
        try:
            given = self.body(raw)
        except Refused as refused:
            return self.problem(refused.status, *PROBLEMS[refused.status], refused.message)
        client_id, scope = given.get("client_id"), given.get("scope", [])
        if not isinstance(client_id, str) or not re.fullmatch("[!-~]{1,128}", client_id):
            return self.problem(422, "validation_error", "INVALID_BODY", "`client_id` must have 1 to 128 visible ASCII characters.")
        if not isinstance(scope, list) or not all(isinstance(name, str) for name in scope):
            return self.problem(422, "validation_error", "INVALID_BODY", "`scope` must be a list of strings.")
        token, end = open_session(client_id, datetime.now(timezone.utc))
        return self.respond(200, {"session_token": token, "expires_at": timestamp(end)})

    def chat(self, raw, task_id):
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        client_id, end = SESSIONS.get(token, (None, None))
        if client_id is None or client_id != self.headers.get("X-Svc-Client-ID") or end < datetime.now(timezone.utc):
            return self.problem(401, "unauthorized", "INVALID_SESSION", "Open a session at /svc/auth and send its token and your client id.")
        try:
            message = self.body(raw).get("message")
        except Refused as refused:
            return self.problem(refused.status, *PROBLEMS[refused.status], refused.message)
        if not isinstance(message, str):
            return self.problem(422, "validation_error", "INVALID_BODY", "`message` must be a string.")
        reply = f"That was {word_count(message)['words']} words."
        return self.respond(200, {"message": reply, "conversation_id": task_id, "task_id": task_id}, self.trust_headers(task_id))

    def trust_headers(self, task_id):
        return {
            "X-Svc-Agent-ID": IDENTITY["svc_id"], "X-Svc-Reputation": REPUTATION, "X-Svc-Verification": VERIFICATION,
            "X-Svc-Task-ID": task_id if task_id.isascii() and task_id.isprintable() else "unprintable", "X-Svc-Trace-ID": secrets.token_hex(8),
        }

    def problem(self, status, error, code, message):
        return self.respond(status, {"error": error, "code": code, "message": message, "request_id": secrets.token_hex(8)})

    def respond(self, status, body, headers=None, answered=None):
        content = json.dumps(body).encode()
        sent = {"Content-Type": "application/json", "Content-Length": str(len(content)), **(headers or {})}
        if status == 503:
            sent["Retry-After"] = "60"
        if self.close_connection:
            sent["Connection"] = "close"
        if answered and KEY:
            sent.update(answer_signature(answered, status, content))
        self.send_response(status)
        for name, value in sent.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    # The default backlog of five would delay a sixth simultaneous connection by a second.
    request_queue_size = 128


def finite(text):
    """Returns a number. NaN and infinite numbers are not JSON, although Python reads and writes them."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a finite number")
    return number


def parse(raw):
    try:
        body = json.loads(raw.decode("utf-8"), parse_constant=finite, parse_float=finite)
    except (ValueError, RecursionError) as cause:
        raise Refused(400, "invalid_request", "The body is not JSON.") from cause
    if not isinstance(body, dict):
        raise Refused(400, "invalid_request", "The body must be a JSON object.")
    return body


def settings_fault():
    """Returns why the settings are invalid, and None if they are valid. With incomplete settings nothing could be verified, so the program must not start."""
    if any(SELF.values()) and not (all(SELF.values()) and decoded(SELF["platform_key"], 32)):
        return (
            "SVC_ISSUER, SVC_INSTALLATION_ID, SVC_UPSTREAM_URL and SVC_PLATFORM_KEY have to be set together, "
            "and SVC_PLATFORM_KEY has to be an Ed25519 public key of 32 bytes in base64"
        )
    return "SVC_AGENT_KEY has to hold an Ed25519 key in PEM, the text of svc.key" if os.environ.get("SVC_AGENT_KEY") and not KEY else None


if __name__ == "__main__":
    if settings_fault():
        sys.exit(settings_fault())
    server = Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8091), Agent)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
