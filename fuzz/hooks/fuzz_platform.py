"""Hooks for the platform's contract: requests that are meant to be accepted concern something that exists."""

import os
from urllib.parse import unquote

import schemathesis

import checks
import onward
from ledger import parsed
from world import COOKIE, FACTS, NOBODY_LISTENS, OWN, PLANS, WEAK_OF_OWN, World

WORLD = World()
checks.WORLD = WORLD
if "FUZZ_WANTED_LINKS" in os.environ:
    onward.install(os.environ["FUZZ_WANTED_LINKS"])

KINDS = {
    "org_id": "organization",
    "organization_id": "organization",
    "workspace_id": "workspace",
    "X-Workspace-ID": "workspace",
    "svc_id": "agent",
    "agent_id": "agent",
    "installation_id": "installation",
    "image_ref": "image",
    "requester_id": "requester",
    "skill": "skill",
}
"""What the well-known names stand for. Any other name that ends in `_id` is a kind of its own, known from answers."""
ADDRESSES = ("upstream_url", "intake_url", "url")
LEAVE_AS_GENERATED = 0.1
"""Share of the requests that keep ids and credentials nobody knows, so that refusals are seen too."""


def operation_id(case):
    return case.operation.definition.raw.get("operationId")


def phase(case):
    return case.meta.phase.name.value


def chance(case, share):
    """
    Only in the fuzzing phase. Examples and coverage have few requests that are meant to be accepted, and a chain that is begun
    again has to get the same answers: otherwise Hypothesis takes the server for flaky, and ends the stateful phase early.
    """
    return phase(case) == "fuzzing" and WORLD.coins.random() < share


def leave_as_generated(case):
    return chance(case, LEAVE_AS_GENERATED)


def kind_of(name):
    return KINDS.get(name) or (name if name.endswith("_id") else None)


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def is_contract(case):
    """Whether the answer is a contract, whose ids are those of its examples."""
    return "contract" in case.operation.definition.raw.get("tags", ())


# Ids


def ground(case, container):
    """Puts ids that exist in the place of generated ones; those that came from an answer stay."""
    in_path = container is case.path_parameters
    for name, value in list(container.items()):
        kind = kind_of(name)
        value = unquote(value) if in_path and isinstance(value, str) else value
        if name == "did" and not leave_as_generated(case):
            container[name] = f"did:svc:{WORLD.pick('agent')}"
        elif name in ADDRESSES:
            container[name] = WORLD.coins.choice([NOBODY_LISTENS, FACTS["agent"]["url"] + "/a2a/tasks"])
        elif kind and not usable(case, kind, value) and not leave_as_generated(case):
            container[name] = WORLD.pick(kind) or value
        elif isinstance(value, dict) and name == "context":
            ground(case, value)


def usable(case, kind, value):
    """In a chain whatever some answer named, even when it is gone by now: that is what chains are for."""
    return WORLD.seen(kind, value) if phase(case) == "stateful" else WORLD.seen(kind, value) and not WORLD.is_gone(kind, value)


def harvest(value):
    """Remembers the ids in an answer, except those of the sandbox's own agent, which has to stay alive."""
    if isinstance(value, list):
        for one in value[:5]:
            harvest(one)
    if not isinstance(value, dict) or FACTS["agent"]["svc_id"] in (value.get("svc_id"), value.get("agent_id")):
        return
    for name, one in value.items():
        kind = kind_of(name)
        if kind and isinstance(one, str):
            WORLD.remember(kind, one)
        elif isinstance(one, (dict, list)):
            harvest(one)


# Credentials in bodies, and what must outlive the run


def install_token(case):
    dead = [token for token, (at, _) in WORLD.ledger.consumed.items() if at == float("-inf")]
    if dead and chance(case, SELDOM):
        case.body["install_token"] = WORLD.coins.choice(dead)
    elif case.body.get("install_token") not in WORLD.ledger.consumed and case.body.get("install_token") not in WORLD.ledger.workspace:
        case.body["install_token"] = WORLD.install_token() or WORLD.last_token


def refresh_token(case):
    one = WORLD.ledger.installations.get(case.path_parameters["installation_id"])
    case.body["refresh_token"] = one and one.refresh or case.body["refresh_token"]


def pin(case):
    known = case.body.get("challenge_id")
    if WORLD.ledger.challenges.get(known) == OWN["admin_email"] == case.body.get("email"):
        case.body["pin"] = WORLD.pin_of(known)
    else:
        case.body.update(WORLD.challenge(OWN["admin_email"]))


def known_address(case):
    if phase(case) == "stateful" or chance(case, 0.2):
        case.body["email"] = OWN["admin_email"]


def own_pair(case):
    """An agent in the workspace in which it is installed, now and then one that is out of use."""
    case.body["workspace_id"] = OWN["workspace_id"]
    case.body["agent_id"] = any_agent(case)


def any_agent(case):
    return FACTS["suspended_agent"] if chance(case, SELDOM) else WORLD.coins.choice(WORLD.standing["agent"])


def known_agent(case):
    if case.body.get("agent_id") not in WORLD.harvest.get("agent", ()):
        case.body["agent_id"] = any_agent(case)


def unrestricted(case):
    """Only the owner restricts an agent, and to own one takes its private key."""
    for name in ("private", "installable_by", "installers"):
        case.body.pop(name, None)


def own_agent(case):
    """An agent that the organization has registered itself."""
    case.path_parameters["svc_id"] = WORLD.own_agent
    unrestricted(case)


def new_agent(case):
    """Under an id that is free, and without a proof: nobody can sign for a generated key."""
    case.body.pop("proof", None)
    unrestricted(case)
    if case.body["svc_id"] in WORLD.registered:
        case.body["svc_id"] = f"{case.body['svc_id'][:200].rstrip('.')}-{next(WORLD.numbers)}"
    WORLD.registered.add(case.body["svc_id"])


def possible_task(case):
    """A task for an agent that has the skill."""
    case.body.pop("target", None)
    case.body["skill"] = WORLD.coins.choice(FACTS["agent"]["skills"])
    case.body["context"]["workspace_id"] = OWN["workspace_id"]
    case.body["message"] = "Invoice 2026-0117 of Paper Mill Ltd: 1280.50 EUR, due 2026-03-16."
    case.body.pop("timeout_ms", None)


def first_page(case):
    """Links follow the first item of a page, so there should be one."""
    if phase(case) == "stateful" and case.query:
        case.query.clear()


def own_session(case):
    if (case.headers or {}).get("Authorization") == f"Bearer {WORLD.session}":
        case.headers["Authorization"] = f"Bearer {WORLD.sign_in()}"
    if (case.cookies or {}).get(COOKIE) == WORLD.session:
        case.cookies[COOKIE] = WORLD.sign_in()


def spare_workspace(case):
    """One that may go; now and then it is in use."""
    if case.path_parameters.get("workspace_id") in (*WORLD.standing["workspace"], WORLD.yard):
        case.path_parameters["workspace_id"] = WORLD.new_workspace() or "ws_none"
        if chance(case, 2 * SELDOM):
            WORLD.install(case.path_parameters["workspace_id"])


def spare_installation(case):
    if case.path_parameters.get("installation_id") in WORLD.standing["installation"]:
        case.path_parameters["installation_id"] = WORLD.install() or "none"


def in_the_yard(case):
    """What concerns a whole workspace happens where nothing has to stay; now and then there is something, and in a chain always."""
    if case.path_parameters.get("workspace_id") in WORLD.standing["workspace"]:
        case.path_parameters["workspace_id"] = WORLD.yard or "ws_none"
        if WORLD.yard and (phase(case) == "stateful" or chance(case, 2 * SELDOM)):
            WORLD.install(WORLD.yard)


def spare_token(case):
    """One that nobody has used."""
    made = WORLD.install_token_record()
    if made:
        case.path_parameters.update({"workspace_id": made["workspace_id"], "token_id": made["token_id"]})


def spare_key(case):
    made = WORLD.new_key()
    case.path_parameters.update({"org_id": OWN["organization_id"], "key_id": made and made["key_id"] or "key_none"})


def spare_member(case):
    made = WORLD.new_member()
    case.path_parameters.update({"org_id": OWN["organization_id"], "user_id": made and made["user_id"] or "usr_none"})


def spare_invitation(case):
    made = WORLD.new_invitation()
    case.path_parameters.update({"org_id": OWN["organization_id"], "invitation_id": made and made["invitation_id"] or "inv_none"})


def as_person(case, email):
    """Sends the request in the name of somebody else than the administrator."""
    if (case.headers or {}).get("Authorization") == f"Bearer {WORLD.session}":
        case.headers["Authorization"] = f"Bearer {WORLD.sign_in(email)}"
    if (case.cookies or {}).get(COOKIE) == WORLD.session:
        case.cookies[COOKIE] = WORLD.sign_in(email)


def invited_person(case):
    """Whoever answers an invitation is somebody new: the administrator stays in one organization."""
    made = WORLD.new_invitation()
    if made:
        case.path_parameters["invitation_id"] = made["invitation_id"]
        as_person(case, made["email"])


def somebody_invited(case):
    """Links follow the first invitation of whoever asks, and the administrator has none."""
    made = WORLD.new_invitation() if phase(case) == "stateful" else None
    if made:
        as_person(case, made["email"])


def leaving_person(case):
    made = WORLD.new_member()
    if made:
        as_person(case, made["email"])


def other_role(case):
    """The administrator of a sandbox makes no owners."""
    if case.body.get("role") == "owner":
        case.body["role"] = "developer"


def somebody_new(case):
    case.body["email"] = WORLD.new_email()
    other_role(case)


def own_role(case):
    spare_member(case)
    other_role(case)


def new_dispute(case):
    """About an agent and a task that nobody has disputed."""
    if case.path_parameters.get("svc_id") in WORLD.standing["agent"]:
        case.path_parameters["svc_id"] = WORLD.disputed_agent()
    case.body.pop("organization_id", None)
    case.body["evidence"] = {"task_id": WORLD.new_task_id(), "logs": "total=1280.50 tax=0.00"}


def open_dispute(case):
    named = case.path_parameters.get("dispute_id")
    if phase(case) != "stateful" or named in WORLD.decided or not WORLD.seen("dispute_id", named):
        case.path_parameters["dispute_id"] = WORLD.new_dispute() or "dsp_none"


def dispute_to_judge(case):
    """One that nobody has decided; now and then one of which the last word is said."""
    open_dispute(case)
    if WORLD.decided and chance(case, SELDOM):
        case.path_parameters["dispute_id"] = WORLD.coins.choice(sorted(WORLD.decided))


def waiting_dispute(case):
    """Links follow the first of those that wait, so somebody has to wait, whatever was judged before."""
    first_page(case)
    if phase(case) == "stateful":
        WORLD.new_dispute()


def any_policy(case):
    case.headers["If-Match"] = "*"


def first_version(case):
    case.path_parameters["version"] = 1


def harmless_command(case):
    if case.body.get("type") == "terminate":
        spare_installation(case)


def finished_scan(case):
    """While a newer scan is under way there is no bill of materials."""
    WORLD.settle()


def plan_of(case):
    """
    The plan on which a request is sent. Half of the requests that are meant to be accepted come while the organization is on the
    highest plan, so that every operation of a lower one is served and refused in turn, from one request to the next.
    """
    if phase(case) == "stateful" or "402" not in case.operation.definition.raw["responses"] or not is_positive(case):
        return OWN["plan"]
    waiting = (operation_id(case), phase(case)) not in WORLD.served
    return PLANS[-1] if waiting or WORLD.coins.random() < 0.5 else OWN["plan"]


ALWAYS = {"deleteWorkspace": spare_workspace, "endAdminSession": own_session, "leaveOrganization": leaving_person, "revokeInstallations": in_the_yard, "setWorkspacePolicy": in_the_yard}
MADE_FOR = {"setMemberRole": own_role, "deleteMember": spare_member, "revokeApiKey": spare_key, "withdrawInvitation": spare_invitation}
"""What could take away something that the run itself lives on concerns something that is made for it."""
WHEN_POSITIVE = {
    "bootstrapInstallation": install_token,
    "refreshRuntimeToken": refresh_token,
    "requestAdminPin": known_address,
    "verifyAdminPin": pin,
    "createBrowserSession": pin,
    "revokeInstallation": spare_installation,
    "revokeInstallToken": spare_token,
    "setWorkspacePolicy": any_policy,
    "getPolicyVersion": first_version,
    "inviteMember": somebody_new,
    "listOwnInvitations": somebody_invited,
    "acceptInvitation": invited_person,
    "declineInvitation": invited_person,
    "openDispute": new_dispute,
    "getDispute": open_dispute,
    "createDisputeComment": open_dispute,
    "listDisputes": first_page,
    "listDisputeCases": waiting_dispute,
    "getDisputeCase": open_dispute,
    "judgeDispute": dispute_to_judge,
    "sendInstallationCommand": harmless_command,
    "recoverInstallation": own_pair,
    "createInstallToken": known_agent,
    "registerAgent": new_agent,
    "updateAgent": own_agent,
    "routeTask": possible_task,
    "getImageSbom": finished_scan,
    "listWorkspaces": first_page,
    "listInstallations": first_page,
    "listInstallTokens": first_page,
    "listNetworkAgents": first_page,
    "searchAuditLogs": first_page,
}
OWN_IDS = {"registerAgent", "verifyAdminPin", "createBrowserSession"}
"""Operations whose ids are new, or looked after elsewhere."""
SELDOM = 0.1
ODD_LETTERS = 0.2
CLOSED = {"role", "type", "issue_type", "judgement"}
"""Members with a fixed set of values."""


def add_odd_letters(case):
    """Letters that programs forget. Where they are not allowed, the request is one that has to be refused.

    An e-mail address gets none: readers of patterns disagree whether `$` may stand before U+2028.
    """
    texts = [name for name, value in case.body.items() if isinstance(value, str) and not kind_of(name) and name not in CLOSED and "@" not in value] if isinstance(case.body, dict) else []
    if texts and chance(case, ODD_LETTERS):
        name = WORLD.coins.choice(texts)
        case.body[name] = case.body[name][:20] + WORLD.coins.choice(["\U0001f600", "e\u0301\u200b", "\u202eabc", "\u2028", "\ufffd\U0010fffd"])


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = operation_id(case)
    WORLD.move_to_plan(plan_of(case))
    if is_positive(case):
        for container in () if operation in OWN_IDS else (case.path_parameters, case.query, case.headers, case.body):
            if hasattr(container, "items"):
                ground(case, container)
        if not leave_as_generated(case):
            WHEN_POSITIVE.get(operation, lambda _: None)(case)
        add_odd_letters(case)
    ALWAYS.get(operation, lambda _: None)(case)
    if is_positive(case) and concerns_cookie(case) and chance(case, SELDOM):
        case.headers["Sec-Fetch-Site"] = "cross-site"
    if operation in MADE_FOR and (is_positive(case) or case.operation.method.upper() == "DELETE"):
        MADE_FOR[operation](case)


@schemathesis.hook
def after_call(context, case, response):
    checks.SENTENCES[case.id] = WORLD.ledger.observe(response)
    checks.PLAN[case.id] = WORLD.plan
    WORLD.move_to_plan(OWN["plan"])
    if 200 <= response.status_code < 300:
        if checks.is_call(case, response):
            checks.ACCEPTED[operation_id(case)].append(response.request)
            remember_guard(case)
            WORLD.served.add((operation_id(case), phase(case)))
            if operation_id(case) == "judgeDispute":
                note_decision(parsed(response.content)["dispute"])
        if not is_contract(case):
            harvest(parsed(response.content))


def note_decision(dispute):
    if dispute["state"] in ("upheld", "rejected"):
        WORLD.decided.add(dispute["dispute_id"])


def concerns_cookie(case):
    return operation_id(case) == "createBrowserSession" or COOKIE in (case.cookies or {})


def remember_guard(case):
    raw = case.operation.definition.raw
    if checks.is_guarded(raw):
        WORLD.guarded[raw["operationId"]] = {kind for one in raw["security"] for kind in one}


# Credentials in headers


@schemathesis.auth(refresh_interval=None)
class Credentials:
    """A credential of a kind that the operation takes; of several alternatives usually the first."""

    def get(self, case, context):
        alternatives = [next(iter(one)) for one in case.operation.definition.raw.get("security", [{"ApiKey": []}]) if one]
        if not alternatives:
            return None
        other = len(alternatives) > 1 and chance(case, OTHER_CREDENTIAL)
        may_be_weak = case.operation.definition.raw["operationId"] not in FOR_EVERY_MEMBER
        if may_be_weak and is_positive(case) and takes_input(case) and chance(case, WEAK_CREDENTIAL):
            return WEAK[WORLD.coins.choice(alternatives)](case)
        return OF_KIND[WORLD.coins.choice(alternatives[1:]) if other else alternatives[0]](case)

    def set(self, case, header, context):
        name, value = header
        if name == COOKIE:
            # Beside a credential in a header the cookie would not count.
            for other in [one for one in case.headers if one.lower() in ("authorization", "x-api-key")]:
                del case.headers[other]
            case.cookies = {**(case.cookies or {}), COOKIE: value}
        else:
            case.headers[name] = value


def takes_input(case):
    return bool(case.path_parameters or case.query or isinstance(case.body, dict))


def linked(case, prefix):
    token = str((case.headers or {}).get("Authorization", "")).removeprefix("Bearer ")
    return token if token.startswith(prefix) else None


def usual_session(case):
    """Of the person whom an operation is for."""
    return WORLD.operator_session if "operator" in case.operation.definition.raw.get("tags", ()) else WORLD.session


def session(case):
    return ("Authorization", f"Bearer {linked(case, 'adm_') or usual_session(case)}")


def runtime_token(case):
    """The token that fits the installation of the path; where there is none, that of an installation that stays."""
    token = linked(case, "srt_")
    if token in WORLD.ledger.owner:
        return ("Authorization", f"Bearer {token}")
    path = case.path_parameters or {}
    known = WORLD.ledger.installations.get(path.get("installation_id"))
    if not (known and known.runtime) and is_positive(case) and WORLD.standing["installation"]:
        installation_id = WORLD.coins.choice(WORLD.standing["installation"])
        known = WORLD.ledger.installations[installation_id]
        if "installation_id" in path:
            path["installation_id"] = installation_id
    return ("Authorization", f"Bearer {known.runtime[-1]}") if known and known.runtime else None


OF_KIND = {
    "ApiKey": lambda _: ("X-API-Key", OWN["api_key"]),
    "ApiKeyBearer": lambda _: ("Authorization", f"Bearer {OWN['api_key']}"),
    "AdminSession": session,
    "AdminCookie": lambda case: (COOKIE, usual_session(case)),
    "RuntimeToken": runtime_token,
}
WEAK = {
    **OF_KIND,
    "ApiKey": lambda _: ("X-API-Key", WEAK_OF_OWN["api_key"]),
    "ApiKeyBearer": lambda _: ("Authorization", f"Bearer {WEAK_OF_OWN['api_key']}"),
    "AdminSession": lambda case: ("Authorization", f"Bearer {WORLD.weak_session}"),
    "AdminCookie": lambda case: (COOKIE, WORLD.weak_session),
}
OTHER_CREDENTIAL = 0.15
# No role is too weak for these, and the next round needs the person still.
FOR_EVERY_MEMBER = {"leaveOrganization"}
WEAK_CREDENTIAL = 0.1
