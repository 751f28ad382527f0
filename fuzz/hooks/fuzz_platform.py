"""Hooks for the platform's contract: valid requests get identifiers and credentials that exist."""

import os
from urllib.parse import unquote

import schemathesis
from schemathesis.core.deserialization import deserialize_yaml

import checks
import long_chains
from ledger import parsed
from world import COOKIE, FACTS, UNREACHABLE_URL, OWN, PLANS, SESSIONS, VIEWER_SCOPES, INSUFFICIENT_CREDENTIALS, World

WORLD = World()
checks.WORLD = WORLD
if "FUZZ_WANTED_LINKS" in os.environ:
    long_chains.install(os.environ["FUZZ_WANTED_LINKS"])

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
"""The kinds of identifiers by parameter name. Any other name that ends in `_id` is a kind of its own, whose values are learned from responses."""
ADDRESSES = ("upstream_url", "intake_url", "url")
SHARE_KEPT_AS_GENERATED = 0.1
"""Share of the requests that keep their unknown ids and credentials, so that refusals are tested too."""


DOCUMENTS = {}
"""Parsed YAML documents by their bytes. Parsing the contract takes seconds on a slow machine, and a run receives it dozens of times."""


@schemathesis.deserializer("application/yaml")
def parse_yaml_once(_context, response):
    if response.content not in DOCUMENTS:
        DOCUMENTS[response.content] = deserialize_yaml(response.content.decode())
    return DOCUMENTS[response.content]


EXAMPLES = set()
"""The strings in the examples of the contract. Data under these ids exists in the sandbox, but belongs to another organization."""


def texts_in(value):
    if isinstance(value, dict):
        for one in value.values():
            yield from texts_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts_in(one)
    elif isinstance(value, str):
        yield value


@schemathesis.hook
def before_load_schema(context, raw_schema):
    components = raw_schema["components"]
    EXAMPLES.update(texts_in(components["examples"]))
    EXAMPLES.update(texts_in([one.get("example") for one in components["parameters"].values()]))


def operation_id(case):
    return case.operation.definition.raw.get("operationId")


def phase(case):
    return case.meta.phase.name.value


def chance(case, share):
    """
    Returns true for a share of the requests in the fuzzing phase. In the other phases it returns false: examples and coverage have few
    valid requests, and a repeated chain needs the same responses, or Hypothesis would consider the server flaky and end the phase.
    """
    return phase(case) == "fuzzing" and WORLD.rng.random() < share


def keeps_generated_ids(case):
    return chance(case, SHARE_KEPT_AS_GENERATED)


def kind_of(name):
    return KINDS.get(name) or (name if name.endswith("_id") else None)


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def is_contract(case):
    """Returns whether the response is a contract; the ids in it belong to its examples."""
    return "contract" in case.operation.definition.raw.get("tags", ())


# Ids


def substitute_ids(case, container):
    """Replaces generated ids with existing ones, and keeps those that came from a response."""
    in_path = container is case.path_parameters
    for name, value in list(container.items()):
        kind = kind_of(name)
        value = unquote(value) if in_path and isinstance(value, str) else value
        if name == "did" and not keeps_generated_ids(case):
            container[name] = f"did:svc:{WORLD.pick('agent')}"
        elif name in ADDRESSES:
            container[name] = WORLD.rng.choice([UNREACHABLE_URL, FACTS["agent"]["url"] + "/a2a/tasks"])
        elif kind and not usable(case, kind, value) and not keeps_generated_ids(case):
            container[name] = WORLD.pick(kind) or value
        elif isinstance(value, dict) and name == "context":
            substitute_ids(case, value)


def usable(case, kind, value):
    """Returns whether to keep an id. Chains keep every id from a response, even those of deleted resources, because they test such sequences."""
    return WORLD.seen(kind, value) if phase(case) == "stateful" else WORLD.seen(kind, value) and not WORLD.has_ended(kind, value)


def collect_ids(value):
    """Collects the ids in a response, except those of examples, and of the sandbox's own agent, which must not be revoked."""
    if isinstance(value, list):
        for one in value[:5]:
            collect_ids(one)
    if not isinstance(value, dict) or FACTS["agent"]["svc_id"] in (value.get("svc_id"), value.get("agent_id")):
        return
    for name, one in value.items():
        kind = kind_of(name)
        if kind and isinstance(one, str):
            if one not in EXAMPLES:
                WORLD.remember(kind, one)
        elif isinstance(one, (dict, list)):
            collect_ids(one)


# Credentials in bodies, and disposable resources


def install_token(case):
    ended = [token for token, (at, _) in WORLD.ledger.consumed.items() if at == float("-inf")]
    if ended and chance(case, RARELY):
        case.body["install_token"] = WORLD.rng.choice(ended)
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


def admin_address(case):
    if phase(case) == "stateful" or chance(case, 0.2):
        case.body["email"] = OWN["admin_email"]


def installed_agent(case):
    """Chooses an installed agent and its workspace, and sometimes a suspended agent."""
    case.body["workspace_id"] = OWN["workspace_id"]
    case.body["agent_id"] = any_agent(case)


def any_agent(case):
    return FACTS["suspended_agent"] if chance(case, RARELY) else WORLD.rng.choice(WORLD.permanent["agent"])


def known_agent(case):
    if case.body.get("agent_id") not in WORLD.collected.get("agent", ()):
        case.body["agent_id"] = any_agent(case)


def unrestricted(case):
    """Removes restrictions, which only the owner may set: the fuzzer owns no agent, because it has no private keys."""
    for name in ("private", "installable_by", "installers"):
        case.body.pop(name, None)


def own_agent(case):
    """Chooses an agent that the organization has registered."""
    case.path_parameters["svc_id"] = WORLD.own_agent
    unrestricted(case)


def new_agent(case):
    """Registers under an unused id and without a proof, because the private key of a generated key is unknown."""
    case.body.pop("proof", None)
    unrestricted(case)
    if case.body["svc_id"] in WORLD.registered:
        case.body["svc_id"] = f"{case.body['svc_id'][:200].rstrip('.')}-{next(WORLD.numbers)}"
    WORLD.registered.add(case.body["svc_id"])


def valid_task(case):
    """Requests a skill that the sandbox's agent has."""
    case.body.pop("target", None)
    case.body["skill"] = WORLD.rng.choice(FACTS["agent"]["skills"])
    case.body["context"]["workspace_id"] = OWN["workspace_id"]
    case.body["message"] = "Invoice 2026-0117 of Paper Mill Ltd: 1280.50 EUR, due 2026-03-16."
    case.body.pop("timeout_ms", None)


def first_page(case):
    """Requests the first page without filters in a chain, because links follow its first item."""
    if phase(case) == "stateful" and case.query:
        case.query.clear()


def own_session(case):
    if (case.headers or {}).get("Authorization") == f"Bearer {WORLD.session}":
        case.headers["Authorization"] = f"Bearer {WORLD.sign_in()}"
    if (case.cookies or {}).get(COOKIE) == WORLD.session:
        case.cookies[COOKIE] = WORLD.sign_in()


def spare_workspace(case):
    """Substitutes a workspace that may be deleted; sometimes it contains an installation."""
    if case.path_parameters.get("workspace_id") in (*WORLD.permanent["workspace"], WORLD.scratch_workspace):
        case.path_parameters["workspace_id"] = WORLD.new_workspace() or "ws_none"
        if chance(case, 2 * RARELY):
            WORLD.install(case.path_parameters["workspace_id"])


def spare_installation(case):
    if case.path_parameters.get("installation_id") in WORLD.permanent["installation"]:
        case.path_parameters["installation_id"] = WORLD.install() or "none"


def in_scratch_workspace(case):
    """Moves operations on a whole workspace to one that the run does not depend on. It sometimes contains an installation; in a chain, it always does."""
    if case.path_parameters.get("workspace_id") in WORLD.permanent["workspace"]:
        case.path_parameters["workspace_id"] = WORLD.scratch_workspace or "ws_none"
        if WORLD.scratch_workspace and (phase(case) == "stateful" or chance(case, 2 * RARELY)):
            WORLD.install(WORLD.scratch_workspace)


def on_scratch_installations(case):
    """Limits actions on several installations to a workspace that the run does not depend on."""
    if is_positive(case):
        case.body["select"]["workspace_ids"] = [WORLD.scratch_workspace or "ws_none"]


def spare_token(case):
    """Substitutes an unused install token."""
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
    """Sends the request with the session of a person other than the administrator."""
    if (case.headers or {}).get("Authorization") == f"Bearer {WORLD.session}":
        case.headers["Authorization"] = f"Bearer {WORLD.sign_in(email)}"
    if (case.cookies or {}).get(COOKIE) == WORLD.session:
        case.cookies[COOKIE] = WORLD.sign_in(email)


def invited_person(case):
    """Responds to an invitation as a new person, so that the administrator stays in one organization."""
    made = WORLD.new_invitation()
    if made:
        case.path_parameters["invitation_id"] = made["invitation_id"]
        as_person(case, made["email"])


def as_invited_person(case):
    """Lists invitations as an invited person in a chain, because links follow the first one and the administrator has none."""
    made = WORLD.new_invitation() if phase(case) == "stateful" else None
    if made:
        as_person(case, made["email"])


def leaving_person(case):
    made = WORLD.new_member()
    if made:
        as_person(case, made["email"])


def without_owner_role(case):
    """Replaces the role of owner, which the administrator of a sandbox cannot grant."""
    if case.body.get("role") == "owner":
        case.body["role"] = "developer"


def new_address(case):
    WORLD.limit_invitations()
    case.body["email"] = WORLD.new_email()
    without_owner_role(case)


def spare_member_role(case):
    spare_member(case)
    without_owner_role(case)


def new_dispute(case):
    """Opens a dispute about an agent and a task that have no dispute yet."""
    if case.path_parameters.get("svc_id") in WORLD.permanent["agent"]:
        case.path_parameters["svc_id"] = WORLD.disputed_agent()
    case.body.pop("organization_id", None)
    case.body["evidence"] = {"task_id": WORLD.new_task_id(), "logs": "total=1280.50 tax=0.00"}


def open_dispute(case):
    named = case.path_parameters.get("dispute_id")
    if phase(case) != "stateful" or named in WORLD.decided or not WORLD.seen("dispute_id", named):
        case.path_parameters["dispute_id"] = WORLD.new_dispute() or "dsp_none"


def dispute_to_judge(case):
    """Chooses an undecided dispute, and sometimes a decided one."""
    open_dispute(case)
    if WORLD.decided and chance(case, RARELY):
        case.path_parameters["dispute_id"] = WORLD.rng.choice(sorted(WORLD.decided))


def with_open_dispute(case):
    """Creates an open dispute in a chain, because links follow the first open one."""
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


def after_scans(case):
    """Waits for running scans, because an image has no bill of materials before they end."""
    WORLD.settle()


def plan_of(case):
    """
    Returns the plan for a request. Outside of chains, valid requests to operations that document 402 are sent on the highest plan until
    one has succeeded in the phase, and then half of them, so that each operation is both served and refused.
    """
    if phase(case) == "stateful" or "402" not in case.operation.definition.raw["responses"] or not is_positive(case):
        return OWN["plan"]
    waiting = (operation_id(case), phase(case)) not in WORLD.served
    return PLANS[-1] if waiting or WORLD.rng.random() < 0.5 else OWN["plan"]


ALWAYS = {"deleteWorkspace": spare_workspace, "endAdminSession": own_session, "leaveOrganization": leaving_person, "revokeInstallations": in_scratch_workspace, "updateInstallations": on_scratch_installations, "setWorkspacePolicy": in_scratch_workspace}
DISPOSABLE = {"setMemberRole": spare_member_role, "deleteMember": spare_member, "revokeApiKey": spare_key, "withdrawInvitation": spare_invitation}
"""Operations that could delete what the run depends on get a resource that is created for the request."""
WHEN_POSITIVE = {
    "bootstrapInstallation": install_token,
    "refreshRuntimeToken": refresh_token,
    "requestAdminPin": admin_address,
    "verifyAdminPin": pin,
    "createBrowserSession": pin,
    "revokeInstallation": spare_installation,
    "revokeInstallToken": spare_token,
    "setWorkspacePolicy": any_policy,
    "getPolicyVersion": first_version,
    "inviteMember": new_address,
    "listOwnInvitations": as_invited_person,
    "acceptInvitation": invited_person,
    "declineInvitation": invited_person,
    "openDispute": new_dispute,
    "getDispute": open_dispute,
    "createDisputeComment": open_dispute,
    "listDisputes": first_page,
    "listDisputeCases": with_open_dispute,
    "getDisputeCase": open_dispute,
    "judgeDispute": dispute_to_judge,
    "sendInstallationCommand": harmless_command,
    "recoverInstallation": installed_agent,
    "createInstallToken": known_agent,
    "registerAgent": new_agent,
    "updateAgent": own_agent,
    "routeTask": valid_task,
    "getImageSbom": after_scans,
    "listWorkspaces": first_page,
    "listInstallations": first_page,
    "searchInstallations": first_page,
    "listInstallTokens": first_page,
    "listNetworkAgents": first_page,
    "searchAuditLogs": first_page,
}
OWN_IDS = {"registerAgent", "verifyAdminPin", "createBrowserSession"}
"""Operations whose ids are new, or are substituted elsewhere."""
RARELY = 0.1
UNUSUAL_CHARACTERS = 0.2
ENUMERATED = {"role", "type", "issue_type", "judgement"}
"""Members with an enumeration of values."""


def add_unusual_characters(case):
    """Adds unusual characters to strings, because programs often mishandle them. If the schema forbids them, the request has to be refused.

    None of them ends with U+2028, because regular expression engines differ on whether `$` matches before it.
    """
    texts = [name for name, value in case.body.items() if isinstance(value, str) and not kind_of(name) and name not in ENUMERATED] if isinstance(case.body, dict) else []
    if texts and chance(case, UNUSUAL_CHARACTERS):
        name = WORLD.rng.choice(texts)
        case.body[name] = case.body[name][:20] + WORLD.rng.choice(["\U0001f600", "e\u0301\u200b", "\u202eabc", "\u2028a", "\ufffd\U0010fffd"])


VISIBLE_TEXTS = {"openDispute": "description", "createDisputeComment": "text", "judgeDispute": "reason"}
"""Members that need a visible character, which the contract states in words only, because a stricter pattern would be a breaking change."""


def make_text_visible(case):
    name = VISIBLE_TEXTS.get(operation_id(case))
    text = case.body.get(name) if name and isinstance(case.body, dict) else None
    if isinstance(text, str) and not any(character.isalnum() for character in text):
        case.body[name] = "x" + text[1:]


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = operation_id(case)
    WORLD.move_to_plan(plan_of(case))
    if is_positive(case):
        for container in () if operation in OWN_IDS else (case.path_parameters, case.query, case.headers, case.body):
            if hasattr(container, "items"):
                substitute_ids(case, container)
        if not keeps_generated_ids(case):
            WHEN_POSITIVE.get(operation, lambda _: None)(case)
        add_unusual_characters(case)
        make_text_visible(case)
    ALWAYS.get(operation, lambda _: None)(case)
    if is_positive(case) and concerns_cookie(case) and chance(case, RARELY):
        case.headers["Sec-Fetch-Site"] = "cross-site"
    if operation in DISPOSABLE and (is_positive(case) or case.operation.method.upper() == "DELETE"):
        DISPOSABLE[operation](case)


@schemathesis.hook
def after_call(context, case, response):
    checks.VIOLATIONS[case.id] = WORLD.ledger.observe(response)
    checks.PLAN[case.id] = WORLD.plan
    WORLD.move_to_plan(OWN["plan"])
    if 200 <= response.status_code < 300:
        if checks.is_call(case, response):
            checks.ACCEPTED[operation_id(case)].append(response.request)
            remember_guard(case)
            WORLD.served.add((operation_id(case), phase(case)))
            if operation_id(case) == "judgeDispute":
                record_decision(parsed(response.content)["dispute"])
        if not is_contract(case):
            collect_ids(parsed(response.content))


def record_decision(dispute):
    if dispute["state"] in ("upheld", "rejected"):
        WORLD.decided.add(dispute["dispute_id"])


def concerns_cookie(case):
    return operation_id(case) == "createBrowserSession" or COOKIE in (case.cookies or {})


def remember_guard(case):
    raw = case.operation.definition.raw
    if checks.is_guarded(raw):
        kinds = {kind for one in raw["security"] for kind in one}
        WORLD.guarded[raw["operationId"]] = kinds - SESSIONS if raw.get("x-required-scope") in VIEWER_SCOPES else kinds


# Credentials in headers


@schemathesis.auth(refresh_interval=None)
class Credentials:
    """Provides a credential of a kind that the operation accepts, usually the first of several alternatives, and sometimes one without the permissions that it requires."""

    def get(self, case, context):
        alternatives = [next(iter(one)) for one in case.operation.definition.raw.get("security", [{"ApiKey": []}]) if one]
        if not alternatives:
            return None
        other = len(alternatives) > 1 and chance(case, SHARE_WITH_OTHER_CREDENTIAL)
        may_be_insufficient = case.operation.definition.raw["operationId"] not in FOR_EVERY_MEMBER
        if may_be_insufficient and is_positive(case) and takes_input(case) and chance(case, SHARE_WITH_INSUFFICIENT_CREDENTIAL):
            return INSUFFICIENT[WORLD.rng.choice(refused_when_insufficient(case, alternatives))](case)
        return CREDENTIALS[WORLD.rng.choice(alternatives[1:]) if other else alternatives[0]](case)

    def set(self, case, header, context):
        name, value = header
        if name == COOKIE:
            # The platform ignores the cookie if a header contains a credential.
            for other in [one for one in case.headers if one.lower() in ("authorization", "x-api-key")]:
                del case.headers[other]
            case.cookies = {**(case.cookies or {}), COOKIE: value}
        else:
            case.headers[name] = value


def refused_when_insufficient(case, alternatives):
    """Returns the kinds of credentials with which an operation is refused: a viewer may read, but a key without scopes may not."""
    may_be_read = case.operation.definition.raw.get("x-required-scope") in VIEWER_SCOPES
    return [one for one in alternatives if not (may_be_read and one in SESSIONS)] or alternatives


def takes_input(case):
    return bool(case.path_parameters or case.query or isinstance(case.body, dict))


def linked(case, prefix):
    token = str((case.headers or {}).get("Authorization", "")).removeprefix("Bearer ")
    return token if token.startswith(prefix) else None


def usual_session(case):
    """Returns the session of an operator for operator operations, and otherwise that of the administrator."""
    return WORLD.operator_session if "operator" in case.operation.definition.raw.get("tags", ()) else WORLD.session


def session(case):
    return ("Authorization", f"Bearer {linked(case, 'adm_') or usual_session(case)}")


def runtime_token(case):
    """Returns the runtime token of the installation in the path, or else of a permanent installation."""
    token = linked(case, "srt_")
    if token in WORLD.ledger.owner:
        return ("Authorization", f"Bearer {token}")
    path = case.path_parameters or {}
    known = WORLD.ledger.installations.get(path.get("installation_id"))
    if not (known and known.runtime) and is_positive(case) and WORLD.permanent["installation"]:
        installation_id = WORLD.rng.choice(WORLD.permanent["installation"])
        known = WORLD.ledger.installations[installation_id]
        if "installation_id" in path:
            path["installation_id"] = installation_id
    return ("Authorization", f"Bearer {known.runtime[-1]}") if known and known.runtime else None


CREDENTIALS = {
    "ApiKey": lambda _: ("X-API-Key", OWN["api_key"]),
    "ApiKeyBearer": lambda _: ("Authorization", f"Bearer {OWN['api_key']}"),
    "AdminSession": session,
    "AdminCookie": lambda case: (COOKIE, usual_session(case)),
    "RuntimeToken": runtime_token,
}
INSUFFICIENT = {
    **CREDENTIALS,
    "ApiKey": lambda _: ("X-API-Key", INSUFFICIENT_CREDENTIALS["api_key"]),
    "ApiKeyBearer": lambda _: ("Authorization", f"Bearer {INSUFFICIENT_CREDENTIALS['api_key']}"),
    "AdminSession": lambda case: ("Authorization", f"Bearer {WORLD.viewer_session}"),
    "AdminCookie": lambda case: (COOKIE, WORLD.viewer_session),
}
SHARE_WITH_OTHER_CREDENTIAL = 0.15
# Every role permits these operations, and later rounds still need the viewer.
FOR_EVERY_MEMBER = {"leaveOrganization"}
SHARE_WITH_INSUFFICIENT_CREDENTIAL = 0.1
