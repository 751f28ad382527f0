"""Hooks for the contract of agents: open sessions, existing skills, and permitted failures."""

import json
import os
import random

import requests
import schemathesis

from ledger import SECRET

FACTS = json.loads(os.environ["FUZZ_SANDBOX"])
AGENT = FACTS["agent"]
RNG = random.Random(os.environ["FUZZ_SEED"])
TEXT = "Invoice 2026-0117 of Paper Mill Ltd: 1280.50 EUR, due 2026-03-16."
MESSAGE = {"role": "user", "parts": [{"type": "text", "text": TEXT}]}
SHARE_KEPT_AS_GENERATED = 0.15
SHARE_OF_UNKNOWN_SKILLS = 0.1
UNKNOWN_SKILL = "no-such-skill"
SESSIONS = {}
"""The client of every session token."""
FULL_CLIENT = "fuzz-client"
"""The client whose session has all scopes."""


def operation_id(case):
    return case.operation.definition.raw.get("operationId")


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def open_session(client_id):
    response = requests.post(f"{AGENT['url']}/svc/auth", json={"client_id": client_id}, timeout=10)
    return response.json()["session_token"]


@schemathesis.auth(refresh_interval=None).apply_to(operation_id="chat")
class Session:
    """Provides the session that a link passed into the request, or else the session with all scopes."""

    def get(self, case, context):
        token = str((case.headers or {}).get("Authorization", "")).removeprefix("Bearer ")
        if token not in SESSIONS and FULL_CLIENT not in SESSIONS.values():
            SESSIONS[open_session(FULL_CLIENT)] = FULL_CLIENT
        return (token, SESSIONS[token]) if token in SESSIONS else next(one for one in SESSIONS.items() if one[1] == FULL_CLIENT)

    def set(self, case, session, context):
        case.headers["Authorization"], case.headers["X-Svc-Client-ID"] = f"Bearer {session[0]}", session[1]


def unsigned(case):
    """Removes generated signatures, because a wrong one is refused. The client id stays, because it belongs to the session."""
    for name in [name for name in case.headers or {} if name.lower().startswith("x-svc-") and name.lower() != "x-svc-client-id"]:
        del case.headers[name]


def task(case):
    skill = UNKNOWN_SKILL if RNG.random() < SHARE_OF_UNKNOWN_SKILLS else RNG.choice(AGENT["skills"])
    case.body.pop("type", None)
    case.body["input"] = {"skill": skill, "message": RNG.choice([TEXT, MESSAGE])}


def rpc(case):
    case.body["method"] = "tasks/send"
    case.body["params"] = {"skill": RNG.choice(AGENT["skills"]), "message": MESSAGE}


def mcp(case):
    """Calls a tool in the revision that needs no headers: a generated revision is hardly ever one that exists."""
    for name in [name for name in case.headers or {} if name.lower() in ("mcp-protocol-version", "mcp-method", "mcp-name")]:
        del case.headers[name]
    case.body["method"] = "tools/call"
    case.body["params"] = {"name": RNG.choice(AGENT["skills"]), "arguments": {"text": TEXT}}


WHEN_POSITIVE = {"chat": lambda case: None, "handleTask": task, "sendRpc": rpc, "sendMcp": mcp}


def keeps_generated_ids(case):
    return case.meta.phase.name.value in ("coverage", "fuzzing") and RNG.random() < SHARE_KEPT_AS_GENERATED


@schemathesis.hook
def before_call(context, case, kwargs):
    if not is_positive(case) or operation_id(case) not in WHEN_POSITIVE:
        return
    unsigned(case)
    if operation_id(case) == "sendMcp" or not keeps_generated_ids(case):
        WHEN_POSITIVE[operation_id(case)](case)


@schemathesis.hook
def after_call(context, case, response):
    if operation_id(case) == "openSession" and response.status_code == 200:
        SESSIONS[response.json()["session_token"]] = json.loads(response.request.body)["client_id"]


@schemathesis.check
def valid_tasks_are_refused_only_for_their_skill(ctx, response, case):
    """Requires that a valid task is refused with 400 or 422 only because of the skill or its input."""
    if operation_id(case) != "handleTask" or not is_positive(case) or response.status_code not in (400, 422):
        return
    code = response.json()["error"]["code"]
    assert code == {400: "invalid_request", 422: "unknown_skill"}[response.status_code], f"{response.status_code} with {code}"
    if response.status_code == 422:
        within = [one.get("skill") if isinstance(one, dict) else None for one in (case.body.get("input"), case.body.get("context"))]
        skill = within[0] or case.body.get("type") or within[1]
        assert skill not in AGENT["skills"], "a skill in the agent card is unknown"


@schemathesis.check
def task_responses_are_consistent(ctx, response, case):
    """Requires that `/a2a/tasks` never responds with 404, that a 200 response has the status `completed` with equal result and output, and that any other has `failed` with an error."""
    if case.path != "/a2a/tasks" or response.status_code in (204, 405, 431):
        return
    body = response.json()
    assert response.status_code != 404, "a task endpoint responds with 404"
    if response.status_code == 200:
        assert body["status"] == "completed", f"a 200 response has the status {body['status']}"
        assert body["result"] == body["output"], "result and output differ"
    else:
        assert body["status"] == "failed" and {"code", "message"} <= body["error"].keys(), "a failure without an error"


@schemathesis.check
def secrets_are_shown_once(ctx, response, case):
    """Requires that neither errors nor responses to GET contain a session token."""
    if response.request.method == "GET" or response.status_code >= 400:
        assert not SECRET.search(response.text), "a secret is shown"


@schemathesis.check
class SessionsBelongToTheirClients:
    """Checks after the run that chat is refused with an unknown token and with the client id of another client."""

    def after_run(self, ctx):
        token = open_session(FULL_CLIENT)
        for wrong in ((f"sess_{'0' * 43}", FULL_CLIENT), (token, "somebody-else")):
            status = chat(*wrong)
            assert status == 401, f"chat responds with {status} to {'an unknown session' if wrong[0] != token else 'another client'}"
        assert chat(token, FULL_CLIENT) == 200, "a session is not accepted from the client that opened it"


def chat(token, client_id):
    headers = {"Authorization": f"Bearer {token}", "X-Svc-Client-ID": client_id}
    return requests.post(f"{AGENT['url']}/chat", json={"message": TEXT}, headers=headers, timeout=10).status_code
