"""Tracks the state of every credential from the responses of the registry alone, and records every violation of the rules."""

import json
import re
import time
from datetime import datetime
from urllib.parse import unquote, urlsplit

REPLAY_S = 60
"""The replay window of a consumed install token."""
OVERLAP_S = 300
"""The remaining validity of a runtime token after a higher version was first used."""
SLACK_S = 2
"""Tolerance for the time between a decision of the registry and its observation here."""
SECRET = re.compile(r"\b(?:skt|srt|srf|adm|sess|sk_live)_[A-Za-z0-9_-]{20,}")
CONTRACT = re.compile(r"/openapi\.(json|yaml)")
"""The examples of these documents contain invalid tokens."""
INSTALLATION = re.compile(r"/installations/([^/]+)/(lease|refresh|revoke)$")
WORKSPACE = re.compile(r"/workspaces/([^/]+)$")


class Installation:
    def __init__(self):
        self.runtime = []
        """Its runtime tokens, oldest first."""
        self.version = 0
        self.refresh = None
        self.revoked_until = None
        """The deadline until which a revoked installation receives `terminate`; None if it is not revoked."""
        self.heartbeats_refused = False
        self.replaced = {}
        """The time at which a higher version was first used, by runtime token."""


class Ledger:
    def __init__(self, facts):
        self.clock = 0
        """Seconds by which the clock of the registry is ahead of the local clock."""
        self.base = urlsplit(facts["base_url"]).path
        self.installations = {}
        self.owner = {}
        """The installation of every runtime and refresh token."""
        self.workspace = {}
        """The workspace of every install token and every installation."""
        self.ended = {}
        """Credentials that must be refused, with the reason."""
        self.consumed = {}
        self.challenges = {}
        """Challenges whose PIN has not been used yet, by identifier, with their e-mail addresses."""
        self.used_challenges = {}
        self.deleted_workspaces = set()
        self.broken = []

    def now(self):
        return time.time() + self.clock

    def installation(self, installation_id):
        return self.installations.setdefault(installation_id, Installation())

    def observe(self, response):
        """Learns from a response, records its violations, and returns them."""
        request = response.request
        path = unquote(urlsplit(request.url).path).removeprefix(self.base)
        sent, content = parsed(request.body), parsed(response.content)
        before = len(self.broken)
        bearer = (request.headers.get("Authorization") or request.headers.get("Cookie") or "").removeprefix("Bearer ").removeprefix("svc_session=")
        self.check_secrets(request.method, path, response)
        if 200 <= response.status_code < 300:
            self.check_bearer(path, bearer, content)
            self.observe_change(request.method, path, bearer, sent, content, response.status_code)
        elif response.status_code == 403 and path.endswith("/lease") and content.get("code") in ("INSTALLATION_REVOKED", "INSTALLATION_TERMINATED"):
            self.installation(INSTALLATION.search(path)[1]).heartbeats_refused = True
        return self.broken[before:]

    def report(self, sentence):
        self.broken.append(sentence)

    # Secrets

    def check_secrets(self, method, path, response):
        if method != "GET" and response.status_code < 400 or CONTRACT.fullmatch(path):
            return
        found = SECRET.search(response.text)
        if found:
            self.report(f"a secret ({found[0][:8]}...) is in the {response.status_code} response to {method} {path}")

    # Credentials that are used

    def check_bearer(self, path, bearer, content):
        if bearer in self.ended:
            self.report(f"a credential works on {path} although {self.ended[bearer]}")
        if bearer not in self.owner:
            return
        one = self.installations[self.owner[bearer]]
        if one.revoked_until is not None:
            self.check_after_revocation(path, one, content)
        if self.now() > one.replaced.get(bearer, float("inf")) + OVERLAP_S + SLACK_S:
            self.report(f"a runtime token works on {path} five minutes after a higher version was used")
        # A heartbeat after the revocation has no effect, and does not invalidate tokens of lower versions.
        if bearer in one.runtime and one.revoked_until is None:
            for older in one.runtime[:one.runtime.index(bearer)]:
                one.replaced.setdefault(older, self.now())

    def check_after_revocation(self, path, one, content):
        if not path.endswith("/lease"):
            return self.report(f"a runtime token of a revoked installation works on {path}")
        if one.heartbeats_refused:
            self.report("a lease is renewed after the revoked installation got 403")
        if self.now() > one.revoked_until + SLACK_S:
            self.report("a revoked installation still gets a lease after its deadline")
        if (content.get("command") or {}).get("type") != "terminate":
            self.report("a revoked installation gets a lease without the command to terminate")
        if "refreshed_token" in content:
            self.report("a revoked installation gets another runtime token")

    # Credentials that are created and invalidated

    def observe_change(self, method, path, bearer, sent, content, status):
        if method == "DELETE":
            return self.observe_deletion(path, bearer)
        if method != "POST":
            return
        if path == "/installations/bootstrap":
            self.observe_bootstrap(sent, content, status)
        elif path == "/installations/recovery":
            self.observe_recovery(sent, content)
        elif path.endswith("/installations/revocations"):
            for one in content["items"]:
                self.revoke(one["installation_id"], seconds(one["deadline"]))
        elif path.endswith("/installations/actions"):
            for one in content["items"]:
                if "deadline" in one:
                    self.revoke(one["installation_id"], seconds(one["deadline"]))
        elif path.endswith("/install-tokens"):
            self.workspace[content["token"]] = content["workspace_id"]
        elif path == "/admin/auth/request-pin":
            self.challenges[content["challenge_id"]] = sent["email"]
        elif path in ("/admin/auth/verify-pin", "/admin/auth/session"):
            self.observe_sign_in(sent)
        elif INSTALLATION.search(path):
            self.observe_installation(*INSTALLATION.search(path).groups(), sent, content)

    def observe_deletion(self, path, bearer):
        if path == "/admin/auth/session":
            self.ended[bearer] = "its session was ended"
        elif WORKSPACE.search(path):
            self.observe_deleted_workspace(WORKSPACE.search(path)[1])

    def observe_bootstrap(self, sent, content, status):
        installation_id, token = content["installation_id"], sent["install_token"]
        first = self.consumed.get(token)
        if status == 201:
            if first:
                self.report("an install token creates a second installation")
            self.consumed[token] = (self.now(), installation_id)
            self.workspace[installation_id] = self.workspace.get(token)
            return self.observe_credentials(content, "a first bootstrap")
        if "refresh_token" in content:
            self.report("a replayed bootstrap returns a refresh token")
        if not first:
            return self.report("the first exchange of an install token is treated as a replay")
        at, known = first
        if known != installation_id:
            self.report("a replayed bootstrap returns a different installation")
        if self.now() > at + REPLAY_S + SLACK_S:
            self.report("an install token works after its replay window of 60 seconds")
        one = self.installation(installation_id)
        if one.revoked_until is not None or one.heartbeats_refused:
            self.report("an install token works after its installation was revoked")
        self.own(installation_id, content["runtime_token"])

    def observe_credentials(self, content, where):
        if "refresh_token" not in content:
            self.report(f"{where} returns no refresh token")
        self.installation(content["installation_id"]).refresh = content.get("refresh_token")
        self.owner[content.get("refresh_token")] = content["installation_id"]
        self.own(content["installation_id"], content["runtime_token"])

    def observe_recovery(self, sent, content):
        one = self.installation(content["installation_id"])
        self.workspace[content["installation_id"]] = sent["workspace_id"]
        if one.revoked_until is not None:
            self.report("a revoked installation is recovered")
        for token in [*one.runtime, one.refresh]:
            self.ended[token] = "its installation was recovered"
        one.runtime = []
        for token, (_, installation_id) in self.consumed.items():
            if installation_id == content["installation_id"]:
                self.consumed[token] = (float("-inf"), installation_id)
        self.observe_credentials(content, "a recovery")

    def observe_sign_in(self, sent):
        if sent["challenge_id"] in self.used_challenges:
            self.report("a PIN opens a second session")
        self.used_challenges[sent["challenge_id"]] = sent
        self.challenges.pop(sent["challenge_id"], None)

    def observe_deleted_workspace(self, workspace_id):
        self.deleted_workspaces.add(workspace_id)
        for installation_id in [one for one in self.installations if self.workspace.get(one) == workspace_id]:
            if self.installations[installation_id].revoked_until is None:
                self.revoke(installation_id, self.now() + 600)

    def observe_installation(self, installation_id, what, sent, content):
        one = self.installation(installation_id)
        if what == "revoke":
            self.revoke(installation_id, seconds(content["deadline"]))
        elif what == "refresh":
            if sent["refresh_token"] in self.ended or sent["refresh_token"] != one.refresh:
                self.report("a refresh token that is invalid or belongs to another installation works")
            self.observe_version(one, installation_id, content)
        elif content.get("refreshed_token"):
            self.observe_version(one, installation_id, content["refreshed_token"])

    def observe_version(self, one, installation_id, content):
        if content["token_version"] <= one.version:
            self.report(f"token_version {content['token_version']} does not follow {one.version}")
        one.version = content["token_version"]
        self.own(installation_id, content["runtime_token"])

    def revoke(self, installation_id, deadline):
        one = self.installation(installation_id)
        if one.revoked_until is None:
            one.revoked_until = deadline
        self.ended[one.refresh] = "its installation was revoked"

    def own(self, installation_id, token):
        self.owner[token] = installation_id
        self.installation(installation_id).runtime.append(token)


def parsed(body):
    try:
        value = json.loads(body or b"{}")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def seconds(timestamp):
    return datetime.fromisoformat(timestamp.replace("Z", "+00:00")).timestamp()
