"""Checks that are made after a run. Most of them send requests that must be refused."""

import collections
import re

from world import FACTS, NEIGHBOUR, OWN, PLANS

MANY = 40
TRIED = collections.Counter()


def run_checks(world, accepted):
    yield from create_resources(world)
    yield from by_neighbour(world, accepted)
    yield from with_insufficient_credentials(world, accepted)
    yield from truncated_bodies(world, accepted)
    yield from wrong_pin(world)
    yield from ended_credentials(world)
    yield from revoked_tokens(world)
    yield from replays_after_changes(world)
    yield from suspended_agent(world)
    world.advance(61)
    yield from consumed_tokens(world)
    world.advance(11 * 60)
    yield from replaced_tokens(world, revoked=False)
    # The deadline of a revoked installation is after its next heartbeat, which may be an hour away.
    world.advance(51 * 60)
    yield from replaced_tokens(world, revoked=True)
    yield from revoked_installations(world)


def create_resources(world):
    """Takes one resource of each kind through its lifecycle, so that every check has something to test, however short the run was."""
    world.move_to_plan(PLANS[-1])
    key = {"X-API-Key": OWN["api_key"]}
    agent_id = world.register_agent()
    installations = [bootstrap(world, agent_id) for _ in range(2)]
    for one in installations:
        where = f"/installations/{one['installation_id']}"
        newer = [world.must(f"{where}/refresh", {"refresh_token": one["refresh_token"]}) for _ in range(2)]
        for token in [one["runtime_token"], *(each["runtime_token"] for each in newer)]:
            yield from expect(world, "leases with older and newer runtime tokens", "POST", f"{where}/lease", (200,), {}, token)
    foreign_token = {"refresh_token": installations[0]["refresh_token"]}
    yield from expect(world, "refresh tokens of another installation", "POST", f"/installations/{installations[1]['installation_id']}/refresh", (401,), foreign_token)
    revoked = bootstrap(world, world.register_agent())
    world.must("/installations/recovery", {"agent_id": agent_id, "workspace_id": OWN["workspace_id"]}, **key)
    world.must(f"/installations/{revoked['installation_id']}/revoke", {}, **key)
    yield from expect(world, "leases of revoked installations before the deadline", "POST", f"/installations/{revoked['installation_id']}/lease", (200,), {}, revoked["runtime_token"])
    world.call("DELETE", "/admin/auth/session", Authorization=f"Bearer {world.sign_in()}")
    gone = f"/orgs/{OWN['organization_id']}/workspaces/{world.new_workspace()}"
    world.call("DELETE", gone, **key)
    yield from expect(world, "deleted workspaces", "GET", gone, (404,), **key)
    world.move_to_plan(OWN["plan"])


def bootstrap(world, agent_id):
    token = world.install_token(agent_id=agent_id)
    made = world.must("/installations/bootstrap", {"install_token": token})
    world.must("/installations/bootstrap", {"install_token": token})
    return made


def with_insufficient_credentials(world, accepted):
    """Repeats requests that require a scope or the operator's role, with a key that has no scopes and as a viewer; both must be refused."""
    for operation, requests in accepted.items():
        for name, value in world.insufficient_headers(operation):
            again = requests[-1].copy()
            for header in ("X-API-Key", "Authorization", "Cookie"):
                again.headers.pop(header, None)
            again.headers[name] = value
            status = world.http.send(again, timeout=10).status_code
            TRIED["requests with insufficient permissions"] += 1
            if status < 300:
                yield f"{operation} responds with {status} to a credential with insufficient permissions"


def truncated_bodies(world, accepted):
    """Sends truncated bodies, which must be refused with 4xx."""
    for operation, requests in accepted.items():
        again = requests[-1].copy()
        if not as_text(again.body).endswith("}"):
            continue
        again.prepare_body(again.body[:-1], None)
        status = world.http.send(again, timeout=10).status_code
        TRIED["truncated bodies"] += 1
        if status // 100 != 4:
            yield f"{operation} responds with {status} to a truncated body"


def by_neighbour(world, accepted):
    """Repeats, as another organization, the requests that name resources of the organization under test."""
    ours = re.compile(rf"(?<![\w-])({'|'.join([OWN['organization_id'], OWN['workspace_id'], *world.permanent['installation']])})(?![\w-])")
    for operation, requests in accepted.items():
        for request in requests:
            own_key = request.headers.get("X-API-Key") or request.headers.get("Authorization", "").removeprefix("Bearer ")
            # Anyone may dispute a public agent, and the text of a dispute may contain any id.
            body = "" if operation == "openDispute" else as_text(request.body)
            text = f"{request.url} {request.headers.get('X-Workspace-ID')} {body}"
            if own_key == OWN["api_key"] and ours.search(text):
                yield from denied_to_neighbour(world, operation, request, ours)


def denied_to_neighbour(world, operation, request, ours):
    """Sends a request as another organization. Only a GET may succeed, and its response must contain none of the ids in `ours`."""
    again = request.copy()
    for name in ("X-API-Key", "Authorization"):
        if name in again.headers:
            again.headers[name] = again.headers[name].replace(OWN["api_key"], NEIGHBOUR["api_key"])
    response = world.http.send(again, timeout=10)
    status = response.status_code
    TRIED["requests for resources of another organization"] += 1
    discloses_nothing = request.method == "GET" and not ours.search(response.text)
    if status < 300 and not discloses_nothing:
        yield f"{operation} responds with {status} to another organization"


def expect(world, what, method, path, statuses, body=None, token=None, **headers):
    response = world.call(method, path, body, **headers, **({"Authorization": f"Bearer {token}"} if token else {}))
    TRIED[what] += 1
    if response.status_code not in statuses:
        yield f"{what}: {method} {path.split('/')[-1]} responds with {response.status_code}, not {statuses}"


def ended_credentials(world):
    for token, reason in list(world.ledger.ended.items())[-4 * MANY:]:
        if str(token).startswith("adm_"):
            yield from expect(world, "ended sessions", "GET", "/admin/auth/session", (401,), token=token)
        elif str(token).startswith("srf_"):
            yield from ended_refresh_token(world, token)
        elif str(token).startswith("srt_"):
            path = f"/installations/{world.ledger.owner[token]}/lease"
            yield from expect(world, "runtime tokens from before a recovery", "POST", path, (401, 403), {}, token)
    for sent in list(world.ledger.used_challenges.values())[-MANY:]:
        yield from expect(world, "used PINs", "POST", "/admin/auth/verify-pin", (401,), sent)


def ended_refresh_token(world, token):
    path = f"/installations/{world.ledger.owner[token]}/refresh"
    yield from expect(world, "refresh tokens from before a revocation or recovery", "POST", path, (401,), {"refresh_token": token})


def wrong_pin(world):
    sent = world.challenge(OWN["admin_email"])
    wrong = {**sent, "pin": f"{(int(sent['pin']) + 1) % 10**8:08}"}
    yield from expect(world, "wrong PIN", "POST", "/admin/auth/verify-pin", (401,), wrong)
    other = {**sent, "email": NEIGHBOUR["admin_email"]}
    yield from expect(world, "PIN of another person", "POST", "/admin/auth/verify-pin", (401,), other)


def revoked_tokens(world):
    """Uses runtime tokens of revoked installations for requests other than heartbeats."""
    for name, one in list(world.ledger.installations.items()):
        where = world.ledger.workspace.get(name)
        if one.revoked_until is not None and one.runtime and where == OWN["workspace_id"]:
            yield from expect(world, "runtime tokens of revoked installations", "GET", f"/workspaces/{where}/policy", (401,), token=one.runtime[-1])


def replays_after_changes(world):
    """Exchanges install tokens again, within the 60 seconds of the replay window, after their installation was recovered or revoked."""
    key = {"X-API-Key": OWN["api_key"]}
    agent_id = world.register_agent()
    token = world.install_token(agent_id=agent_id)
    made = token and world.make("/installations/bootstrap", {"install_token": token})
    if not made:
        return
    recovered = world.make("/installations/recovery", {"agent_id": agent_id, "workspace_id": OWN["workspace_id"]}, **key)
    if recovered is None or recovered["installation_id"] != made["installation_id"]:
        yield "a recovery did not choose the only installation of the agent"
    yield from expect(world, "install tokens after a recovery", "POST", "/installations/bootstrap", (409,), {"install_token": token})
    token = world.install_token()
    made = token and world.make("/installations/bootstrap", {"install_token": token})
    if made:
        world.make(f"/installations/{made['installation_id']}/revoke", {}, **key)
        yield from expect(world, "install tokens after a revocation", "POST", "/installations/bootstrap", (409,), {"install_token": token})


def suspended_agent(world):
    key = {"X-API-Key": OWN["api_key"]}
    path = f"/workspaces/{OWN['workspace_id']}/install-tokens"
    yield from expect(world, "install tokens for a suspended agent", "POST", path, (403,), {"agent_id": FACTS["suspended_agent"]}, **key)


def consumed_tokens(world):
    in_existing_workspaces = [token for token in world.ledger.consumed if world.ledger.workspace.get(token) not in world.ledger.deleted_workspaces]
    for token in in_existing_workspaces[-MANY:]:
        yield from expect(world, "install tokens after their replay window", "POST", "/installations/bootstrap", (409,), {"install_token": token})


def replaced_tokens(world, revoked):
    for installation_id, one in list(world.ledger.installations.items()):
        if (one.revoked_until is not None) != revoked:
            continue
        for token in list(one.replaced)[-2:]:
            path = f"/installations/{installation_id}/lease"
            yield from expect(world, "runtime tokens five minutes after their replacement", "POST", path, (401, 403), {}, token)


def revoked_installations(world):
    revoked = [(name, one) for name, one in world.ledger.installations.items() if one.revoked_until is not None and one.runtime]
    for installation_id, one in revoked[-MANY:]:
        path = f"/installations/{installation_id}/lease"
        yield from expect(world, "leases of revoked installations after the deadline", "POST", path, (401, 403), {}, one.runtime[-1])


def as_text(body):
    return body.decode("utf-8", "replace") if isinstance(body, bytes) else str(body or "")
