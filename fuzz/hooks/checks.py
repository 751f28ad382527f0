"""The project's own checks: rules of the specification that a general fuzzer does not know."""

import collections
import json
import os

import schemathesis

import follow_up
from world import COOKIE, FACTS, OWN, PLANS, VIEWER_SCOPES, INSUFFICIENT_CREDENTIALS

WORLD = None
VIOLATIONS = {}
"""The violations that the ledger reported, by the id of the case."""
PLAN = {}
"""The plan of the organization when a case was sent, by the id of the case."""
ACCEPTED = collections.defaultdict(lambda: collections.deque(maxlen=3))
"""The latest successful requests of every operation."""


def is_call(case, response):
    """Returns whether the request uses the method of the operation; the coverage phase also tries other methods."""
    return response.request.method == case.operation.method.upper()


@schemathesis.check
def credentials_follow_their_lifecycle(ctx, response, case):
    """Requires that invalidated credentials stay invalid, versions increase, replays contain no refresh token, and secrets are shown once."""
    sentences = VIOLATIONS.pop(case.id, [])
    assert not sentences, "; ".join(sentences)


@schemathesis.check
def result_equals_output(ctx, response, case):
    """Requires that `result` and `output` of a task are equal."""
    if response.status_code != 200 or "json" not in str(response.headers.get("content-type")):
        return
    body = response.json()
    if isinstance(body, dict) and {"result", "output"} & body.keys():
        assert body.get("result") == body.get("output"), "result and output differ"


@schemathesis.check
def plan_gates_hold(ctx, response, case):
    """Requires that an operation of a higher plan is refused, and that one within the plan is not refused because of the plan."""
    if not is_call(case, response):
        return
    required = case.operation.definition.raw.get("x-required-plan", "free")
    plan = PLAN.get(case.id, OWN["plan"])
    if PLANS.index(required) > PLANS.index(plan):
        assert not 200 <= response.status_code < 300, f"the {required} plan is required, but a request on the {plan} plan succeeded"
    elif response.status_code == 402:
        assert "_LIMIT_EXCEEDED" in response.json()["code"], f"a request on the {plan} plan was refused, although the {required} plan is enough"
        assert plan != PLANS[-1], "a request on the highest plan was refused because of a quota"


def is_guarded(raw):
    """Returns whether an operation requires a scope or the role of an operator, and not just any credential."""
    return "x-required-scope" in raw or "operator" in raw.get("tags", ())


@schemathesis.check
def insufficient_credentials_are_refused(ctx, response, case):
    """Requires that keys without the scope and people without the role are refused."""
    if not is_call(case, response) or not is_guarded(case.operation.definition.raw) or not 200 <= response.status_code < 300:
        return
    headers = response.request.headers
    key = headers.get("X-API-Key") or headers.get("Authorization", "").removeprefix("Bearer ") or headers.get("Cookie", "").removeprefix(f"{COOKIE}=")
    assert key != INSUFFICIENT_CREDENTIALS["api_key"], "a key without the required scope was accepted"
    viewer_may_read = case.operation.definition.raw.get("x-required-scope") in VIEWER_SCOPES
    assert viewer_may_read or key != WORLD.viewer_session, "a session without the required role was accepted"


@schemathesis.check
def cross_origin_requests_are_refused(ctx, response, case):
    """Requires that cross-origin requests from browsers are refused."""
    assert response.request.headers.get("Sec-Fetch-Site") != "cross-site" or response.status_code >= 400, "a cross-origin request is served"


@schemathesis.check
def suspended_agents_are_refused(ctx, response, case):
    """Requires that a suspended agent gets neither an install token nor credentials."""
    body = case.body if isinstance(case.body, dict) else {}
    if body.get("agent_id") == FACTS["suspended_agent"]:
        assert not 200 <= response.status_code < 300, "a suspended agent is accepted"


@schemathesis.check
class ForbiddenRequestsAreRefused:
    """After the run, sends requests that must be refused: as another organization, with invalidated credentials, and after time limits."""

    def after_run(self, ctx):
        sentences = list(follow_up.run_checks(WORLD, ACCEPTED))
        sentences += WORLD.ledger.broken
        with open(os.environ["FUZZ_FOLLOW_UP"], "w", encoding="utf-8") as file:
            json.dump({"tried": follow_up.TRIED, "broken": sorted(set(sentences))}, file)
        assert not sentences, "; ".join(sorted(set(sentences)))
