"""Checks of our own: promises of the interface that no general fuzzer knows."""

import collections
import json
import os

import schemathesis

import afterwards
from world import COOKIE, FACTS, OWN, PLANS, WEAK_OF_OWN

WORLD = None
SENTENCES = {}
"""What the ledger had to complain about, by the id of the case."""
PLAN = {}
"""The plan on which a case was sent, by its id."""
ACCEPTED = collections.defaultdict(lambda: collections.deque(maxlen=3))
"""The last requests of every operation that were answered with 2xx."""


def is_call(case, response):
    """Whether this is a call of the operation: coverage also tries other methods of its path."""
    return response.request.method == case.operation.method.upper()


@schemathesis.check
def credentials_keep_their_promises(ctx, response, case):
    """Dead credentials stay dead, versions rise, replays show no refresh token, and secrets are shown once."""
    sentences = SENTENCES.pop(case.id, [])
    assert not sentences, "; ".join(sentences)


@schemathesis.check
def result_equals_output(ctx, response, case):
    """Both names of what an agent answered hold the same."""
    if response.status_code != 200 or "json" not in str(response.headers.get("content-type")):
        return
    body = response.json()
    if isinstance(body, dict) and {"result", "output"} & body.keys():
        assert body.get("result") == body.get("output"), "result and output differ"


@schemathesis.check
def plan_gates_hold(ctx, response, case):
    """An operation above the plan is never served, one within it is never refused for the plan."""
    if not is_call(case, response):
        return
    required = case.operation.definition.raw.get("x-required-plan", "free")
    plan = PLAN.get(case.id, OWN["plan"])
    if PLANS.index(required) > PLANS.index(plan):
        assert not 200 <= response.status_code < 300, f"{required} is required, and {plan} was served"
    elif response.status_code == 402:
        assert "_LIMIT_EXCEEDED" in response.json()["code"], f"{plan} is refused, and {required} is enough"
        assert plan != PLANS[-1], "the highest plan has a limit"


def is_guarded(raw):
    """Whether an operation takes more than any credential: a scope, a role that acts, the role of an operator."""
    return "x-required-scope" in raw or "operator" in raw.get("tags", ())


@schemathesis.check
def weak_credentials_do_nothing(ctx, response, case):
    """Without its scope a key, and without the role that it takes a person, gets nothing."""
    if not is_call(case, response) or not is_guarded(case.operation.definition.raw) or not 200 <= response.status_code < 300:
        return
    headers = response.request.headers
    key = headers.get("X-API-Key") or headers.get("Authorization", "").removeprefix("Bearer ") or headers.get("Cookie", "").removeprefix(f"{COOKIE}=")
    assert key not in (WEAK_OF_OWN["api_key"], WORLD.weak_session), "a credential without the scope or role is enough"


@schemathesis.check
def pages_of_other_origins_get_nothing(ctx, response, case):
    """What a page of another origin makes a browser send is never served."""
    assert response.request.headers.get("Sec-Fetch-Site") != "cross-site" or response.status_code >= 400, "a page of another origin is served"


@schemathesis.check
def suspended_agents_get_nothing(ctx, response, case):
    """An agent out of use gets neither an install token nor credentials."""
    body = case.body if isinstance(case.body, dict) else {}
    if body.get("agent_id") == FACTS["suspended_agent"]:
        assert not 200 <= response.status_code < 300, "a suspended agent is let in"


@schemathesis.check
class NothingSurvivesTheRun:
    """After the run, what must not work is tried once more: by the neighbour, with dead credentials, and after the windows."""

    def after_run(self, ctx):
        sentences = list(afterwards.examine(WORLD, ACCEPTED))
        sentences += WORLD.ledger.broken
        with open(os.environ["FUZZ_AFTERWARDS"], "w", encoding="utf-8") as file:
            json.dump({"tried": afterwards.TRIED, "broken": sorted(set(sentences))}, file)
        assert not sentences, "; ".join(sorted(set(sentences)))
