"""What becomes of every credential that the registry hands out, learned from its answers alone, and every broken promise."""

import json
import re
import time
from datetime import datetime
from urllib.parse import unquote, urlsplit

REPLAY_S = 60
"""The window in which a consumed install token answers with the same installation."""
OVERLAP_S = 300
"""What a runtime token has left once a higher version was used."""
SLACK_S = 2
"""Between the moment in which the registry decides and the one in which its answer is read here."""
SECRET = re.compile(r"\b(?:skt|srt|srf|adm|sess|sk_live)_[A-Za-z0-9_-]{20,}")
CONTRACT = re.compile(r"/openapi\.(json|yaml)")
"""Whose examples show tokens that open nothing."""
INSTALLATION = re.compile(r"/installations/([^/]+)/(lease|refresh|revoke)$")
WORKSPACE = re.compile(r"/workspaces/([^/]+)$")


class Installation:
    def __init__(self):
        self.runtime = []
        """Its runtime tokens, oldest first."""
        self.version = 0
        self.refresh = None
        self.revoked_until = None
        """When the last `terminate` has to be answered; None while the installation is not revoked."""
        self.ended = False
        self.replaced = {}
        """When a higher version than this runtime token was first used."""


class Ledger:
    def __init__(self, facts):
        self.clock = 0
        """Seconds by which the clock of the registry is ahead of ours."""
        self.base = urlsplit(facts["base_url"]).path
        self.installations = {}
        self.owner = {}
        """The installation of every runtime and refresh token."""
        self.workspace = {}
        """The workspace of every install token and every installation."""
        self.dead = {}
        """Credentials that must not work any more, each with the reason."""
        self.consumed = {}
        self.challenges = {}
        """Sign-ins that wait for their PIN, each with its e-mail address."""
        self.used_challenges = {}
        self.deleted_workspaces = set()
        self.broken = []

    def now(self):
        return time.time() + self.clock

    def installation(self, installation_id):
        return self.installations.setdefault(installation_id, Installation())

    def observe(self, response):
        """Reads one exchange; what it breaks is returned and kept."""
        request = response.request
        path = unquote(urlsplit(request.url).path).removeprefix(self.base)
        sent, answer = parsed(request.body), parsed(response.content)
        before = len(self.broken)
        bearer = (request.headers.get("Authorization") or request.headers.get("Cookie") or "").removeprefix("Bearer ").removeprefix("svc_session=")
        self.see_secrets(request.method, path, response)
        if 200 <= response.status_code < 300:
            self.see_bearer(path, bearer, answer)
            self.see_change(request.method, path, bearer, sent, answer, response.status_code)
        elif response.status_code == 403 and path.endswith("/lease") and answer.get("code") in ("INSTALLATION_REVOKED", "INSTALLATION_TERMINATED"):
            self.installation(INSTALLATION.search(path)[1]).ended = True
        return self.broken[before:]

    def complain(self, sentence):
        self.broken.append(sentence)

    # Secrets

    def see_secrets(self, method, path, response):
        if method != "GET" and response.status_code < 400 or CONTRACT.fullmatch(path):
            return
        found = SECRET.search(response.text)
        if found:
            self.complain(f"a secret ({found[0][:8]}...) is in the answer {response.status_code} to {method} {path}")

    # Credentials that are used

    def see_bearer(self, path, bearer, answer):
        if bearer in self.dead:
            self.complain(f"a credential works on {path} although {self.dead[bearer]}")
        if bearer not in self.owner:
            return
        one = self.installations[self.owner[bearer]]
        if one.revoked_until is not None:
            self.see_after_revoke(path, one, answer)
        if self.now() > one.replaced.get(bearer, float("inf")) + OVERLAP_S + SLACK_S:
            self.complain(f"a runtime token works on {path} five minutes after a higher version was used")
        if bearer in one.runtime:
            for older in one.runtime[:one.runtime.index(bearer)]:
                one.replaced.setdefault(older, self.now())

    def see_after_revoke(self, path, one, answer):
        if not path.endswith("/lease"):
            return self.complain(f"a runtime token of a revoked installation works on {path}")
        if one.ended:
            self.complain("a lease is renewed after the revoked installation was told that it has ended")
        if self.now() > one.revoked_until + SLACK_S:
            self.complain("a revoked installation still gets a lease after its deadline")
        if (answer.get("command") or {}).get("type") != "terminate":
            self.complain("a revoked installation gets a lease without the command to terminate")
        if "refreshed_token" in answer:
            self.complain("a revoked installation gets another runtime token")

    # Credentials that come and go

    def see_change(self, method, path, bearer, sent, answer, status):
        if method == "DELETE":
            return self.see_end(path, bearer)
        if method != "POST":
            return
        if path == "/installations/bootstrap":
            self.see_bootstrap(sent, answer, status)
        elif path == "/installations/recovery":
            self.see_recovery(sent, answer)
        elif path.endswith("/installations/revocations"):
            for one in answer["items"]:
                self.revoke(one["installation_id"], seconds(one["deadline"]))
        elif path.endswith("/install-tokens"):
            self.workspace[answer["token"]] = answer["workspace_id"]
        elif path == "/admin/auth/request-pin":
            self.challenges[answer["challenge_id"]] = sent["email"]
        elif path in ("/admin/auth/verify-pin", "/admin/auth/session"):
            self.see_sign_in(sent)
        elif INSTALLATION.search(path):
            self.see_installation(*INSTALLATION.search(path).groups(), sent, answer)

    def see_end(self, path, bearer):
        if path == "/admin/auth/session":
            self.dead[bearer] = "its session was ended"
        elif WORKSPACE.search(path):
            self.see_deleted_workspace(WORKSPACE.search(path)[1])

    def see_bootstrap(self, sent, answer, status):
        installation_id, token = answer["installation_id"], sent["install_token"]
        first = self.consumed.get(token)
        if status == 201:
            if first:
                self.complain("an install token makes a second installation")
            self.consumed[token] = (self.now(), installation_id)
            self.workspace[installation_id] = self.workspace.get(token)
            return self.see_credentials(answer, "a first bootstrap")
        if "refresh_token" in answer:
            self.complain("a replayed bootstrap shows a refresh token")
        if not first:
            return self.complain("an install token that was never exchanged is answered as a replay")
        at, known = first
        if known != installation_id:
            self.complain("a replayed bootstrap answers another installation")
        if self.now() > at + REPLAY_S + SLACK_S:
            self.complain("an install token works after its window of 60 seconds")
        one = self.installation(installation_id)
        if one.revoked_until is not None or one.ended:
            self.complain("an install token works after its installation was revoked")
        self.own(installation_id, answer["runtime_token"])

    def see_credentials(self, answer, where):
        if "refresh_token" not in answer:
            self.complain(f"{where} answers no refresh token")
        self.installation(answer["installation_id"]).refresh = answer.get("refresh_token")
        self.owner[answer.get("refresh_token")] = answer["installation_id"]
        self.own(answer["installation_id"], answer["runtime_token"])

    def see_recovery(self, sent, answer):
        one = self.installation(answer["installation_id"])
        self.workspace[answer["installation_id"]] = sent["workspace_id"]
        if one.revoked_until is not None:
            self.complain("a revoked installation is recovered")
        for token in [*one.runtime, one.refresh]:
            self.dead[token] = "its installation was recovered"
        one.runtime = []
        for token, (_, installation_id) in self.consumed.items():
            if installation_id == answer["installation_id"]:
                self.consumed[token] = (float("-inf"), installation_id)
        self.see_credentials(answer, "a recovery")

    def see_sign_in(self, sent):
        if sent["challenge_id"] in self.used_challenges:
            self.complain("a PIN opens a second session")
        self.used_challenges[sent["challenge_id"]] = sent
        self.challenges.pop(sent["challenge_id"], None)

    def see_deleted_workspace(self, workspace_id):
        self.deleted_workspaces.add(workspace_id)
        for installation_id in [one for one in self.installations if self.workspace.get(one) == workspace_id]:
            if self.installations[installation_id].revoked_until is None:
                self.revoke(installation_id, self.now() + 600)

    def see_installation(self, installation_id, what, sent, answer):
        one = self.installation(installation_id)
        if what == "revoke":
            self.revoke(installation_id, seconds(answer["deadline"]))
        elif what == "refresh":
            if sent["refresh_token"] in self.dead or sent["refresh_token"] != one.refresh:
                self.complain("a refresh token works that is dead or of another installation")
            self.see_version(one, installation_id, answer)
        elif answer.get("refreshed_token"):
            self.see_version(one, installation_id, answer["refreshed_token"])

    def see_version(self, one, installation_id, answer):
        if answer["token_version"] <= one.version:
            self.complain(f"token_version {answer['token_version']} does not follow {one.version}")
        one.version = answer["token_version"]
        self.own(installation_id, answer["runtime_token"])

    def revoke(self, installation_id, deadline):
        one = self.installation(installation_id)
        if one.revoked_until is None:
            one.revoked_until = deadline
        self.dead[one.refresh] = "its installation was revoked"

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
