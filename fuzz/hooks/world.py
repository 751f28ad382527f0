"""The registry under test as the hooks know it: its existing resources, and functions that create resources and credentials."""

import itertools
import json
import os
import random
import re
import time
import uuid
from http.cookiejar import DefaultCookiePolicy
from urllib.parse import quote

import requests

from ledger import Ledger, seconds

FACTS = json.loads(os.environ["FUZZ_SANDBOX"])
"""The JSON line that the sandbox prints when it is ready."""
SLUG = os.environ["FUZZ_ORGANIZATION"]
OWN = next(one for one in FACTS["organizations"] if one["organization_id"] == f"org_sandbox_{SLUG}")
INSUFFICIENT_CREDENTIALS = FACTS["insufficient"][OWN["organization_id"]]
"""A key without scopes, and the e-mail address of a viewer."""
NEIGHBOUR = next(one for one in FACTS["organizations"] if one["organization_id"] == "org_sandbox_enterprise_2")
VIEWER_SCOPES = {f"{subject}:read" for subject in ("agents", "workspaces", "tokens", "installations", "policy", "trust", "images", "tasks", "network", "compliance", "disputes")}
"""What the role of a viewer permits."""
SESSIONS = {"AdminSession", "AdminCookie"}
COOKIE = "svc_session"
PLANS = ["free", "starter", "professional", "enterprise"]

# The public key of the first test vector of RFC 8032.
PUBLIC_KEY = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
UNREACHABLE_URL = "http://127.0.0.1:9/"
RUN = uuid.uuid4().hex[:8]
"""Distinguishes the resources of this round from those of earlier rounds in the same sandbox."""
PERMANENT_INSTALLATIONS = 4


class World:
    def __init__(self):
        self.rng = random.Random(os.environ["FUZZ_SEED"])
        self.ledger = Ledger(FACTS)
        self.http = requests.Session()
        # Cookies of responses are ignored, so that a request has no credential other than the one that it names.
        self.http.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self.ledger.clock = seconds(self.http.get(FACTS["clock_url"], timeout=10).json()["now"]) - time.time()
        self.numbers = itertools.count(1)
        # References with a slash are excluded from paths, because their encoded form would not match the contract.
        self.collected = {"image": [ref for ref in FACTS["images"] if "/" in ref]}
        self.registered = set()
        self.disputed, self.uses_of_disputed = None, itertools.count()
        self.invitations = itertools.count()
        self.permanent = {
            "organization": [OWN["organization_id"]],
            "workspace": [OWN["workspace_id"]],
            "agent": [self.register_agent() for _ in range(2)],
            "installation": [],
            "image": [ref for ref in FACTS["images"] if "/" not in ref],
            "skill": FACTS["agent"]["skills"],
            "requester": [OWN["organization_id"]],
        }
        # This token is valid for a day. It is refused when the plan's installations are used up, which does not consume it.
        self.last_token = self.install_token(expiry_minutes=1440)
        self.permanent["installation"] += [one for one in (self.install() for _ in range(PERMANENT_INSTALLATIONS)) if one]
        self.scratch_workspace = self.new_workspace()
        """A workspace that the run does not depend on; None if the plan does not permit another one."""
        self.plan = OWN["plan"]
        self.served = set()
        self.guarded = {}
        """The kinds of credentials that each guarded operation accepts, except those that a viewer may use for it."""
        self.own_agent = self.register_agent()
        self.scan_images()
        self.session = self.sign_in()
        self.viewer_session = self.sign_in(INSUFFICIENT_CREDENTIALS["email"])
        self.operator_session = self.sign_in(FACTS["operator_email"])
        self.decided = set()
        """Decided disputes, which can be neither decided again nor commented on."""

    # Existing resources

    def seen(self, kind, value):
        return value in self.permanent.get(kind, ()) or value in self.collected.get(kind, ())

    def has_ended(self, kind, value):
        one = self.ledger.installations.get(value)
        return value in self.ledger.deleted_workspaces or kind == "installation" and one is not None and one.revoked_until is not None

    def pick(self, kind):
        """Returns an existing id of this kind, preferably of a permanent resource."""
        permanent, collected = self.permanent.get(kind, []), self.collected.get(kind, [])
        pool = permanent or collected
        return self.rng.choice(pool) if pool else None

    def remember(self, kind, value):
        pool = self.collected.setdefault(kind, [])
        if value not in pool and not self.seen(kind, value):
            pool.append(value)
            del pool[:-50]

    # New resources

    def call(self, method, path, body=None, **headers):
        """Sends a request that is not generated; the ledger observes it too."""
        response = self.http.request(method, FACTS["base_url"] + path, json=body, headers=headers, timeout=10)
        self.ledger.observe(response)
        return response

    def make(self, path, body, **headers):
        response = self.call("POST", path, body, **headers)
        return response.json() if response.ok else None

    def must(self, path, body, **headers):
        """Sends a request that must succeed."""
        response = self.call("POST", path, body, **headers)
        assert response.ok, f"POST {path} was refused with {response.status_code}"
        return response.json()

    def insufficient_headers(self, operation):
        kinds = self.guarded.get(operation, ())
        if "ApiKey" in kinds:
            yield "X-API-Key", INSUFFICIENT_CREDENTIALS["api_key"]
        if "ApiKeyBearer" in kinds:
            yield "Authorization", f"Bearer {INSUFFICIENT_CREDENTIALS['api_key']}"
        if "AdminSession" in kinds:
            yield "Authorization", f"Bearer {self.viewer_session}"
        if "AdminCookie" in kinds:
            yield "Cookie", f"{COOKIE}={self.viewer_session}"

    def register_agent(self):
        svc_id = f"fuzz-agent-{SLUG}-{self.rng.getrandbits(32):x}"
        body = {"svc_id": svc_id, "name": "Fuzz", "version": "1", "manifest_hash": "none", "public_key": PUBLIC_KEY}
        self.make("/agents/register", body, **{"X-API-Key": OWN["api_key"]})
        return svc_id

    def new_workspace(self):
        made = self.make(f"/orgs/{OWN['organization_id']}/workspaces", {"name": "Fuzz"}, **{"X-API-Key": OWN["api_key"]})
        return made and made["workspace_id"]

    def new_email(self):
        return f"fuzz-{RUN}-{next(self.numbers)}@{SLUG.replace('_', '-')}.example"

    def new_member(self):
        return self.new_person(joined=True)

    def new_invitation(self):
        self.limit_invitations()
        return self.new_person(joined=False)

    def limit_invitations(self):
        """Withdraws the open invitations of the organization under test at intervals, because their number is limited."""
        if next(self.invitations) % 20 != 0:
            return
        path = f"/orgs/{OWN['organization_id']}/invitations"
        session = {"Authorization": f"Bearer {self.session}"}
        listed = self.call("GET", path, **session)
        for invitation in listed.json()["items"] if listed.ok else []:
            self.call("DELETE", f"{path}/{invitation['invitation_id']}", **session)

    def new_person(self, joined):
        """Creates a member or an invited person of the organization under test, as the operator."""
        body = {"organization_id": OWN["organization_id"], "email": self.new_email(), "role": "developer", "joined": joined}
        made = requests.post(FACTS["people_url"], json=body, timeout=10).json()
        return made if "email" in made else None

    def disputed_agent(self):
        """Returns an agent to dispute, which changes at intervals because the number of disputes about one agent is limited."""
        if next(self.uses_of_disputed) % 40 == 0:
            self.disputed = self.register_agent()
        return self.disputed

    def new_task_id(self):
        return f"task-{RUN}-{next(self.numbers)}"

    def new_dispute(self):
        body = {"issue_type": "incorrect_response", "description": "Wrong", "evidence": {"task_id": self.new_task_id()}}
        made = self.make(f"/agents/{self.disputed_agent()}/disputes", body, **{"X-API-Key": OWN["api_key"]})
        return made and made["dispute_id"]

    def new_key(self):
        return self.make(f"/orgs/{OWN['organization_id']}/api-keys", {"name": "Fuzz"}, **{"X-API-Key": OWN["api_key"]})

    def install_token(self, workspace_id=OWN["workspace_id"], **more):
        made = self.install_token_record(workspace_id, **more)
        return made and made["token"]

    def install_token_record(self, workspace_id=OWN["workspace_id"], **more):
        body = {"agent_id": self.rng.choice(self.permanent["agent"]), **more}
        return self.make(f"/workspaces/{workspace_id}/install-tokens", body, **{"X-API-Key": OWN["api_key"]})

    def install(self, workspace_id=OWN["workspace_id"]):
        """Creates an installation. Returns its id, or None if the plan permits no more."""
        token = self.install_token(workspace_id)
        made = token and self.make("/installations/bootstrap", {"install_token": token})
        return made and made["installation_id"]

    def challenge(self, email):
        """Requests a PIN. Returns the body of the request that completes the sign-in."""
        challenge_id = self.make("/admin/auth/request-pin", {"email": email})["challenge_id"]
        return {"email": email, "challenge_id": challenge_id, "pin": self.pin_of(challenge_id)}

    def pin_of(self, challenge_id):
        mails = requests.get(FACTS["mail_url"], timeout=10).json()["items"]
        return next(re.search(r"\b\d{8}\b", mail["text"])[0] for mail in reversed(mails) if challenge_id in mail["text"])

    def sign_in(self, email=OWN["admin_email"]):
        return self.make("/admin/auth/verify-pin", self.challenge(email))["session_token"]

    def scan_images(self):
        for ref in FACTS["images"]:
            self.call("POST", f"/images/{quote(ref, safe='')}/scan", **{"X-API-Key": OWN["api_key"]})
        self.settle()

    def settle(self):
        """Waits until no e-mail, export or scan is pending."""
        requests.get(FACTS["mail_url"], timeout=60).raise_for_status()

    def move_to_plan(self, plan):
        if plan != self.plan:
            requests.post(FACTS["plan_url"], json={"organization_id": OWN["organization_id"], "plan": plan}, timeout=10).raise_for_status()
            self.plan = plan

    def advance(self, seconds):
        requests.post(FACTS["clock_url"], json={"advance_seconds": seconds}, timeout=60).raise_for_status()
        self.ledger.clock += seconds
