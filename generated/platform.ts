// Generated from openapi.yaml by scripts/generate.ts. Change that, then `npm run generate`.

export interface paths {
    readonly "/admin/auth/request-pin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Request a sign-in PIN
         * @description Creates a challenge and sends its PIN to the e-mail address. The PIN has 8 digits, lives 5 minutes and allows 5
         *     tries. An address that nobody registered gets the same answer, in the same time, and no mail. A new challenge leaves
         *     earlier ones valid. Where a platform has no mail server, its operator reads the PIN out, which is on record as
         *     `admin.pin_shown`; the answer is the same. Nobody is refused for what other network addresses asked for: 3 in 15 minutes
         *     and 20 a day count for the e-mail address and the network address together. When strangers have caused 20 mails to a person
         *     within an hour, more challenges are opened and no mail is sent for them, unless the network address has signed in as that
         *     person before. An operator can open a sign-in on the command line at any time (`admin.session_created`).
         */
        readonly post: operations["requestAdminPin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/auth/verify-pin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open a session with the PIN
         * @description Exchanges the PIN for a session of 8 hours, sent as a bearer token from then on. A wrong PIN, a challenge that is
         *     unknown, expired, used or out of tries, and an e-mail address that does not belong to the challenge are all the same
         *     401 `INVALID_PIN`.
         */
        readonly post: operations["verifyAdminPin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/auth/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the current session
         * @description Shows whose session the bearer token or the cookie opens, until when, in which organizations that person has which role, which
         *     invitations wait for an answer, and whether it is an operator's session. The token itself is never shown again.
         */
        readonly get: operations["getAdminSession"];
        readonly put?: never;
        /**
         * Open a session in a browser
         * @description Exchanges the PIN for a session of 8 hours, as `verifyAdminPin` does and under the same limits, but puts its token into a cookie that
         *     no script can read; the answer shows the session without it. A wrong PIN, a challenge that is unknown, expired, used or out of
         *     tries, and an e-mail address that does not belong to the challenge are all the same 401 `INVALID_PIN`. A page of another
         *     origin signs nobody in (403 `CROSS_ORIGIN_REQUEST`).
         */
        readonly post: operations["createBrowserSession"];
        /**
         * Sign out
         * @description Ends the session of the bearer token or the cookie at once. Other sessions of the same person go on.
         */
        readonly delete: operations["endAdminSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/invitations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the invitations that wait for the person who is signed in
         * @description Lists the open invitations for the e-mail address of the session, the earliest first. `getAdminSession` shows the first 20.
         */
        readonly get: operations["listOwnInvitations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/invitations/{invitation_id}/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept an invitation
         * @description Makes the person who is signed in a member of the organization, in the role of the invitation. From now on the sign-ins of the
         *     person can be on record with the organization. An invitation that was answered or withdrawn, that has expired, or that is for
         *     another address is 404 `INVITATION_NOT_FOUND`.
         */
        readonly post: operations["acceptInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/invitations/{invitation_id}/decline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Decline an invitation
         * @description Ends the invitation. The organization learns that it was declined, and nothing of the person's session or network address.
         */
        readonly post: operations["declineInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/memberships/{org_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Leave an organization
         * @description Ends the membership of the person who is signed in, whatever the role; it holds from the next request on. Open invitations that
         *     the person made for the organization are withdrawn. The last owner cannot leave (409 `LAST_OWNER`). An organization that the
         *     person does not belong to is 404, like one that does not exist.
         */
        readonly delete: operations["leaveOrganization"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an organization
         * @description Reads the organization with its plan, how much of each quota is used, and how long its audit records are kept. A key that is
         *     bound to one workspace does not see the whole (403 `WORKSPACE_NOT_ALLOWED`); that holds for all operations of this section.
         */
        readonly get: operations["getOrganization"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the people of an organization
         * @description Lists the members with their roles, in the order in which they joined. Who is invited and has not accepted is no member; see
         *     `listInvitations`.
         */
        readonly get: operations["listMembers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/invitations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the open invitations of an organization
         * @description Lists the invitations that nobody has answered or withdrawn and that have not expired, the earliest first. Whoever accepted one is
         *     in the list of members instead.
         */
        readonly get: operations["listInvitations"];
        readonly put?: never;
        /**
         * Invite a person to an organization
         * @description Invites an e-mail address. The invitation lasts 14 days; a mail tells of it, and the person can sign in with a PIN sent to the
         *     address to accept or decline. Nobody is a member before that. People are invited, changed and removed by people: an owner or
         *     admin who is signed in, never by an API key, because a key could make itself a person who may do more than the key. Only an
         *     owner invites an owner (403 `OWNER_REQUIRED`).
         *
         *     The answer is the same for every address, whether or not anybody uses it, belongs to other organizations or is invited by them:
         *     it depends on this organization alone. Who belongs to it already is 409 `MEMBER_EXISTS`, who is invited to it already 409
         *     `INVITATION_EXISTS`. An organization has at most 100 open invitations (409 `TOO_MANY_INVITATIONS`) and makes at most 50 a day, 3
         *     of them for one address (429). An address gets at most 5 mails about invitations a day; beyond that, and while 20 invitations
         *     wait for it, none is sent. An invitation ends when the member who made it loses the role that it takes to make it.
         */
        readonly post: operations["inviteMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/invitations/{invitation_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Withdraw an invitation
         * @description Ends an open invitation; nobody can accept it any more. One that is accepted, declined or expired is 404
         *     `INVITATION_NOT_FOUND`. Invitations of owners are withdrawn by owners (403 `OWNER_REQUIRED`).
         */
        readonly delete: operations["withdrawInvitation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/members/{user_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change the role of a person
         * @description Sets the role. Owners are made and unmade by owners (403 `OWNER_REQUIRED`), and the last owner stays one (409
         *     `LAST_OWNER`). It holds from the person's next request on. Open invitations that the person made and may no longer make are
         *     withdrawn.
         */
        readonly put: operations["setMemberRole"];
        readonly post?: never;
        /**
         * Remove a person from an organization
         * @description Takes the person out, perhaps oneself; sessions stop reaching the organization with their next request. Owners are removed
         *     by owners (403 `OWNER_REQUIRED`), and the last owner cannot go (409 `LAST_OWNER`). Open invitations that the person made are
         *     withdrawn. To leave an organization whatever the role, use `leaveOrganization`.
         */
        readonly delete: operations["deleteMember"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/api-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the API keys of an organization
         * @description Lists the keys, newest first, revoked ones too. A key is told by its name and its first characters; the key itself is shown once, when it is made.
         */
        readonly get: operations["listApiKeys"];
        readonly put?: never;
        /**
         * Create an API key
         * @description Creates a key and shows it, once. Made by a person, a key without `scopes` has all of them but `tasks:delegate`, one without
         *     `workspace_id` reaches the whole organization, and one without `expiry_minutes` lasts until it is revoked.
         *
         *     A key makes no key that may do more than itself: without `scopes` the new one has exactly its scopes, a scope that it lacks is 403
         *     `SCOPE_REQUIRED`, without `expiry_minutes` the new one expires when it does, and a later expiry is 403
         *     `API_KEY_EXPIRY_TOO_LATE`. What a key made is revoked with it. An organization has at most as many keys that are neither
         *     revoked nor expired as its plan allows (402 `API_KEYS_LIMIT_EXCEEDED`).
         */
        readonly post: operations["createApiKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/api-keys/{key_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke an API key
         * @description Revokes the key for good, and with it every key that it made, that those made, and so on: the next request with any of them is
         *     refused. They stay in the list. Revoking a second time changes nothing. Owners and admins revoke any key; a key revokes itself
         *     and what it made, directly or through others, and no other key (403 `NOT_KEY_MAKER`). A very large number of keys is revoked in
         *     several steps before this is answered; a request that is interrupted is completed by the service.
         */
        readonly delete: operations["revokeApiKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/register": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Register an agent
         * @description Registers an agent for the organization of the API key. Five members are enough; the others describe the agent to
         *     people who browse.
         *
         *     Any well-formed `svc_id` registers. To become *verified* it has to be content-addressed: take the canonical JSON of
         *     `{name, version, public_key, manifest_hash}`, where the key is spelled as the answer spells it, and write its SHA-256
         *     in lower-case hexadecimal. Without a `proof` the registration is a claim (`ownership: claimed`): it can be used, is public
         *     and `pending`, and each organization can have a claim of its own on the same identifier. With a `proof` that the
         *     publisher holds the private key it is the owner's (`ownership: proved`), verified at once, and may be private or
         *     restricted. A proof that does not verify is refused with 403 `INVALID_PROOF`, and `private: true` or a restriction without one with
         *     403 `OWNERSHIP_NOT_PROVED`. A public registration with a proof ends the claims of others.
         *
         *     An organization's own registration is repeated with 409, and nothing is overwritten; with equal fields and a proof the
         *     answer is 200, and a claim is proved by that. An identifier that is not content-addressed belongs to whoever registers it
         *     first, with 409 for everybody else, and keeps its key; a proof by that key takes the place of a claim.
         */
        readonly post: operations["registerAgent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/{svc_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an agent
         * @description Reads all that the registry knows about an agent and the caller may see: what was registered, the checks behind its verification
         *     status, reputation, disputes, and how often the caller's own organization has it installed. Agents of every organization can be
         *     read, private ones only by their own and by those that they let install them.
         */
        readonly get: operations["getAgent"];
        /**
         * Change what is said of an agent
         * @description Replaces what an organization says of its registration: everything but the five fields. What is left out is taken back, so
         *     `private`, `deprecated`, `installable_by` and `installers` get their defaults. Another organization's agent is 403
         *     `AGENT_OWNER_REQUIRED`.
         *
         *     A private agent is visible to its own organization only, and to those in `installers` where it is `installable_by: listed`.
         *     Whoever may install is asked when an install token is made, at bootstrap and at recovery; installations that live go
         *     on. Keeping an agent private or restricting who installs it takes a registration with a proof, under a content-addressed
         *     identifier (403 `OWNERSHIP_NOT_PROVED`); so does making it public, if another organization has proved it in public (409
         *     `AGENT_EXISTS`). A deprecated agent can still be used, and everybody is told.
         */
        readonly put: operations["updateAgent"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/{svc_id}/reputation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow an agent's reputation over time
         * @description Answers the reputation of an agent on each of the last days, by the formula that makes its score: at the end of each day in UTC, and
         *     at this moment for today. A day knows what had happened by then: outcomes that counted, and disputes that were
         *     upheld. The series begins no earlier than what is on record about the agent, so it can hold fewer days than asked for.
         */
        readonly get: operations["getReputationHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/{svc_id}/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check that a registration is valid
         * @description Tells whether the agent is registered with a sound public key and neither suspended nor revoked. `valid` says nothing
         *     about how the identifier was made; the verification status in the trust profile does. Agents of every organization
         *     can be checked, private ones only by their own and by those that they let install them.
         */
        readonly get: operations["verifyAgent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/workspaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the workspaces of an organization
         * @description Lists the workspaces, oldest first. An API key that is bound to one workspace sees only that one.
         */
        readonly get: operations["listWorkspaces"];
        readonly put?: never;
        /**
         * Create a workspace
         * @description Creates a workspace with a permissive default policy. Names need not be unique; the identifier is. An API key that is
         *     bound to a workspace cannot create another (403). Over the plan's number of workspaces the answer is 402
         *     `WORKSPACES_LIMIT_EXCEEDED`.
         */
        readonly post: operations["createWorkspace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/workspaces/{workspace_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a workspace
         * @description Reads one workspace of the organization.
         */
        readonly get: operations["getWorkspace"];
        /**
         * Replace a workspace's name and description
         * @description Replaces name and description together; a description that is left out becomes empty.
         */
        readonly put: operations["updateWorkspace"];
        readonly post?: never;
        /**
         * Delete a workspace
         * @description Deletes the workspace with its install tokens and its policy, and revokes the API keys that are bound to it; its audit
         *     records stay. While it has active installations the answer is 409 `WORKSPACE_IN_USE`, unless `force` is true: then they
         *     are revoked first. A large workspace is then deleted in steps, so that others are served in between: when the connection
         *     is lost meanwhile, or the answer is 503, the same request again continues, and answers 204, or 404 when the workspace is
         *     gone already.
         */
        readonly delete: operations["deleteWorkspace"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/workspaces/{workspace_id}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the members of a workspace
         * @description Lists the people who can see the workspace, with their roles, in the order in which they joined.
         */
        readonly get: operations["listWorkspaceMembers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/workspaces/{workspace_id}/install-tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the install tokens of a workspace
         * @description Lists the tokens, newest first, with what became of each; the tokens themselves are shown once and never here. A token that
         *     was consumed names its installation. Tokens that expired or were revoked are forgotten after 30 days. An agent whose
         *     bootstrap failed has no installation, and its token stands here as `outstanding` or `expired`.
         */
        readonly get: operations["listInstallTokens"];
        readonly put?: never;
        /**
         * Create an install token
         * @description Creates a one-time token that lets one agent into one workspace. It is shown once, lives 15 minutes unless
         *     `expiry_minutes` says otherwise, and is used up by the first successful bootstrap. An agent that is suspended or
         *     revoked gets none (403 `AGENT_NOT_ACTIVE`), nor does one whose owner does not let the organization install it (403
         *     `INSTALLATION_NOT_ALLOWED`, and 404 where the owner keeps it private). Over the plan's number of unused tokens or of
         *     installations the answer is 402.
         */
        readonly post: operations["createInstallToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/workspaces/{workspace_id}/install-tokens/{token_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke an install token
         * @description Takes back a token that nobody has used. From then on a bootstrap with it is answered like one with a token that never
         *     existed (401 `INVALID_INSTALL_TOKEN`), so whoever found it learns nothing; the record stays for 30 days. A token that is
         *     consumed, expired or revoked already is 409 `INSTALL_TOKEN_NOT_OUTSTANDING`; an installation is ended by revoking it.
         */
        readonly delete: operations["revokeInstallToken"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/workspaces/{workspace_id}/installations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the installations of a workspace
         * @description Lists the installations, newest first, whatever became of them. `health` is `offline` as soon as a lease has run out; an
         *     agent that runs in degraded mode sends no heartbeats, so it is `offline` too. An agent that was never bootstrapped has no
         *     installation: its token stands among the install tokens.
         *
         *     Free-form facts, which are `health_payload` and the `metadata` of the beacon, are left out here; the installation by itself
         *     has them.
         */
        readonly get: operations["listInstallations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/workspaces/{workspace_id}/installations/revocations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke several installations
         * @description Revokes the installations of the workspace that `select` describes, each as if it were revoked by itself and with an audit
         *     record of its own. All that `select` names must hold; installations that ended already, and identifiers of none in this
         *     workspace, are passed over. One call ends at most 200, the longest installed first; while `complete` is false there are
         *     more, and the same request goes on.
         */
        readonly post: operations["revokeInstallations"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/installations/bootstrap": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exchange an install token for credentials
         * @description The first exchange creates the installation and answers 201 with a runtime token and a refresh token. Keep the
         *     refresh token: it is not shown again.
         *
         *     Sent again less than 60 seconds after that first exchange, the token answers 200: the same installation with another
         *     runtime token. A refresh token is not part of this answer, because the one from the first answer stays good. Nothing
         *     in the repeated body is applied. Later, or after the installation was revoked, terminated or recovered, the answer is 409
         *     `INSTALL_TOKEN_CONSUMED`.
         *
         *     A token that is unknown, malformed or expired is 401. When the agent was suspended or revoked meanwhile the answer is
         *     403 `AGENT_NOT_ACTIVE`, and over the plan's number of installations 402. Where the owner of the agent does not let the organization
         *     install it any more, 403 `INSTALLATION_NOT_ALLOWED`, and 404 where it keeps the agent private. All of them leave the token unused.
         */
        readonly post: operations["bootstrapInstallation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/installations/{installation_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an installation
         * @description Reads one installation with everything that is known about it. Credentials are not part of it; of the address that the
         *     agent told only the origin is shown, since paths and passwords are nobody's business who reads a list.
         */
        readonly get: operations["getInstallation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/installations/{installation_id}/commands": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the commands of an installation
         * @description Lists what the installation was told, newest first, and how each command ended. Commands are forgotten 30 days after they
         *     expired; of those that others took the place of before the agent heard them the latest 20 are kept.
         */
        readonly get: operations["listInstallationCommands"];
        readonly put?: never;
        /**
         * Tell an installation what to do
         * @description Puts a command in line; the next heartbeat fetches it, and it is repeated until the agent acknowledges it or a day has
         *     passed. `pause` and `resume` move the lifecycle at once, `set_interval` the interval; `terminate` ends the installation when
         *     the agent obeys, and `rotate_token` takes effect with the first use of the new token.
         *
         *     A command takes the place of one of the same type that still waits, and `pause` and `resume` of each other; the same command
         *     sent twice is the same command. An installation that has ended takes none (403).
         */
        readonly post: operations["sendInstallationCommand"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/installations/{installation_id}/lease": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a heartbeat and renew the lease
         * @description Renews the lease for three heartbeat intervals, at least 30 seconds. A lease that ran out is restored by the next
         *     heartbeat; a heartbeat never resumes an installation that people paused or ended. The status `stopped` ends the lease
         *     cleanly.
         *
         *     The answer carries a pending `command`, repeated until the agent acknowledges it with `command_ack` or carries it
         *     out, and a `refreshed_token` when the runtime token expires within 7 days or a command asks for rotation.
         *
         *     A revoked installation still gets its `terminate` command, and never a new token, until it acknowledges or its
         *     deadline passes; from then on the answer is 403 `INSTALLATION_REVOKED`. The runtime token of another installation is
         *     answered with 404.
         */
        readonly post: operations["renewLease"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/installations/{installation_id}/refresh": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Obtain a new runtime token
         * @description Answers a new runtime token with a higher `token_version`. The token in use stays valid until the new one
         *     has been in use for 5 minutes. The refresh token stays the same; it dies when the installation is revoked or recovered.
         *
         *     Whatever is wrong, be it an unknown or dead refresh token, one of another installation or an unknown installation, the
         *     answer is 401 `INVALID_REFRESH_TOKEN`: whether an identifier exists is not told to strangers.
         */
        readonly post: operations["refreshRuntimeToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/installations/recovery": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Recover an installation whose credentials are lost
         * @description Gives an existing installation new credentials, including a new refresh token, and kills the old ones in the same
         *     step. Among the agent's installations in the workspace it takes one whose credentials have expired, otherwise the one
         *     not heard from for longest. Where more than 200 are live only 200 are examined: those that are offline or stopped before
         *     others, and of these the ones last heard from on the earliest days. Upstream address, capabilities and interval are
         *     replaced where the request has them.
         *
         *     Without any installation of the agent the answer is 404; when all of them are revoked it is 403
         *     `INSTALLATION_REVOKED`, and when the agent is suspended or revoked 403 `AGENT_NOT_ACTIVE`. Where its owner does not let the
         *     organization install it any more, the answer is 403 `INSTALLATION_NOT_ALLOWED`, and 404 where it keeps the agent private.
         */
        readonly post: operations["recoverInstallation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/installations/{installation_id}/beacon/register": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Record where an installation runs
         * @description Records the platform and free-form facts about the place where the agent runs, for people who operate it. Each call
         *     replaces what the last one recorded; an empty object is accepted. An installation that was revoked or terminated takes none
         *     (403 `INSTALLATION_REVOKED`, `INSTALLATION_TERMINATED`).
         */
        readonly post: operations["registerBeacon"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/installations/{installation_id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke an installation
         * @description Ends the installation for good. Its runtime and refresh tokens are refused at once, except that heartbeats are still
         *     answered with the command `terminate`, so that the agent learns of it, until the agent acknowledges or the `deadline`
         *     passes. An empty object is accepted. Revoking a second time is answered with 200 and changes nothing.
         */
        readonly post: operations["revokeInstallation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/workspaces/{workspace_id}/policy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the policy of a workspace
         * @description Reads the policy in force, signed by the platform so that an agent can keep it and check it later. There always is
         *     one: a workspace starts with a policy that permits everything. A runtime token reads the policy of its own workspace.
         */
        readonly get: operations["getWorkspacePolicy"];
        /**
         * Replace the policy of a workspace
         * @description Writes the next version of the policy, which the platform signs and every running installation of the workspace is told to
         *     load. All sections are sent; nothing is merged. Earlier versions stay readable.
         *
         *     `If-Match` says which version the change was made from: the `ETag` of the policy as it was read, or `*` for whatever is
         *     there. When somebody else was faster the answer is 409 `POLICY_CHANGED`, and nothing is overwritten: read it again.
         */
        readonly put: operations["setWorkspacePolicy"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/workspaces/{workspace_id}/policy/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the versions of a policy
         * @description Lists all versions of the policy, newest first, with who wrote each and when. The rules themselves are in each version by itself.
         */
        readonly get: operations["listPolicyVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/workspaces/{workspace_id}/policy/versions/{version}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one version of a policy
         * @description Reads a version as it was signed, in force or superseded, and who wrote it.
         */
        readonly get: operations["getPolicyVersion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/trust/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Verify what an agent signed
         * @description Answers whether the agent signed this context, and whether the policy of the workspace lets it in. The signed message
         *     is `svc-trust-v1`, a line feed and the canonical JSON of `{svc_id, context}`, the context exactly as sent. It proves nothing
         *     about who owns the agent.
         *
         *     A signature that does not verify, cannot be decoded, is too old or was seen before is a result, not an error: 200
         *     with `valid: false` and the reason. An agent that is not registered, or a workspace of another organization, is 404.
         *
         *     Against replay, let the agent put a `timestamp`, within 300 seconds of now, and a `nonce` into the context; a nonce
         *     is good once per agent and verifying workspace, and needs the timestamp. Without them the answer says
         *     `freshness: not_provided`. Against being passed on, let it put the `issuer` of this platform and the `audience` into the context.
         *     An installation that asks with its runtime token is compared with the audience; without one the answer says
         *     `audience: not_provided`, and to an API key or a person, who are no receiver, `audience: not_checked`. Who wants signed
         *     requests only takes neither of these for enough. The platform's own statements are checked with its published keys, not here.
         */
        readonly post: operations["verifyTrust"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/trust/profile/{did}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an agent's trust profile
         * @description Reads what the registry knows about an agent of any organization: verification, reputation, permissions, public key
         *     and disputes. A private agent is visible to its own organization, and to those that it lets install the agent, only.
         */
        readonly get: operations["getTrustProfile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/trust/headers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create trust headers, by which the platform vouches for an agent
         * @description Creates the headers that an agent puts on its answer so that the receiver sees who answered, with which reputation. In
         *     `X-Svc-Vouch` the platform says that the organization of the credential runs this agent: it has to own the agent or to run an
         *     installation of it; any other agent is 404. An installation asks about its own agent only.
         *
         *     The statement (purpose `vouch`) has the claims `issuer`, `svc_id`, `issued_to` (the organization, and the installation that asked
         *     with its runtime token), `request_body_hash`, `issued_at` and `expires_at`, 300 seconds later. It is no signature of the agent:
         *     who shows it says "vouched for" with the organization's name, never "verified", and lets nobody in for it.
         */
        readonly post: operations["createTrustHeaders"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/trust/jwks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the platform's public keys
         * @description Lists the public keys with which the platform signs policies, forwarded tasks, what it vouches for, audit checkpoints
         *     and compliance reports, as a JSON Web Key Set (RFC 7517, RFC 8037), newest first. Only keys that the platform's master key
         *     opens are listed. A retired key stays listed as long as something it signed can be checked.
         */
        readonly get: operations["getPlatformKeys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/{svc_id}/disputes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report a dispute against an agent
         * @description Reports that an agent did something wrong, with evidence. The operator of the registry settles it, never an organization:
         *     upheld, it costs the agent 10 points of reputation, and a `security_concern` its verification. Until then it counts as open
         *     in the agent's trust profile. Description, logs and comments are shown to the two organizations and the operator, and to
         *     nobody else; credentials of this service in them are cut out before anything is kept.
         *
         *     An organization has one open dispute about an agent for each task, and one without a task (409 `DISPUTE_EXISTS`), and at most
         *     100 about one agent (409 `TOO_MANY_DISPUTES`). A key that is bound to one workspace does not speak for the organization (403
         *     `WORKSPACE_NOT_ALLOWED`); that holds for all disputes.
         */
        readonly post: operations["openDispute"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/disputes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List disputes
         * @description Lists the disputes that the organization opened, newest first, or with `side=received` those about its agents. Logs and
         *     comments are in each dispute by itself. A session that acts for several organizations sees those of all of them, unless it
         *     asks for one.
         */
        readonly get: operations["listDisputes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/disputes/{dispute_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a dispute
         * @description Reads a dispute that the organization opened, or that is about one of its agents, with evidence and comments.
         */
        readonly get: operations["getDispute"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/disputes/{dispute_id}/comments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Comment on a dispute
         * @description Adds a comment of the organization that opened the dispute, or of the one that the agent belongs to. A dispute that is
         *     decided takes no more (409 `DISPUTE_DECIDED`), and has at most 20 of each of the two (409 `TOO_MANY_COMMENTS`).
         */
        readonly post: operations["createDisputeComment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/operator/disputes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List disputes of all organizations
         * @description Lists the disputes in one state, whoever they are between: those that wait, the longest waiting first, and those that are decided,
         *     the latest report first. Logs and comments are in each dispute by itself.
         */
        readonly get: operations["listDisputeCases"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/operator/disputes/{dispute_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a dispute as its judge
         * @description Reads a dispute with evidence and comments, who the two organizations are, where the agent stands, and whether this operator may
         *     judge it.
         */
        readonly get: operations["getDisputeCase"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/operator/disputes/{dispute_id}/judgement": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Judge a dispute
         * @description Begins the review of a dispute, upholds or rejects it. Both organizations are shown the state and the reason, and have it on record.
         *     A decision is final (409 `DISPUTE_DECIDED`): upheld, it costs the agent 10 points of reputation, and over a `security_concern`
         *     its verification; rejected, it costs nothing. Credentials of this service in the reason are cut out before anything is kept.
         *
         *     Whoever belongs to one of the two organizations, in whatever role, does not judge (403 `CONFLICT_OF_INTEREST`).
         */
        readonly post: operations["judgeDispute"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/images": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the container images of the organization
         * @description Lists the images that the organization asked to have scanned, in order of their reference, each with its latest scan.
         *     Images belong to the whole organization: a key that is bound to one workspace sees none of them, and has none scanned (403
         *     `WORKSPACE_NOT_ALLOWED`); that holds for all operations of this section.
         */
        readonly get: operations["listImages"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/images/{image_ref}/scan": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Have a container image scanned
         * @description Asks for a scan of an image in a registry that the operator configured, and answers at once; the report follows at
         *     `/images/{image_ref}/scan-report`. Whatever keeps the image from being read, such as a registry that is down or a tag
         *     that it does not have, is a scan that `failed` and never an error of this request; *Image scans* above lists the
         *     causes.
         *
         *     `digest` is the digest that the registry names for the reference right now, absent where it did not answer within
         *     3 seconds; the scan then asks again. While a scan of the same reference and digest is queued or running, that scan is
         *     answered and no second one begins.
         *
         *     An organization has images scanned in the parts of a registry that the operator gave it: without any part the answer is 403
         *     `IMAGE_SCANNING_NOT_ENABLED`, for an image in another part 404 `IMAGE_NOT_FOUND`, whether it exists or not. As many scans
         *     queued or running as the plan allows are 429, as many stored bytes 402.
         */
        readonly post: operations["scanImage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/images/{image_ref}/scan-report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the report of the latest scan
         * @description Answers the latest scan of the image that the organization asked for, in whatever state it is: ask again while it is
         *     `queued` or `running`. A summary and findings are there only when the image was read to its end.
         *
         *     `completed` says that everything found in the image was compared with vulnerability data.
         *     `completed_without_vulnerability_data` says that some or all of it was not, as `coverage` tells in detail; then the
         *     absence of vulnerabilities means nothing. Before the first scan the answer is 404 `IMAGE_NOT_SCANNED`.
         */
        readonly get: operations["getScanReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/images/{image_ref}/sbom": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the bill of materials of the latest scan
         * @description Answers what the latest scan found installed in the image, as a CycloneDX 1.6 document. Its digest stands in the
         *     report: the SHA-256 of its canonical JSON (JCS, RFC 8785). While there is no scan that read the image to its end, the
         *     answer is 404 `IMAGE_NOT_SCANNED`.
         */
        readonly get: operations["getImageSbom"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit-logs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List audit records
         * @description Lists the audit records of an organization, newest first. The records form a hash chain: each contains the hash of
         *     the one before, so a change, a gap or a swap shows. Routine heartbeats, and trust
         *     checks that succeed, leave no record. Records older than the organization's retention are removed, and `total` counts
         *     what is left; where the chain was cut, the page carries the signed `checkpoint` behind which it goes on.
         */
        readonly get: operations["listAuditLogs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit-logs/verification": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Verify the audit chain
         * @description Follows the hash chain of an organization from its beginning, or from `from_sequence`, and recomputes each hash on the way. One
         *     request looks at a bounded number of records: while `complete` is false, go on with `from_sequence` set to `next_sequence`. Every
         *     step begins at the record before, so steps that follow one another leave no gap. The last step also checks that the chain reaches
         *     its newest record. Where the retention removed the oldest records, the chain begins behind a `checkpoint` whose
         *     signature is checked too. Two requests at a time verify the chain of an organization in one process; more are refused (429).
         */
        readonly get: operations["verifyAuditChain"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit-logs/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search the audit log
         * @description Finds audit records of an organization, newest first, by kind, workspace, time and text. All filters together have to
         *     hold; each is optional.
         *
         *     What is examined for one page is bounded, however long the log is: a page can hold fewer records than `limit`, even none,
         *     while `next_cursor` is there. `searched_back_to` then says how far the search got; the next page goes on from there. How many
         *     records there are in all is not counted.
         */
        readonly get: operations["searchAuditLogs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit-logs/siem/logs/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Export audit records to a log-aggregation system
         * @description Sends audit records to a log intake, each as one log line whose `message` is the record. `tags` become the tags of the
         *     line, `service` and `source` its service and source. See *Exports* above.
         */
        readonly post: operations["exportAuditLogs"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit-logs/siem/collector/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Export audit records to an event collector
         * @description Sends audit records to an event collector, each as one event of the time at which it happened. Events that the
         *     collector rejects one by one are listed under `rejected`; where it acknowledges later, the export waits for that. See
         *     *Exports* above.
         */
        readonly post: operations["exportAuditCollector"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit-logs/siem/alerts/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Export audit records to an incident-alert system
         * @description Sends audit records to an alert system, each as one event of its own: narrow the choice with `event_type`. Each record
         *     has its own deduplication key, so that sending it twice opens one alert. See *Exports* above.
         */
        readonly post: operations["exportAuditAlerts"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit-logs/siem/exports/{export_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow an export
         * @description Tells how far an export is. It can be read until 30 days after it has ended. A key that is bound to a workspace sees
         *     the exports of that workspace.
         */
        readonly get: operations["getAuditExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/support/email": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for support by e-mail
         * @description The question goes to the support team by e-mail. See *Support* above for what happens where it has no mailbox.
         *     The ticket is kept before it is answered. `organization_id` and `workspace_id` have to be the caller's own, and can be
         *     left out.
         */
        readonly post: operations["emailSupport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/support/priority": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for support with priority
         * @description The request goes to the support team by e-mail, marked as urgent, and is announced in its chat.
         *     The ticket is kept before it is answered. `organization_id` and `workspace_id` have to be the caller's own, and can be
         *     left out.
         */
        readonly post: operations["requestPrioritySupport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/support/chat": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for support in the chat
         * @description The question is posted to the chat of the support team, which answers by e-mail.
         *     The ticket is kept before it is answered. `organization_id` and `workspace_id` have to be the caller's own, and can be
         *     left out.
         */
        readonly post: operations["openSupportChat"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/support/csm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Contact customer success
         * @description The request goes to the people who look after enterprise customers.
         *     The ticket is kept before it is answered. `organization_id` and `workspace_id` have to be the caller's own, and can be
         *     left out.
         */
        readonly post: operations["contactCustomerSuccess"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/registry/network/summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Summarize the registry network
         * @description Counts the public agents of all organizations, and the installations of the caller's own; those of one workspace, up to
         *     100000, for a credential that is bound to it.
         */
        readonly get: operations["getNetworkSummary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/registry/network/agents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Browse the agents of the registry network
         * @description Lists the public agents of all organizations in the order of their identifiers. A category that no agent has answers
         *     an empty page.
         */
        readonly get: operations["listNetworkAgents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/registry/network/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search the agents of the registry network
         * @description Finds public agents of all organizations as somebody types, filters and sorts, and counts how many each option would
         *     leave. All filters together have to hold; each is optional, and without any all agents are listed.
         *
         *     Counts stand on the first page only, the one that is asked for without `cursor`. What is examined for one page is
         *     bounded, however many agents there are: a page can hold fewer agents than `limit`, even none, while `next_cursor` is
         *     there, and counts of what is neither rare nor kept are lower bounds, which `counted` says. Scores are as of the last
         *     time one changed, or was found faded; that is seconds ago at most.
         */
        readonly get: operations["searchAgents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/enterprise/orgs/{org_id}/retention": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set how long audit records are kept
         * @description Sets how many days the organization's audit records are kept: more than a year, at most ten. Without this they are
         *     kept 365 days, on every plan, and a change of plan changes nothing about it.
         *
         *     A longer time holds at once. A shorter one holds a week later, at `effective_at`, because what is removed cannot come
         *     back; until then the longer one holds, and setting it again calls the change off.
         */
        readonly put: operations["setRetention"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/{svc_id}/compliance/{workspace_id}/report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Report which controls the records of an agent support
         * @description Evaluates controls of known frameworks from the platform's own records about one agent in one workspace: registration,
         *     identity, credentials, access, revocation, health, policy, audit chain, retention, exports, image scans and disputes.
         *     It is evidence support, not a certification: which controls a record supports is this service's own reading.
         *
         *     The agent has to belong to the organization of the workspace, or to have or have had an installation in it; any other
         *     is 404. What counts is what happened in the last 365 days. The report reads bounded numbers of records; where there
         *     are more, `truncated` says so.
         *
         *     The same records at the same moment give the same report. `hash` is the SHA-256 of the canonical JSON of the report
         *     without `hash`, `signing_key_id` and `signature`, its `generated_at` included; signed are `svc-compliance-report-v1`, a
         *     line feed and the canonical JSON of `{generated_at, hash, issuer, svc_id, workspace_id}`. The Markdown form shows the same data
         *     and ends with a hash and a signature of its own text. Only `format` chooses between them, no header does.
         */
        readonly get: operations["getComplianceReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/a2a/route": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Have a task done by whoever has the skill
         * @description Finds the installation in the workspace whose declared capability equals the skill, forwards the task to it and waits
         *     for the answer, at most `timeout_ms`. Only active installations that are online or unhealthy can be chosen: those that
         *     told an address before those that did not, online before unhealthy, then by the reputation of the agent, then the one
         *     with the fewest tasks under way.
         *
         *     200 means that a task was routed; `status` says how it ended. `completed` comes with `result` and `output`, which are
         *     the same, `failed` with `error`, whose codes are listed under *Tasks* above. A task is sent at most once, and goes on
         *     when the caller hangs up: the history shows how it ended.
         *
         *     The requester of a task is whoever was authenticated: the organization and its API key. `requester_id` may name the
         *     organization or the key itself. To name somebody else is to act for them, and takes the scope `tasks:delegate` (403 `SCOPE_REQUIRED`):
         *     a member of the organization, or an agent that it owns or runs in this workspace. Anybody else is 404
         *     `REQUESTER_NOT_FOUND`, whether they exist or not. The policy of the workspace is asked about the one who is named and about
         *     the organization; where it refuses either of them, or the skill, the answer is 403 `POLICY_DENIED`. When nobody can take the
         *     task it is 404 `NO_AGENT_FOR_SKILL`, and with as many tasks under way as the plan allows 429. None of these makes a task. The
         *     task and its audit records name both.
         */
        readonly post: operations["routeTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tasks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the tasks of a workspace
         * @description Lists the tasks that were routed in the workspace named by the header, newest first. An API key is sent as a bearer
         *     token here, and so is the token of a session. With `skill` or `agent_id`, `total` is counted up to 100000.
         */
        readonly get: operations["listTasks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tasks/summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Sum up the tasks of a workspace
         * @description Counts all tasks of the workspace named by the header by their state, and sums up the newest of them, at most 1000: why
         *     tasks failed, how long agents took, and both over time. An API key is sent as a bearer token, as for the list.
         */
        readonly get: operations["getTaskSummary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the contract as JSON
         * @description Answers this document, with the address of this service under `servers`, or the agents' contract. It needs no
         *     credential and is the same for everybody. Send the `ETag` of an
         *     earlier answer as `If-None-Match` to be spared an unchanged document.
         */
        readonly get: operations["getContractJson"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.yaml": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the contract as YAML
         * @description Answers this document, with the address of this service under `servers`, or the agents' contract. It needs no
         *     credential and is the same for everybody. It holds what
         *     `/openapi.json` holds, in the same order.
         */
        readonly get: operations["getContractYaml"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A one-time PIN that is waiting to be confirmed. */
        readonly AdminChallenge: {
            /**
             * Format: uuid
             * @description Identifier of the challenge, sent back together with the PIN.
             */
            readonly challenge_id: string;
            /**
             * Format: date-time
             * @description When the PIN stops working, 5 minutes from now.
             */
            readonly expires_at: string;
            /** @description How the PIN travels; `email` is known. */
            readonly delivery: string;
        };
        /** @description A person's session, without its token. */
        readonly AdminSession: {
            readonly email: components["schemas"]["EmailAddress"];
            /**
             * Format: date-time
             * @description When the session ends by itself.
             */
            readonly expires_at: string;
            /** @description The organizations that the person belongs to, earliest membership first. */
            readonly memberships: readonly components["schemas"]["Membership"][];
            /** @description Invitations that wait for an answer, the earliest first; `listOwnInvitations` shows more than the first 20. */
            readonly invitations: readonly components["schemas"]["OwnInvitation"][];
            /** @description Whether the person is an operator of the registry, who judges disputes. */
            readonly operator: boolean;
            readonly issuer: components["schemas"]["Issuer"];
        };
        /** @description A new session. */
        readonly AdminSessionCredentials: {
            /** @description Bearer token of the session, shown once. */
            readonly session_token: string;
            /**
             * Format: date-time
             * @description When the session ends by itself, 8 hours from now.
             */
            readonly expires_at: string;
            readonly email: components["schemas"]["EmailAddress"];
        };
        /** @description A registered agent. */
        readonly Agent: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly did: components["schemas"]["AgentDid"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
            readonly public_key: components["schemas"]["NormalizedPublicKey"];
            readonly manifest_hash: components["schemas"]["ManifestHash"];
            readonly verification_status: components["schemas"]["VerificationStatus"];
            /**
             * Format: date-time
             * @description When the agent was registered.
             */
            readonly registered_at: string;
            /** @description Whether the agent is visible to its owner, and to organizations that it lets install it, only. */
            readonly private: boolean;
            readonly ownership: components["schemas"]["Ownership"];
            readonly deprecated: components["schemas"]["Deprecated"];
            readonly installable_by: components["schemas"]["InstallableBy"];
            readonly installers: components["schemas"]["Installers"];
            readonly description?: components["schemas"]["AgentDescription"];
            readonly publisher?: components["schemas"]["Publisher"];
            readonly category?: components["schemas"]["Category"];
            readonly llm_provider?: components["schemas"]["LlmProvider"];
            readonly capabilities?: components["schemas"]["Capabilities"];
            readonly permissions?: components["schemas"]["Permissions"];
            readonly url?: components["schemas"]["AgentUrl"];
            readonly card?: components["schemas"]["AgentCard"];
        };
        /** @description The agent's card as it was registered. */
        readonly AgentCard: {
            readonly [key: string]: unknown;
        };
        /** @description The card that the agent serves at `/.well-known/agent.json`, kept as sent. */
        readonly AgentCardInput: {
            readonly [key: string]: unknown;
        };
        /** @description One of the checks that a verified agent has passed. */
        readonly AgentCheck: {
            /**
             * @description What was checked: `id_recomputes`, `key_sound`, `possession_proved`, `no_upheld_security_dispute` and `in_good_standing` are
             *     known. An agent that passes all of them is verified.
             */
            readonly name: string;
            /** @description Whether the agent passed. */
            readonly passed: boolean;
            /** @description What was found, in a sentence for people. */
            readonly detail: string;
        };
        /** @description What the agent does, for people. */
        readonly AgentDescription: string;
        /** @description Decentralized identifier of the agent, `did:svc:` followed by its `svc_id`. */
        readonly AgentDid: string;
        /** @description Installations of the agent in the caller's organizations, or in the workspace that the credential is bound to. */
        readonly AgentInstallations: {
            /**
             * Format: int32
             * @description Those that are neither revoked nor terminated.
             */
            readonly current: number;
            /**
             * Format: int32
             * @description Those of them that are active and whose lease is kept alive.
             */
            readonly living: number;
        };
        /** @description Name of the agent. */
        readonly AgentName: string;
        /** @description An agent as its page shows it. */
        readonly AgentProfile: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly did: components["schemas"]["AgentDid"];
            /** @description Whether the agent belongs to an organization of the caller. */
            readonly own: boolean;
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
            readonly public_key: components["schemas"]["NormalizedPublicKey"];
            readonly manifest_hash: components["schemas"]["ManifestHash"];
            /**
             * Format: date-time
             * @description When the agent was registered.
             */
            readonly registered_at: string;
            /** @description Whether the agent is visible to its owner, and to organizations that it lets install it, only. */
            readonly private: boolean;
            readonly ownership: components["schemas"]["Ownership"];
            readonly deprecated: components["schemas"]["Deprecated"];
            readonly installable_by: components["schemas"]["InstallableBy"];
            readonly installers?: components["schemas"]["Installers"];
            readonly description?: components["schemas"]["AgentDescription"];
            readonly publisher?: components["schemas"]["Publisher"];
            readonly category?: components["schemas"]["Category"];
            readonly llm_provider?: components["schemas"]["LlmProvider"];
            readonly capabilities: components["schemas"]["Capabilities"];
            readonly permissions: components["schemas"]["Permissions"];
            readonly url?: components["schemas"]["AgentUrl"];
            readonly card?: components["schemas"]["AgentCard"];
            /** @description Whether the agent is registered with a sound key and neither suspended nor revoked, as `verifyAgent` tells. */
            readonly valid: boolean;
            readonly verification_status: components["schemas"]["VerificationStatus"];
            /** @description The checks that the verification status follows from. */
            readonly checks: readonly components["schemas"]["AgentCheck"][];
            readonly reputation: components["schemas"]["Reputation"];
            readonly disputes: components["schemas"]["DisputeCounts"];
            readonly installations: components["schemas"]["AgentInstallations"];
            /**
             * Format: date-time
             * @description When an installation of the agent was last heard from; absent when none ever was.
             */
            readonly last_seen_at?: string;
        };
        /** @description How many agents were found, and how many each option would leave if it were chosen in place of what is chosen now. */
        readonly AgentSearchCounts: {
            /**
             * @description Whether these are all agents, or those among the first that were examined.
             * @enum {string}
             */
            readonly counted: "exact" | "at_least";
            /**
             * Format: int32
             * @description How many agents were found.
             */
            readonly total: number;
            /**
             * Format: int32
             * @description How many of them are verified.
             */
            readonly verified: number;
            /** @description The largest categories, most agents first. */
            readonly categories: readonly components["schemas"]["AgentSearchOption"][];
            /** @description The providers with the most agents, most first. */
            readonly llm_providers: readonly components["schemas"]["AgentSearchOption"][];
        };
        /** @description How many agents an option would leave. */
        readonly AgentSearchOption: {
            /** @description The category or provider. */
            readonly name: string;
            /**
             * Format: int32
             * @description Number of agents.
             */
            readonly agents: number;
        };
        /** @description A page of the agents that were found. */
        readonly AgentSearchPage: {
            /** @description The agents of this page, in the order that was asked for. */
            readonly items: readonly components["schemas"]["NetworkAgent"][];
            readonly limit: components["schemas"]["PageLimit"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
            readonly counts?: components["schemas"]["AgentSearchCounts"];
        };
        /**
         * Format: uri
         * @description Address of the agent.
         */
        readonly AgentUrl: string;
        /** @description Whether a registration is valid. */
        readonly AgentVerification: {
            /** @description True when the agent has a sound public key and is neither suspended nor revoked. */
            readonly valid: boolean;
            readonly svc_id: components["schemas"]["SvcId"];
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
            /**
             * Format: date-time
             * @description When the agent was registered.
             */
            readonly registered_at: string;
        };
        /** @description Version of the agent, chosen by its publisher. */
        readonly AgentVersion: string;
        /** @description An identifier as somebody sends it; one that was never given out belongs to nothing, 404. */
        readonly AnyId: string;
        /** @description What the key is for. */
        readonly ApiKeyName: string;
        /** @description A page of API keys, newest first. */
        readonly ApiKeyPage: {
            /** @description The keys of this page. */
            readonly items: readonly components["schemas"]["ApiKeyRecord"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description An API key without its secret. */
        readonly ApiKeyRecord: {
            /** @description Identifier of the key, which opens nothing. */
            readonly key_id: string;
            readonly name: components["schemas"]["ApiKeyName"];
            /** @description The first characters of the key. */
            readonly preview: string;
            readonly scopes?: components["schemas"]["ScopeList"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /** @description E-mail address of the person who made the key. Absent where another key made it, and where the operator of the registry did. */
            readonly created_by?: string;
            /** @description Identifier of the key that made this one, and with which it is revoked. */
            readonly created_by_key?: string;
            /**
             * Format: date-time
             * @description From when on the key is refused with 401 `API_KEY_EXPIRED`; absent where it does not expire.
             */
            readonly expires_at?: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            readonly last_used_at?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            readonly revoked_at?: string;
        };
        /** @description Who acted. */
        readonly AuditActor: {
            /** @description Kind of actor; known are `api_key`, `member`, `installation`, `operator`, `platform` and `anonymous`. */
            readonly type: string;
            /** @description Identifier of the actor; a credential is named by its identifier, never by its value. */
            readonly id?: string;
            /** @description Network address that the request came from. */
            readonly ip?: string;
        };
        /**
         * @description Whether the installation had by then answered a task with the agent's own key. An organization that runs an agent without
         *     its key is as good as its word: its outcomes are unattested, and count like others.
         */
        readonly Attested: boolean;
        /** @description Where a chain cannot be followed, and why. */
        readonly AuditChainBreak: {
            /**
             * Format: int32
             * @description The first sequence at which the chain could not be followed.
             */
            readonly sequence: number;
            /**
             * @description Known are `gap` (a record is missing), `reordered` (it is in another place), `edited` (it is not what was written),
             *     `wrong_prev_hash` (it does not follow the one before), `rewritten` (the chain was written anew), `truncated` (the chain ends
             *     before its newest record), `missing_checkpoint` (the first records are gone, and nothing says why) and `invalid_checkpoint`
             *     (this service did not sign the checkpoint).
             */
            readonly reason: string;
        };
        /**
         * @description Where an audit chain goes on after its oldest records were removed: the last removed record, by the platform's word.
         *     The `prev_hash` of the oldest record that is left equals `hash`. Signed are `svc-audit-checkpoint-v1`, a line feed and
         *     the canonical JSON of all members but the last two.
         */
        readonly AuditCheckpoint: {
            readonly issuer: components["schemas"]["Issuer"];
            readonly chain: components["schemas"]["OrganizationId"];
            /**
             * Format: int32
             * @description Sequence of the last removed record, and so the number of all removed ones.
             */
            readonly sequence: number;
            /** @description Its `hash`. */
            readonly hash: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            readonly occurred_at: string;
            /**
             * Format: int32
             * @description The retention by which it was too old, in days.
             */
            readonly retention_days: number;
            /**
             * Format: date-time
             * @description When it was removed.
             */
            readonly purged_at: string;
            /** @description The `kid` of the platform key that signed. */
            readonly signing_key_id: string;
            /** @description Ed25519 signature of the platform in base64. */
            readonly signature: string;
        };
        /** @description Audit records on their way to another system. */
        readonly AuditExport: {
            /**
             * Format: uuid
             * @description Identifier of the export.
             */
            readonly export_id: string;
            /**
             * @description Kind of system.
             * @enum {string}
             */
            readonly destination: "logs" | "collector" | "alerts";
            /**
             * @description How far the export is; the last three are final.
             * @enum {string}
             */
            readonly status: "accepted" | "running" | "completed" | "partial" | "failed";
            /**
             * Format: int32
             * @description Records that are exported, after the filters and `limit`.
             */
            readonly matched: number;
            /**
             * Format: int32
             * @description Records that the destination has acknowledged.
             */
            readonly delivered: number;
            /**
             * Format: int32
             * @description Records that will not be delivered; while the export runs, those that were rejected.
             */
            readonly failed: number;
            /**
             * Format: int32
             * @description Position of the first record in the organization's chain; absent when none matched.
             */
            readonly first_sequence?: number;
            /**
             * Format: int32
             * @description Position of the last record in the organization's chain; absent when none matched.
             */
            readonly last_sequence?: number;
            readonly error?: components["schemas"]["AuditExportError"];
            /** @description Records that the destination rejected one by one. */
            readonly rejected?: readonly components["schemas"]["AuditExportRejection"][];
            /**
             * Format: date-time
             * @description When the export was asked for.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the export ended.
             */
            readonly finished_at?: string;
        };
        /** @description What is in the way of an export, or ended it. */
        readonly AuditExportError: {
            /** @description Machine-readable cause, for example `DESTINATION_TIMEOUT`. */
            readonly code: string;
            /** @description A sentence for people. */
            readonly message: string;
        };
        /** @description A record that its destination would not have. */
        readonly AuditExportRejection: {
            /**
             * Format: int32
             * @description Position of the record in the organization's chain.
             */
            readonly sequence: number;
            /** @description Why, as far as the destination said, for example `too large`. */
            readonly reason: string;
        };
        /** @description A page of audit records, newest first. */
        readonly AuditLogPage: {
            /** @description The records of this page. */
            readonly items: readonly components["schemas"]["AuditRecord"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
            readonly checkpoint?: components["schemas"]["AuditCheckpoint"];
        };
        /** @description Facts that belong to the kind of event. Secrets never appear here. */
        readonly AuditMetadata: {
            readonly [key: string]: unknown;
        };
        /** @description One link of the organization's audit chain. */
        readonly AuditRecord: {
            /**
             * Format: uuid
             * @description Identifier of the record, a UUID of version 7.
             */
            readonly id: string;
            /**
             * Format: int32
             * @description Position in the organization's chain, without gaps.
             */
            readonly sequence: number;
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /** @description Kind of event, for example `installation.bootstrapped`. */
            readonly event_type: string;
            readonly actor: components["schemas"]["AuditActor"];
            readonly target?: components["schemas"]["AuditTarget"];
            /**
             * @description How the action ended.
             * @enum {string}
             */
            readonly outcome: "success" | "failure" | "denied";
            /** @description Why it ended so, where there is something to say. */
            readonly reason?: string;
            /** @description The request that caused the record; absent when none did. */
            readonly request_id?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            readonly occurred_at: string;
            readonly metadata: components["schemas"]["AuditMetadata"];
            /** @description The `hash` of the record before; 64 zeros in the first record of a chain. */
            readonly prev_hash: string;
            /** @description Hexadecimal SHA-256 of the record's canonical JSON without this member. */
            readonly hash: string;
        };
        /** @description A page of the audit records that were found, newest first. */
        readonly AuditSearchPage: {
            /** @description The records of this page. */
            readonly items: readonly components["schemas"]["AuditRecord"][];
            readonly limit: components["schemas"]["PageLimit"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
            /**
             * Format: date-time
             * @description When the oldest record happened that was examined so far; absent on the last page.
             */
            readonly searched_back_to?: string;
        };
        /** @description What was acted upon. */
        readonly AuditTarget: {
            /** @description Kind of thing, for example `workspace` or `installation`. */
            readonly type: string;
            /** @description Identifier of the thing. */
            readonly id: string;
        };
        /** @description What following an audit chain for one step has found. */
        readonly AuditVerification: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            /**
             * @description Whether the chain could be followed as far as this step goes.
             * @enum {string}
             */
            readonly status: "intact" | "broken";
            /**
             * Format: int32
             * @description How many records this step looked at.
             */
            readonly records: number;
            /**
             * Format: int32
             * @description Sequence of the first of them; absent when there was none.
             */
            readonly first_sequence?: number;
            /**
             * Format: int32
             * @description Sequence of the last of them; absent when there was none.
             */
            readonly last_sequence?: number;
            /**
             * Format: int32
             * @description Sequence of the newest record of the chain when the step began, for showing how far it is.
             */
            readonly newest_sequence: number;
            /** @description Hash of the last record up to which everything is proven; 64 zeros before the first. */
            readonly head_hash: string;
            readonly checkpoint?: components["schemas"]["AuditCheckpoint"];
            readonly broken?: components["schemas"]["AuditChainBreak"];
            /** @description Whether there is nothing left to follow, because the newest record was reached or the chain is broken. */
            readonly complete: boolean;
            /**
             * Format: int32
             * @description Where the next step begins; absent when this one was the last.
             */
            readonly next_sequence?: number;
        };
        /** @description Where an installation runs, as recorded last. */
        readonly Beacon: {
            readonly installation_id: components["schemas"]["InstallationId"];
            /** @description The platform; absent when none was given. */
            readonly platform?: string;
            readonly metadata?: components["schemas"]["BeaconMetadata"];
            /**
             * Format: date-time
             * @description When the beacon was recorded.
             */
            readonly registered_at: string;
        };
        /** @description Free-form facts about the platform, as they were sent. */
        readonly BeaconMetadata: {
            readonly [key: string]: unknown;
        };
        /** @description Free-form facts about the platform. */
        readonly BeaconMetadataInput: {
            readonly [key: string]: unknown;
        };
        /** @description SHA-256 of a body, as base64, base64url or hex. */
        readonly BodyHash: string;
        /** @description An install token, and how the new installation can be reached. */
        readonly BootstrapRequest: {
            /**
             * Format: password
             * @description The install token, `skt_…`.
             */
            readonly install_token: string;
            readonly upstream_url?: components["schemas"]["UpstreamUrl"];
            readonly capabilities?: components["schemas"]["Capabilities"];
            readonly heartbeat_interval_seconds?: components["schemas"]["HeartbeatInterval"];
        };
        /**
         * Format: int32
         * @description How many items there are on all pages together, counted up to 100000.
         */
        readonly BoundedTotal: number;
        /** @description Skills that the agent offers, by the names under which tasks are routed to it. */
        readonly Capabilities: readonly components["schemas"]["Capability"][];
        /** @description Name of a skill. */
        readonly Capability: string;
        /** @description What the agent is for, such as `productivity`, `data` or `communication`. */
        readonly Category: string;
        /** @description What became of a command of an earlier lease. */
        readonly CommandAck: {
            /** @description The `id` of the command. */
            readonly id: string;
            /** @description How it went, such as `done` or `failed`. */
            readonly status?: string;
            /** @description A sentence for people. */
            readonly message?: string;
        };
        /** @description Parameters that belong to the type of the command. */
        readonly CommandParams: {
            /**
             * Format: int32
             * @description Of `set_interval`, the new heartbeat interval.
             */
            readonly heartbeat_interval_seconds?: number;
            /**
             * Format: int32
             * @description Of `terminate`, the milliseconds that the agent has to stop, as they were asked for.
             */
            readonly shutdown_timeout_ms?: number;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The agent as it is registered. */
        readonly ComplianceAgent: {
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
        };
        /** @description Where the organization's audit chain stood when the report was made. */
        readonly ComplianceChain: {
            /**
             * Format: int32
             * @description Sequence of the newest record; 0 when there was none.
             */
            readonly sequence: number;
            /** @description Its `hash`; 64 zeros when there was none. */
            readonly hash: string;
        };
        /** @description One control of a framework, and what the records say about it. */
        readonly ComplianceControl: {
            /** @description Number of the control in its framework. */
            readonly id: string;
            /** @description What it asks for, in words of this service. */
            readonly title: string;
            readonly status: components["schemas"]["ComplianceStatus"];
            /** @description The evidence it rests on. */
            readonly evidence: readonly components["schemas"]["ComplianceControlEvidence"][];
        };
        /** @description A finding that a control rests on; `evidence` of the report has it in full. */
        readonly ComplianceControlEvidence: {
            readonly id: components["schemas"]["ComplianceEvidenceId"];
            readonly status: components["schemas"]["ComplianceStatus"];
            readonly reason: components["schemas"]["ComplianceReason"];
            /** @description Sequences of the audit records it names. */
            readonly records: readonly number[];
        };
        /** @description What the platform's records say about one thing. */
        readonly ComplianceEvidence: {
            readonly id: components["schemas"]["ComplianceEvidenceId"];
            /** @description Its name for people. */
            readonly title: string;
            readonly status: components["schemas"]["ComplianceStatus"];
            readonly reason: components["schemas"]["ComplianceReason"];
            /** @description The figures it is based on. */
            readonly facts: readonly components["schemas"]["ComplianceFact"][];
            /** @description Audit records that show it, the newest first; not all there are. */
            readonly records: readonly components["schemas"]["ComplianceRecord"][];
            /** @description Whether there are more rows than were read; older ones were not judged. */
            readonly truncated: boolean;
        };
        /**
         * @description Kind of evidence: `inventory`, `identity`, `credentials`, `access`, `revocation`, `health`, `policy`, `audit_chain`,
         *     `retention`, `alerts`, `images` or `third_party`; `retention_2192_days` is a retention with a required number of days.
         */
        readonly ComplianceEvidenceId: string;
        /** @description One figure. */
        readonly ComplianceFact: {
            /** @description What it is. */
            readonly name: string;
            /** @description How much, when or which, as text; a long one is cut off. */
            readonly value: string;
        };
        /** @description One framework, and what the records say about its controls. An unsupported one has no controls. */
        readonly ComplianceFramework: {
            /** @description Name of the framework, as in `frameworks`; an unsupported one as it was asked for. */
            readonly id: string;
            /** @description Its full name. */
            readonly title?: string;
            /** @description The edition that the control numbers are from. */
            readonly edition?: string;
            /**
             * Format: date
             * @description Day from which most duties apply, where it is a law with such a day; to be checked for the case at hand.
             */
            readonly applicable_from?: string;
            /** @description What the controls say together, with the values of their `status`, or `unsupported`. */
            readonly status: string;
            /** @description The controls that the platform's records have something to say about. */
            readonly controls: readonly components["schemas"]["ComplianceControl"][];
        };
        /** @description Why it is so, in one sentence. */
        readonly ComplianceReason: string;
        /** @description An audit record, by what it takes to find and to check it. */
        readonly ComplianceRecord: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            readonly id: string;
            /**
             * Format: int32
             * @description Its position in the organization's chain.
             */
            readonly sequence: number;
            /** @description Kind of event. */
            readonly event_type: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            readonly occurred_at: string;
            /** @description Its `hash`. */
            readonly hash: string;
        };
        /** @description Which controls the platform's records about an agent in a workspace support. */
        readonly ComplianceReport: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly agent: components["schemas"]["ComplianceAgent"];
            readonly workspace_name: components["schemas"]["WorkspaceName"];
            /**
             * Format: date-time
             * @description The moment at which the records were read.
             */
            readonly generated_at: string;
            readonly window: components["schemas"]["ComplianceWindow"];
            /** @description Version of the software that evaluated. */
            readonly platform_version: string;
            /** @description What the report is and is not. */
            readonly statement: string;
            /** @description The frameworks asked for, in that order. */
            readonly frameworks: readonly components["schemas"]["ComplianceFramework"][];
            /** @description Every finding that a control rests on, in full. */
            readonly evidence: readonly components["schemas"]["ComplianceEvidence"][];
            readonly chain: components["schemas"]["ComplianceChain"];
            /** @description Hexadecimal SHA-256 of the canonical JSON without the last three members. */
            readonly hash: string;
            /** @description The `kid` of the platform key that signed. */
            readonly signing_key_id: string;
            /** @description Ed25519 signature of the platform in base64. */
            readonly signature: string;
        };
        /**
         * @description How far the platform's records support it.
         * @enum {string}
         */
        readonly ComplianceStatus: "satisfied" | "partially_satisfied" | "not_satisfied" | "not_applicable" | "insufficient_evidence";
        /** @description The time from which records count. */
        readonly ComplianceWindow: {
            /**
             * Format: date-time
             * @description Its beginning.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description Its end.
             */
            readonly to: string;
        };
        /**
         * @description A contract by its name.
         * @default platform
         * @enum {string}
         */
        readonly ContractName: "platform" | "agent";
        /** @description What the key is for, and what it may do. */
        readonly CreateApiKeyRequest: {
            readonly name: components["schemas"]["ApiKeyName"];
            readonly scopes?: components["schemas"]["ScopeList"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /**
             * Format: int32
             * @description How long the key lasts, in minutes, ten years at most; left out, until it is revoked, or as long as the key that makes it.
             */
            readonly expiry_minutes?: number;
        };
        /** @description What there is to say. */
        readonly CreateDisputeCommentRequest: {
            /** @description The comment. */
            readonly text: string;
        };
        /** @description Which agent is let in, and for how long the token waits. */
        readonly CreateInstallTokenRequest: {
            readonly agent_id: components["schemas"]["SvcId"];
            /**
             * Format: int32
             * @description Minutes until the unused token expires.
             * @default 15
             */
            readonly expiry_minutes: number;
        };
        /** @description The agent that answers, and the body that it answers to. */
        readonly CreateTrustHeadersRequest: {
            readonly svc_id: components["schemas"]["SvcId"];
            /** @description SHA-256 of the body that is answered, signed in lower-case hexadecimal. Left out, the hash of an empty body is signed. */
            readonly request_body_hash?: string;
        };
        /** @description The new workspace. */
        readonly CreateWorkspaceRequest: {
            readonly name: components["schemas"]["WorkspaceName"];
            readonly description?: components["schemas"]["WorkspaceDescription"];
        };
        /** @description Whether its owner advises against new use. The agent can still be used. */
        readonly Deprecated: boolean;
        /** @description A report that an agent did something wrong, and what became of it. */
        readonly Dispute: {
            /** @description Identifier of the dispute. */
            readonly dispute_id: string;
            readonly svc_id: components["schemas"]["SvcId"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly respondent_id: components["schemas"]["OrganizationId"];
            readonly issue_type: components["schemas"]["DisputeIssue"];
            /** @description What happened. */
            readonly description: string;
            readonly evidence: components["schemas"]["DisputeEvidence"];
            readonly state: components["schemas"]["DisputeState"];
            /** @description What the operator said to it, once there is something. */
            readonly reason?: string;
            /** @description What both organizations said, in the order in which they did; absent in lists. */
            readonly comments?: readonly components["schemas"]["DisputeComment"][];
            /**
             * Format: date-time
             * @description When it was reported.
             */
            readonly opened_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When the operator began to review it; absent where nobody has said so, also in reviews before this was noted.
             */
            readonly review_started_at?: string;
            /**
             * Format: date-time
             * @description When it was upheld or rejected.
             */
            readonly decided_at?: string;
        };
        /** @description A dispute as its judge sees it. */
        readonly DisputeCase: {
            readonly dispute: components["schemas"]["Dispute"];
            readonly organization_name: components["schemas"]["OrganizationName"];
            readonly respondent_name: components["schemas"]["OrganizationName"];
            /** @description Whether the operator belongs to one of the two organizations, and so cannot judge it. */
            readonly conflict_of_interest: boolean;
            readonly agent?: components["schemas"]["DisputedAgent"];
        };
        /** @description A page of disputes of all organizations, without the agents they are about. */
        readonly DisputeCasePage: {
            /** @description The disputes of this page. */
            readonly items: readonly components["schemas"]["DisputeCase"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description What an organization said. */
        readonly DisputeComment: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The comment. */
            readonly text: string;
            /**
             * Format: date-time
             * @description When it said so.
             */
            readonly created_at: string;
        };
        /** @description Disputes about the agent. */
        readonly DisputeCounts: {
            /**
             * Format: int32
             * @description Disputes that are not decided yet.
             */
            readonly open: number;
            /**
             * Format: int32
             * @description Disputes that were decided against the agent.
             */
            readonly upheld: number;
        };
        /** @description What the dispute rests on. */
        readonly DisputeEvidence: {
            readonly task_id?: components["schemas"]["TaskId"];
            /** @description Whether the registry knows the task as one that this agent did for the organization that reports it. */
            readonly task_on_record: boolean;
            /** @description Logs, as they were sent; absent in lists. */
            readonly logs?: string;
        };
        /** @description What the dispute rests on. */
        readonly DisputeEvidenceInput: {
            readonly task_id?: components["schemas"]["TaskId"];
            /** @description Logs that show it. */
            readonly logs?: string;
        };
        /**
         * @description What kind of thing went wrong.
         * @enum {string}
         */
        readonly DisputeIssue: "incorrect_response" | "policy_violation" | "security_concern";
        /** @description A page of disputes, newest first. */
        readonly DisputePage: {
            /** @description The disputes of this page. */
            readonly items: readonly components["schemas"]["Dispute"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /**
         * @description How far the operator is; the last two are final.
         * @enum {string}
         */
        readonly DisputeState: "open" | "under_review" | "upheld" | "rejected";
        /** @description Where the agent stands that a dispute is about; absent in lists. */
        readonly DisputedAgent: {
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
            readonly publisher?: components["schemas"]["Publisher"];
            readonly verification_status: components["schemas"]["VerificationStatus"];
            readonly reputation_score: components["schemas"]["ReputationScore"];
            readonly disputes: components["schemas"]["DisputeCounts"];
        };
        /**
         * Format: email
         * @description E-mail address, as in `ada@acme.example`.
         */
        readonly EmailAddress: string;
        /**
         * Format: int32
         * @description Milliseconds from dialling the agent to the end of its answer; absent when it was never dialled.
         */
        readonly ExecutionTime: number;
        /** @description Which audit records to send to an alert system, and how. */
        readonly ExportAlertsRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            readonly event_type?: components["schemas"]["ExportEventType"];
            readonly limit?: components["schemas"]["ExportLimit"];
            readonly intake_url?: components["schemas"]["IntakeUrl"];
            readonly tags?: components["schemas"]["ExportTags"];
            /** @description Integration key of the alert system; kept sealed until the export ends. Optional when the operator has configured one and `intake_url` is left out. */
            readonly routing_key?: string;
            /**
             * @description What the events do, passed on as it is. Known values are `trigger`, `acknowledge` and `resolve`.
             * @default trigger
             */
            readonly event_action: string;
            /** @description Affected system of every alert; left out, it is the host name of this service. */
            readonly source?: string;
            /**
             * @description Severity of every alert, passed on as it is. Known values are `critical`, `error`, `warning` and `info`.
             * @default warning
             */
            readonly severity: string;
            /** @description Affected component of every alert. */
            readonly component?: string;
            /** @description Logical group of every alert. */
            readonly group?: string;
            /** @description Class of every alert; left out, it is the kind of the record. */
            readonly class?: string;
            /** @description What the deduplication keys begin with; behind it stand a colon and the identifier of the record. Keys that are too long are shortened with a hash. */
            readonly dedup_key_prefix?: string;
        };
        /** @description Which audit records to send to an event collector, and how. */
        readonly ExportCollectorRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            readonly event_type?: components["schemas"]["ExportEventType"];
            readonly limit?: components["schemas"]["ExportLimit"];
            readonly intake_url?: components["schemas"]["IntakeUrl"];
            readonly tags?: components["schemas"]["ExportTags"];
            /** @description Token of the event collector; kept sealed until the export ends. Optional when the operator has configured one and `intake_url` is left out. */
            readonly hec_token?: string;
            /** @description Source of every event; left out, it is `svc-registry`. */
            readonly source?: string;
            /** @description Source type of every event; left out, it is `_json`. */
            readonly sourcetype?: string;
            /** @description Host of every event; left out, it is the host name of this service. */
            readonly host?: string;
            /** @description Index that the events go to; left out, the token decides. */
            readonly index?: string;
        };
        /** @description Only records of this kind, for example `policy.updated`. */
        readonly ExportEventType: string;
        /**
         * Format: int32
         * @description How many records to export at most, the newest that match.
         * @default 1000
         */
        readonly ExportLimit: number;
        /** @description Which audit records to send to a log intake, and how. */
        readonly ExportLogsRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            readonly event_type?: components["schemas"]["ExportEventType"];
            readonly limit?: components["schemas"]["ExportLimit"];
            readonly intake_url?: components["schemas"]["IntakeUrl"];
            readonly tags?: components["schemas"]["ExportTags"];
            /** @description API key of the log intake; kept sealed until the export ends. Optional when the operator has configured one and `intake_url` is left out. */
            readonly api_key?: string;
            /** @description Service of every log line; left out, it is `svc-registry`. */
            readonly service?: string;
            /** @description Source of every log line; left out, it is `svc-registry`. */
            readonly source?: string;
        };
        /** @description A tag of the form `key:value`. */
        readonly ExportTag: string;
        /**
         * @description Tags of everything that is sent, each `key:value`. A log intake gets them in lower case, with `_` for whatever is neither
         *     a letter nor a digit nor one of `_-:./`.
         */
        readonly ExportTags: readonly components["schemas"]["ExportTag"][];
        /** @description Free-form measurements of the agent about itself. */
        readonly HealthPayload: {
            readonly [key: string]: unknown;
        };
        /** @description Measurements of the agent about itself, as its latest heartbeat with any had them. */
        readonly HealthReport: {
            readonly [key: string]: unknown;
        };
        /**
         * Format: int32
         * @description Seconds between heartbeats that the agent asks for. Less than 5 counts as 5, more than 3600 as 3600; unasked it is 60.
         */
        readonly HeartbeatInterval: number;
        /** @description A container image that the organization had scanned. */
        readonly Image: {
            readonly ref: components["schemas"]["ImageReference"];
            readonly digest?: components["schemas"]["ImageDigest"];
            /**
             * Format: int64
             * @description Size of all compressed layers together; absent until a scan read the manifest.
             */
            readonly size_bytes?: number;
            /**
             * Format: date-time
             * @description When the organization first asked for a scan of this reference.
             */
            readonly created_at: string;
            readonly last_scan: components["schemas"]["ImageLastScan"];
        };
        /** @description Digest of the image's manifest, or of the index where the reference names one for several platforms. */
        readonly ImageDigest: string;
        /** @description The latest scan of an image, in short. */
        readonly ImageLastScan: {
            readonly scan_id: components["schemas"]["ScanId"];
            readonly status: components["schemas"]["ScanStatus"];
            /**
             * Format: date-time
             * @description When the scan was asked for.
             */
            readonly requested_at: string;
            /**
             * Format: date-time
             * @description When the scan reached a final state.
             */
            readonly finished_at?: string;
            readonly summary?: components["schemas"]["ScanSummary"];
        };
        /** @description A page of images, in order of their reference. */
        readonly ImagePage: {
            /** @description The images of this page. */
            readonly items: readonly components["schemas"]["Image"][];
            /**
             * Format: int32
             * @description How many items there are on all pages together.
             */
            readonly total: number;
            /**
             * Format: int32
             * @description How many items a page can hold, the limit that was used.
             */
            readonly limit: number;
            /**
             * Format: int32
             * @description How many items were skipped.
             */
            readonly offset: number;
            /** @description The `cursor` of the next page; absent on the last. */
            readonly next_cursor?: string;
        };
        /**
         * @description Reference of an image: `organization/name:tag`, perhaps with the host of a registry before it and a digest behind it.
         *     Without a host it is in the operator's default registry; without tag and digest it is `latest`. Answers spell out the
         *     tag and leave out the host of the default registry.
         */
        readonly ImageReference: string;
        /** @description A scan that was accepted. */
        readonly ImageScan: {
            readonly scan_id: components["schemas"]["ScanId"];
            readonly ref: components["schemas"]["ImageReference"];
            readonly digest?: components["schemas"]["ImageDigest"];
            readonly status: components["schemas"]["ScanStatus"];
        };
        /**
         * @description Who may install the agent besides its owner: anyone who sees it, the organizations in `installers`, or nobody.
         * @enum {string}
         */
        readonly InstallableBy: "anyone" | "listed" | "owner";
        /**
         * @description Who may install the agent besides its owner: anyone who sees it, the organizations in `installers`, or nobody. All but
         *     `anyone` take a proof.
         * @default anyone
         * @enum {string}
         */
        readonly InstallableByInput: "anyone" | "listed" | "owner";
        /** @description An installed agent, as its organization sees it. */
        readonly Installation: {
            readonly installation_id: components["schemas"]["InstallationId"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly agent_id: components["schemas"]["SvcId"];
            readonly agent_name?: components["schemas"]["AgentName"];
            readonly agent_version?: components["schemas"]["AgentVersion"];
            readonly lifecycle: components["schemas"]["InstallationLifecycle"];
            readonly health: components["schemas"]["InstallationHealth"];
            /** @description How the agent said it was doing in its latest heartbeat that said so. */
            readonly status?: string;
            readonly capabilities: components["schemas"]["Capabilities"];
            /**
             * Format: uri
             * @description Scheme, host and port that tasks are forwarded to; absent when the agent told no address.
             */
            readonly upstream_origin?: string;
            /**
             * Format: int32
             * @description Seconds between heartbeats.
             */
            readonly heartbeat_interval: number;
            /**
             * Format: date-time
             * @description When the lease runs out, or ran out.
             */
            readonly lease_expires_at: string;
            /**
             * Format: date-time
             * @description When the installation was last heard from.
             */
            readonly last_seen_at: string;
            /**
             * Format: date-time
             * @description When a task last failed because the installation could not be reached at its address; absent when none did. From then until
             *     its next heartbeat it counts as `unhealthy`.
             */
            readonly unreached_at?: string;
            /**
             * Format: int32
             * @description The highest version of its runtime tokens.
             */
            readonly token_version: number;
            readonly health_payload?: components["schemas"]["HealthReport"];
            readonly beacon?: components["schemas"]["InstallationBeacon"];
            readonly command?: components["schemas"]["InstallationCommand"];
            /**
             * Format: date-time
             * @description When it was bootstrapped.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it first answered a task with the agent's own key; absent when it never did.
             */
            readonly attested_at?: string;
            /**
             * Format: date-time
             * @description When it was last given new credentials by a recovery.
             */
            readonly recovered_at?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            readonly revoked_at?: string;
            /** @description Why it was revoked. */
            readonly revoke_reason?: string;
        };
        /** @description Where the installation runs. */
        readonly InstallationBeacon: {
            /** @description The platform; absent when none was given. */
            readonly platform?: string;
            readonly metadata?: components["schemas"]["BeaconMetadata"];
            /**
             * Format: date-time
             * @description When the beacon was recorded.
             */
            readonly registered_at: string;
        };
        /** @description What an installation was told, and what became of it. */
        readonly InstallationCommand: {
            /** @description Identifier of the command, the `id` that the agent gets to see. */
            readonly command_id: string;
            readonly installation_id: components["schemas"]["InstallationId"];
            /** @description What to do; known are `pause`, `resume`, `terminate`, `rotate_token`, `reload_policy` and `set_interval`. */
            readonly type: string;
            /** @description Why, in a sentence for people; may be empty. */
            readonly reason: string;
            readonly params: components["schemas"]["CommandParams"];
            /**
             * @description Whether the command still waits. It is `acknowledged` when the agent said so or did what it asks, and `expired` when the
             *     agent did not in time, or a later command took its place.
             * @enum {string}
             */
            readonly status: "waiting" | "acknowledged" | "expired";
            /**
             * Format: date-time
             * @description When the command was given.
             */
            readonly issued_at: string;
            /**
             * Format: date-time
             * @description When the command stops, or stopped, being repeated.
             */
            readonly expires_at: string;
            /**
             * Format: date-time
             * @description When the agent acknowledged it.
             */
            readonly acknowledged_at?: string;
            readonly acknowledgement?: components["schemas"]["InstallationCommandEnd"];
        };
        /** @description How a command went, in the words of the agent. */
        readonly InstallationCommandEnd: {
            /** @description How it went, such as `done` or `failed`; `done` where the agent acknowledged by deed. */
            readonly status: string;
            /** @description A sentence for people; may be empty. */
            readonly message: string;
        };
        /** @description A page of commands, newest first. */
        readonly InstallationCommandPage: {
            /** @description The commands of this page. */
            readonly items: readonly components["schemas"]["InstallationCommand"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description What an agent needs to act as an installation. */
        readonly InstallationCredentials: {
            readonly installation_id: components["schemas"]["InstallationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            readonly runtime_token: components["schemas"]["RuntimeTokenValue"];
            /** @description Buys new runtime tokens. Present on the first bootstrap and on recovery only, and shown once. */
            readonly refresh_token?: string;
            /**
             * Format: date-time
             * @description When the runtime token expires, 90 days from now.
             */
            readonly expires_at: string;
            /**
             * Format: int32
             * @description Seconds between heartbeats that the service expects.
             */
            readonly heartbeat_interval: number;
        };
        /**
         * @description What heartbeats and time say: heard from in time, heard from in time but not well, not heard from in time, or ended by the
         *     agent itself.
         * @enum {string}
         */
        readonly InstallationHealth: "online" | "unhealthy" | "offline" | "stopped";
        /**
         * Format: uuid
         * @description Identifier of the installation.
         */
        readonly InstallationId: string;
        /**
         * @description What people decided; the last two are final.
         * @enum {string}
         */
        readonly InstallationLifecycle: "active" | "paused" | "revoked" | "terminated";
        /** @description A page of installations, newest first. */
        readonly InstallationPage: {
            /** @description The installations of this page. */
            readonly items: readonly components["schemas"]["Installation"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description Which installations; all that is named must hold, and something must be. */
        readonly InstallationSelection: {
            /** @description Those with one of these identifiers. */
            readonly installation_ids?: readonly components["schemas"]["AnyId"][];
            readonly agent_id?: components["schemas"]["SvcId"];
            /**
             * @description Those in this stage of life.
             * @enum {string}
             */
            readonly lifecycle?: "active" | "paused";
            readonly health?: components["schemas"]["InstallationHealth"];
        };
        /** @description Organizations that may install the agent where it is `installable_by` those that are listed. Only its owner is shown them. */
        readonly Installers: readonly components["schemas"]["OrganizationId"][];
        /**
         * @description Organizations that may install the agent, and see it while it is private, where it is `installable_by` those that are listed.
         * @default []
         */
        readonly InstallersInput: readonly components["schemas"]["OrganizationId"][];
        /** @description A one-time token that lets one agent into one workspace. */
        readonly InstallToken: {
            /** @description The token, shown once. */
            readonly token: string;
            readonly token_id: components["schemas"]["InstallTokenId"];
            /**
             * Format: date-time
             * @description When the token expires unless it was used.
             */
            readonly expires_at: string;
            readonly agent_id: components["schemas"]["SvcId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
        };
        /** @description Identifier of the install token, which opens nothing. */
        readonly InstallTokenId: string;
        /** @description A page of install tokens, newest first. */
        readonly InstallTokenPage: {
            /** @description The install tokens of this page. */
            readonly items: readonly components["schemas"]["InstallTokenRecord"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description What is on record about an install token; the token itself is not. */
        readonly InstallTokenRecord: {
            readonly token_id: components["schemas"]["InstallTokenId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly agent_id: components["schemas"]["SvcId"];
            /**
             * @description What became of it; only an outstanding one lets an agent in.
             * @enum {string}
             */
            readonly state: "outstanding" | "consumed" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description When it was created.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it expires unless it is used; of a revoked one, when that happened.
             */
            readonly expires_at: string;
            /**
             * Format: date-time
             * @description When it was exchanged for the first time.
             */
            readonly consumed_at?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            readonly revoked_at?: string;
            readonly installation_id?: components["schemas"]["InstallationId"];
        };
        /**
         * Format: uri
         * @description Where the records go; needs the credential in the same request. It is judged when this service dials it: private networks
         *     and plain http are refused unless the operator allows them. Left out, it is the address that the operator configured.
         */
        readonly IntakeUrl: string;
        /** @description An open invitation, as the organization sees it. */
        readonly Invitation: {
            readonly invitation_id: components["schemas"]["InvitationId"];
            readonly email: components["schemas"]["EmailAddress"];
            readonly role: components["schemas"]["Role"];
            readonly invited_by?: components["schemas"]["InvitedBy"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Until when it can be accepted, 14 days from then.
             */
            readonly expires_at: string;
        };
        /** @description Identifier of an invitation. */
        readonly InvitationId: string;
        /** @description A page of invitations, earliest first. */
        readonly InvitationPage: {
            /** @description The invitations of this page. */
            readonly items: readonly components["schemas"]["Invitation"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description E-mail address of the member who made the invitation; absent where the operator of the registry did. */
        readonly InvitedBy: string;
        /** @description Who is invited, and in which role. */
        readonly InviteMemberRequest: {
            readonly email: components["schemas"]["EmailAddress"];
            readonly role: components["schemas"]["Role"];
        };
        /** @description The name of the platform in what is signed by it or for it. Agents take it from their own configuration and never from an answer. */
        readonly Issuer: string;
        /** @description A public Ed25519 key of the platform. */
        readonly JsonWebKey: {
            /**
             * @description Key type.
             * @enum {string}
             */
            readonly kty: "OKP";
            /**
             * @description Curve.
             * @enum {string}
             */
            readonly crv: "Ed25519";
            /** @description The 32 bytes of the public key in base64url. */
            readonly x: string;
            /** @description Identifier of the key, named by what it signed. */
            readonly kid: string;
            /**
             * @description The key signs.
             * @enum {string}
             */
            readonly use: "sig";
            /**
             * @description Algorithm of the signatures.
             * @enum {string}
             */
            readonly alg: "EdDSA";
        };
        /** @description Public keys of the platform (RFC 7517). */
        readonly JsonWebKeySet: {
            /** @description The keys, the current one first. */
            readonly keys: readonly components["schemas"]["JsonWebKey"][];
        };
        /** @description What the operator says to a dispute. */
        readonly JudgeDisputeRequest: {
            /**
             * @description The state that the dispute gets; the last two are final.
             * @enum {string}
             */
            readonly judgement: "under_review" | "upheld" | "rejected";
            /** @description Why; both organizations are told. */
            readonly reason: string;
        };
        /** @description The time until which the installation counts as alive, and what the platform asks of it. */
        readonly Lease: {
            readonly installation_id: components["schemas"]["InstallationId"];
            /**
             * Format: date-time
             * @description When the lease runs out without another heartbeat.
             */
            readonly lease_expires_at: string;
            /**
             * Format: date-time
             * @description When the next heartbeat is due, slightly scattered and always before the lease runs out.
             */
            readonly next_heartbeat_at: string;
            readonly command: components["schemas"]["LeaseCommand"];
            readonly refreshed_token?: components["schemas"]["RefreshedToken"];
        };
        /** @description What the platform asks of the agent, repeated until acknowledged; null when it asks nothing. */
        readonly LeaseCommand: {
            /** @description Identifier of the command, for the acknowledgement. */
            readonly id: string;
            /** @description What to do; known are `pause`, `resume`, `terminate`, `rotate_token`, `reload_policy` and `set_interval`. */
            readonly type: string;
            /** @description Why, in a sentence for people; may be empty. */
            readonly reason: string;
            /**
             * Format: date-time
             * @description When the command was given.
             */
            readonly issued_at: string;
            /**
             * Format: date-time
             * @description When the command stops being repeated.
             */
            readonly expires_at: string;
            readonly params: components["schemas"]["CommandParams"];
        } | null;
        /** @description Provider of the language model that the agent uses. */
        readonly LlmProvider: string;
        /** @description Hash of the agent's manifest, in the publisher's own notation. */
        readonly ManifestHash: string;
        /** @description A person of the organization. */
        readonly Member: {
            /** @description Identifier of the person. */
            readonly user_id: string;
            readonly email: components["schemas"]["EmailAddress"];
            readonly role: components["schemas"]["Role"];
            /**
             * Format: date-time
             * @description When the person joined.
             */
            readonly joined_at: string;
        };
        /** @description A page of members, earliest first. */
        readonly MemberPage: {
            /** @description The members of this page. */
            readonly items: readonly components["schemas"]["Member"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description A person's place in an organization. */
        readonly Membership: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["OrganizationName"];
            readonly plan: components["schemas"]["Plan"];
            readonly role: components["schemas"]["Role"];
        };
        /**
         * Format: date-time
         * @description A moment in RFC 3339, with any offset. Fractions below a millisecond are cut off.
         */
        readonly Moment: string;
        /** @description A public agent. */
        readonly NetworkAgent: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly did: components["schemas"]["AgentDid"];
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
            readonly description?: components["schemas"]["AgentDescription"];
            readonly publisher?: components["schemas"]["Publisher"];
            readonly category?: components["schemas"]["Category"];
            readonly llm_provider?: components["schemas"]["LlmProvider"];
            readonly verification_status: components["schemas"]["VerificationStatus"];
            readonly ownership: components["schemas"]["Ownership"];
            readonly deprecated: components["schemas"]["Deprecated"];
            readonly reputation_score: components["schemas"]["ReputationScore"];
            readonly capabilities: components["schemas"]["Capabilities"];
            /**
             * Format: date-time
             * @description When the agent was registered.
             */
            readonly registered_at: string;
        };
        /** @description A page of public agents, in the order of their identifiers. */
        readonly NetworkAgentPage: {
            /** @description The agents of this page. */
            readonly items: readonly components["schemas"]["NetworkAgent"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description How many agents share a property. */
        readonly NetworkCount: {
            /** @description The category or provider. */
            readonly name: string;
            /**
             * Format: int32
             * @description Number of agents.
             */
            readonly agents: number;
        };
        /** @description Figures about the public agents of all organizations. */
        readonly NetworkSummary: {
            /**
             * Format: int32
             * @description Number of public agents.
             */
            readonly total_agents: number;
            /**
             * Format: int32
             * @description How many of them are verified.
             */
            readonly verified_agents: number;
            /** @description Agents per category, most first. */
            readonly categories: readonly components["schemas"]["NetworkCount"][];
            /** @description Agents per provider of a language model, most first. */
            readonly llm_providers: readonly components["schemas"]["NetworkCount"][];
            /**
             * Format: double
             * @description Mean reputation score; 0 when there is no agent.
             */
            readonly average_reputation: number;
            /**
             * Format: int32
             * @description Active installations of the caller's organization, or of the workspace that the credential is bound to, whose leases are alive.
             */
            readonly active_installations: number;
            /**
             * Format: date-time
             * @description When the figures were counted.
             */
            readonly updated_at: string;
        };
        /** @description An API key with its secret. */
        readonly NewApiKey: {
            /** @description The key, shown once. */
            readonly api_key: string;
            /** @description Identifier of the key, which opens nothing. */
            readonly key_id: string;
            readonly name: components["schemas"]["ApiKeyName"];
            /** @description The first characters of the key. */
            readonly preview: string;
            readonly scopes?: components["schemas"]["ScopeList"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /** @description E-mail address of the person who made the key. Absent where another key made it, and where the operator of the registry did. */
            readonly created_by?: string;
            /** @description Identifier of the key that made this one, and with which it is revoked. */
            readonly created_by_key?: string;
            /**
             * Format: date-time
             * @description From when on the key is refused with 401 `API_KEY_EXPIRED`; absent where it does not expire.
             */
            readonly expires_at?: string;
        };
        /** @description Ed25519 public key, the padded standard base64 of its 32 raw bytes. */
        readonly NormalizedPublicKey: string;
        /** @description A contract in OpenAPI, whose specification describes all members. */
        readonly OpenApiDocument: {
            /** @description Version of OpenAPI. */
            readonly openapi: string;
            readonly info: components["schemas"]["OpenApiInfo"];
            /** @description Where the contract is served. */
            readonly servers?: readonly components["schemas"]["OpenApiServer"][];
            readonly paths: components["schemas"]["OpenApiPaths"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description What the contract is. */
        readonly OpenApiInfo: {
            /** @description Name of the contract. */
            readonly title: string;
            /** @description Version of the contract, in semantic versioning. */
            readonly version: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The operations by path and method. */
        readonly OpenApiPaths: {
            readonly [key: string]: unknown;
        };
        /** @description An address. */
        readonly OpenApiServer: {
            /** @description The base address; paths are relative to it. */
            readonly url: string;
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * @description A version of OpenAPI.
         * @default 3.0
         * @enum {string}
         */
        readonly OpenApiVersion: "3.0" | "3.1";
        /** @description What went wrong. */
        readonly OpenDisputeRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly issue_type: components["schemas"]["DisputeIssue"];
            /** @description What happened, in sentences for people. */
            readonly description: string;
            readonly evidence?: components["schemas"]["DisputeEvidenceInput"];
        };
        /** @description The organization that owns a workspace. */
        readonly Organization: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["OrganizationName"];
            readonly plan: components["schemas"]["Plan"];
        };
        /** @description Identifier of the organization. */
        readonly OrganizationId: string;
        /** @description Name of the organization. */
        readonly OrganizationName: string;
        /** @description What is counted, and how much of it there is. */
        readonly OrganizationQuotas: {
            readonly workspaces: components["schemas"]["QuotaUsage"];
            readonly agents: components["schemas"]["QuotaUsage"];
            readonly installations: components["schemas"]["QuotaUsage"];
            readonly install_tokens: components["schemas"]["QuotaUsage"];
            readonly api_keys: components["schemas"]["QuotaUsage"];
            readonly stored_bytes: components["schemas"]["QuotaUsage"];
        };
        /** @description An organization, and how much of its plan it uses. */
        readonly OrganizationState: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["OrganizationName"];
            readonly plan: components["schemas"]["Plan"];
            readonly quotas: components["schemas"]["OrganizationQuotas"];
            /**
             * Format: int32
             * @description Days that audit records are kept as of now.
             */
            readonly audit_log_retention_days: number;
            readonly retention_change?: components["schemas"]["RetentionChange"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            readonly created_at: string;
        };
        /** @description An invitation that waits for the answer of the person who is signed in. */
        readonly OwnInvitation: {
            readonly invitation_id: components["schemas"]["InvitationId"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["OrganizationName"];
            readonly role: components["schemas"]["Role"];
            readonly invited_by?: components["schemas"]["InvitedBy"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Until when it can be accepted.
             */
            readonly expires_at: string;
        };
        /** @description A page of invitations, earliest first. */
        readonly OwnInvitationPage: {
            /** @description The invitations of this page. */
            readonly items: readonly components["schemas"]["OwnInvitation"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /**
         * @description Whether the agent's key has signed for the organization that registered it: `proved`, or only `claimed`. Anybody can claim
         *     an agent, so what a claim says of it is the word of whoever made the claim.
         * @enum {string}
         */
        readonly Ownership: "claimed" | "proved";
        /** @description The `cursor` of the next page; absent on the last. */
        readonly PageCursor: string;
        /**
         * Format: int32
         * @description How many items a page can hold, the limit that was used.
         */
        readonly PageLimit: number;
        /**
         * Format: int32
         * @description How many items were skipped.
         */
        readonly PageOffset: number;
        /**
         * Format: int32
         * @description How many items there are on all pages together.
         */
        readonly PageTotal: number;
        /** @description What is permitted, in the publisher's words. */
        readonly PermissionList: readonly string[];
        /** @description What the agent asks to be allowed. */
        readonly Permissions: {
            readonly network?: components["schemas"]["PermissionList"];
            readonly filesystem?: components["schemas"]["PermissionList"];
            readonly api?: components["schemas"]["PermissionList"];
        };
        /** @description What the agent asks to be allowed, as hosts, paths and interfaces. */
        readonly PermissionsInput: {
            readonly network?: components["schemas"]["PermissionList"];
            readonly filesystem?: components["schemas"]["PermissionList"];
            readonly api?: components["schemas"]["PermissionList"];
        };
        /** @description Where to send the PIN. */
        readonly PinRequest: {
            readonly email: components["schemas"]["EmailAddress"];
        };
        /** @description The challenge and its PIN. */
        readonly PinVerificationRequest: {
            readonly email: components["schemas"]["EmailAddress"];
            /** @description The challenge that the PIN belongs to. */
            readonly challenge_id: string;
            /**
             * Format: password
             * @description The PIN from the mail, 8 digits.
             */
            readonly pin: string;
        };
        /**
         * @description Subscription plan, in ascending order.
         * @enum {string}
         */
        readonly Plan: "free" | "starter" | "professional" | "enterprise";
        /** @description The plan does not include the operation, or its quota is used up. */
        readonly PlanLimitProblem: {
            /**
             * @description Class of the error.
             * @enum {string}
             */
            readonly error: "plan_limit_exceeded";
            /** @description A sentence for people that names the current and the required plan. */
            readonly message: string;
            /** @description Exact cause, `…_REQUIRES_UPGRADE` for a feature and `…_LIMIT_EXCEEDED` for a quota. */
            readonly code: string;
            readonly required_plan: components["schemas"]["Plan"];
            /**
             * Format: uri
             * @description Where to change the plan.
             */
            readonly upgrade_url: string;
            readonly current_usage?: components["schemas"]["PlanUsage"];
            /** @description Identifier of the request. */
            readonly request_id: string;
        };
        /** @description The quota and how much of it is used; present for quotas only. */
        readonly PlanUsage: {
            /**
             * Format: int64
             * @description How many there are.
             */
            readonly current: number;
            /**
             * Format: int64
             * @description How many the plan allows.
             */
            readonly max: number;
        };
        /** @description Who may call agents of the workspace, and for what. */
        readonly PolicyA2a: {
            readonly allowed_callers: components["schemas"]["PolicyList"];
            readonly allowed_skills: components["schemas"]["PolicyList"];
        };
        /** @description Who may call agents of the workspace, and for what. */
        readonly PolicyA2aInput: {
            readonly allowed_callers: components["schemas"]["PolicyList"];
            readonly allowed_skills: components["schemas"]["PolicyList"];
        };
        /** @description Who wrote a version. */
        readonly PolicyAuthor: {
            /** @description Kind of actor; known are `api_key`, `member`, `operator` and `platform`. */
            readonly type: string;
            /** @description Identifier of the actor. */
            readonly id?: string;
        };
        /** @description Rules of law and contract that the workspace follows. */
        readonly PolicyCompliance: {
            readonly frameworks: components["schemas"]["PolicyList"];
            readonly data_residency: components["schemas"]["PolicyList"];
        };
        /** @description Rules of law and contract that the workspace follows. */
        readonly PolicyComplianceInput: {
            readonly frameworks: components["schemas"]["PolicyList"];
            readonly data_residency: components["schemas"]["PolicyList"];
        };
        /** @description The rules of the policy. */
        readonly PolicyContent: {
            readonly models: components["schemas"]["PolicyModels"];
            readonly tools: components["schemas"]["PolicyTools"];
            readonly network: components["schemas"]["PolicyNetwork"];
            readonly filesystem: components["schemas"]["PolicyFilesystem"];
            readonly a2a: components["schemas"]["PolicyA2a"];
            readonly compliance: components["schemas"]["PolicyCompliance"];
        };
        /** @description The rules of the policy. */
        readonly PolicyContentInput: {
            readonly models: components["schemas"]["PolicyModelsInput"];
            readonly tools: components["schemas"]["PolicyToolsInput"];
            readonly network: components["schemas"]["PolicyNetworkInput"];
            readonly filesystem: components["schemas"]["PolicyFilesystemInput"];
            readonly a2a: components["schemas"]["PolicyA2aInput"];
            readonly compliance: components["schemas"]["PolicyComplianceInput"];
        };
        /** @description Which files agents may touch. */
        readonly PolicyFilesystem: {
            readonly allowed_paths: components["schemas"]["PolicyList"];
        };
        /** @description Which files agents may touch. */
        readonly PolicyFilesystemInput: {
            readonly allowed_paths: components["schemas"]["PolicyList"];
        };
        /**
         * @description Hosts that the rule applies to, compared without regard to case: a host, or a host and a port (`api.example.com:443`).
         *     A `*` at the end stands for whatever follows it, so `api.example.com:*` covers every port of that host; a lone `*` stands
         *     for every host, an empty list for none. A `*` anywhere else, as in `*.example.com`, is refused: list each host instead.
         *     `example.*` covers every host that begins so, also `example.org.attacker.test`; end an entry with `:*` to cover one host.
         */
        readonly PolicyHostList: readonly string[];
        /**
         * @description Names that the rule applies to, compared exactly, with regard to case. A `*` at the end stands for whatever follows it, so
         *     `shell.*` covers `shell.exec`; a lone `*` stands for all names, an empty list for none. A `*` anywhere else is refused.
         *     Paths are compared as texts: whoever enforces them resolves `.`, `..` and links first, and `/data/*` does not cover `/data`.
         */
        readonly PolicyList: readonly string[];
        /** @description Which language models agents may use. */
        readonly PolicyModels: {
            readonly allowed: components["schemas"]["PolicyList"];
            readonly denied: components["schemas"]["PolicyList"];
            readonly allowed_providers: components["schemas"]["PolicyList"];
        };
        /** @description Which language models agents may use. */
        readonly PolicyModelsInput: {
            readonly allowed: components["schemas"]["PolicyList"];
            readonly denied: components["schemas"]["PolicyList"];
            readonly allowed_providers: components["schemas"]["PolicyList"];
        };
        /** @description Which hosts agents may talk to, and how. */
        readonly PolicyNetwork: {
            readonly allowed_hosts: components["schemas"]["PolicyHostList"];
            /** @description Whether connections have to be encrypted. */
            readonly require_tls: boolean;
        };
        /** @description Which hosts agents may talk to, and how. */
        readonly PolicyNetworkInput: {
            readonly allowed_hosts: components["schemas"]["PolicyHostList"];
            /** @description Whether connections have to be encrypted. */
            readonly require_tls: boolean;
        };
        /** @description Which tools agents may use, and which of them only after a person agreed. */
        readonly PolicyTools: {
            readonly allowed: components["schemas"]["PolicyList"];
            readonly denied: components["schemas"]["PolicyList"];
            readonly require_approval: components["schemas"]["PolicyList"];
        };
        /** @description Which tools agents may use, and which of them only after a person agreed. */
        readonly PolicyToolsInput: {
            readonly allowed: components["schemas"]["PolicyList"];
            readonly denied: components["schemas"]["PolicyList"];
            readonly require_approval: components["schemas"]["PolicyList"];
        };
        /** @description A version of a policy, without its rules. */
        readonly PolicyVersion: {
            /** @description Identifier of the policy, the same for all its versions. */
            readonly policy_id: string;
            /**
             * Format: int32
             * @description Counts the changes of the policy.
             */
            readonly version: number;
            /**
             * @description Whether it is in force.
             * @enum {string}
             */
            readonly status: "active" | "superseded";
            /** @description Hexadecimal SHA-256, as in the version itself. */
            readonly hash: string;
            readonly author?: components["schemas"]["PolicyAuthor"];
            /**
             * Format: date-time
             * @description When it was written.
             */
            readonly written_at: string;
        };
        /** @description A page of versions, newest first. */
        readonly PolicyVersionPage: {
            /** @description The versions of this page. */
            readonly items: readonly components["schemas"]["PolicyVersion"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description Why a request was refused. */
        readonly Problem: {
            /** @description Class of the error, one per status. */
            readonly error: string;
            /** @description A sentence for people that names the cause and the way out. */
            readonly message: string;
            /** @description Exact cause, stable; the catalogue is in the introduction. */
            readonly code: string;
            /** @description Identifier of the request. */
            readonly request_id: string;
            /** @description What is wrong where, when parameters or body are invalid. */
            readonly issues?: readonly components["schemas"]["ProblemIssue"][];
        };
        /** @description One fault of a request. */
        readonly ProblemIssue: {
            /** @description JSON Pointer to the fault, starting with `/body`, `/query`, `/path` or `/header`. */
            readonly path: string;
            /** @description What is wrong there. */
            readonly message: string;
        };
        /**
         * @description Ed25519 public key as base64 or base64url of its 32 raw bytes, or of its 44 bytes of DER (SubjectPublicKeyInfo). Keys
         *     with which one signature fits every message are refused. A key that is no point of the curve registers, and the agent
         *     is never valid.
         */
        readonly PublicKey: string;
        /** @description Organization or person that publishes the agent. */
        readonly Publisher: string;
        /** @description How much there is, and how much the plan allows. */
        readonly QuotaUsage: {
            /**
             * Format: int64
             * @description How many there are, counted up to 100000; of installations those seen within 7 days, of install tokens the unused ones, of API keys those neither revoked nor expired. Stored bytes are exact.
             */
            readonly current: number;
            /**
             * Format: int64
             * @description How many the plan allows; absent where it has no limit.
             */
            readonly max?: number;
        };
        /** @description Which agent lost its credentials, and how it can be reached now. */
        readonly RecoverInstallationRequest: {
            readonly agent_id: components["schemas"]["SvcId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly upstream_url?: components["schemas"]["UpstreamUrl"];
            readonly capabilities?: components["schemas"]["Capabilities"];
            readonly heartbeat_interval_seconds?: components["schemas"]["HeartbeatInterval"];
        };
        /** @description A runtime token that follows another. */
        readonly RefreshedToken: {
            readonly runtime_token: components["schemas"]["RuntimeTokenValue"];
            /**
             * Format: date-time
             * @description When the runtime token expires, 90 days from now.
             */
            readonly expires_at: string;
            /**
             * Format: int32
             * @description Version of the runtime token, higher than that of every token of the installation before it.
             */
            readonly token_version: number;
        };
        /** @description The refresh token of the installation. */
        readonly RefreshRuntimeTokenRequest: {
            /**
             * Format: password
             * @description The refresh token, `srf_…`.
             */
            readonly refresh_token: string;
        };
        /** @description The agent to register. The five required members are what a proof signs. */
        readonly RegisterAgentRequest: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
            readonly public_key: components["schemas"]["PublicKey"];
            readonly manifest_hash: components["schemas"]["ManifestHash"];
            readonly proof?: components["schemas"]["RegistrationProof"];
            /**
             * @description Whether the agent is visible to its owner, and to organizations that it lets install it, only; takes a proof.
             * @default false
             */
            readonly private: boolean;
            readonly installable_by?: components["schemas"]["InstallableByInput"];
            readonly installers?: components["schemas"]["InstallersInput"];
            readonly description?: components["schemas"]["AgentDescription"];
            readonly publisher?: components["schemas"]["Publisher"];
            readonly category?: components["schemas"]["Category"];
            readonly llm_provider?: components["schemas"]["LlmProvider"];
            readonly capabilities?: components["schemas"]["Capabilities"];
            readonly permissions?: components["schemas"]["PermissionsInput"];
            readonly url?: components["schemas"]["AgentUrl"];
            readonly card?: components["schemas"]["AgentCardInput"];
        };
        /** @description Where the installation runs. */
        readonly RegisterBeaconRequest: {
            /** @description The platform; known are `docker`, `kubernetes`, `aws_lambda` and `bare_metal`. */
            readonly platform?: string;
            readonly metadata?: components["schemas"]["BeaconMetadataInput"];
        };
        /**
         * @description Proof that the publisher holds the private key, and means this organization and this platform: a signature over
         *     `svc-register-v1`, a line feed and the canonical JSON of the five required members, `organization_id` of the API key, `issuer`
         *     of this platform and `issued_at`. The key is signed as sent, or as padded standard base64 of its 32 raw bytes. A proof is
         *     good for 10 minutes before and after `issued_at`.
         */
        readonly RegistrationProof: {
            readonly issued_at: components["schemas"]["Moment"];
            /** @description The signature, as base64, base64url or hex. */
            readonly signature: string;
        };
        /** @description A heartbeat. */
        readonly RenewLeaseRequest: {
            /**
             * @description How the agent is doing; known are `starting`, `running`, `busy`, `idle`, `degraded`, `paused`, `stopping`, `stopped`
             *     and `error`.
             */
            readonly status?: string;
            readonly heartbeat_interval_seconds?: components["schemas"]["HeartbeatInterval"];
            readonly health_payload?: components["schemas"]["HealthPayload"];
            readonly command_ack?: components["schemas"]["CommandAck"];
        };
        /** @description What independent organizations say of the agent by how their tasks ended, recent ones counting more. */
        readonly Reputation: {
            readonly score: components["schemas"]["ReputationScore"];
            /**
             * Format: int32
             * @description Number of task outcomes that count.
             */
            readonly samples: number;
            /**
             * Format: int32
             * @description How many organizations stand behind the score. One alone lifts an agent to 55 at most and lowers it to 45 at least.
             */
            readonly organizations: number;
            /**
             * Format: int32
             * @description How many of the outcomes that count are of installations that had never answered with the agent's key by then. Whoever runs such
             *     an installation may run something else than the agent.
             */
            readonly unattested_outcomes: number;
            readonly breakdown: components["schemas"]["ReputationBreakdown"];
            /**
             * Format: date-time
             * @description When the score was computed.
             */
            readonly updated_at: string;
        };
        /** @description What the score is made of. What an organization says loses half of its weight in 30 days. */
        readonly ReputationBreakdown: {
            /**
             * Format: double
             * @description Weight of the successful tasks, at most 0.44 for each organization.
             */
            readonly successes: number;
            /**
             * Format: double
             * @description Weight of the failed tasks, at most 0.44 for each organization.
             */
            readonly failures: number;
            /**
             * Format: int32
             * @description Disputes decided against the agent, each of which costs 10 points.
             */
            readonly upheld_disputes: number;
            /**
             * Format: int32
             * @description Number of tasks that the agent's own organization asked for; they do not count.
             */
            readonly own_outcomes: number;
        };
        /** @description An agent's reputation from day to day. */
        readonly ReputationHistory: {
            readonly svc_id: components["schemas"]["SvcId"];
            /** @description One for each day, the oldest first; the last one is today's, and its score is the current one. */
            readonly points: readonly components["schemas"]["ReputationPoint"][];
            /**
             * Format: date-time
             * @description The moment that the last point is about.
             */
            readonly computed_at: string;
        };
        /** @description An agent's reputation at the end of a day. */
        readonly ReputationPoint: {
            /**
             * Format: date
             * @description The day, in UTC.
             */
            readonly date: string;
            readonly score: components["schemas"]["ReputationScore"];
            /**
             * Format: int32
             * @description Number of task outcomes that had counted by then.
             */
            readonly samples: number;
            /**
             * Format: int32
             * @description Tasks that succeeded on this day, of those that count.
             */
            readonly completed: number;
            /**
             * Format: int32
             * @description Tasks that failed on this day, of those that count.
             */
            readonly failed: number;
            /**
             * Format: int32
             * @description Disputes that had been decided against the agent by then.
             */
            readonly upheld_disputes: number;
        };
        /**
         * Format: int32
         * @description Reputation from 0 to 100; a new agent has 50.
         */
        readonly ReputationScore: number;
        /**
         * @description Whom the task is for: the organization of the credential by its identifier, perhaps followed by `/` and a name of its own
         *     choice. With the scope `tasks:delegate` also one of its members, by `user_id` or e-mail, or an agent that it owns or runs in
         *     the workspace, by `svc_id`. Left out, it is the organization.
         */
        readonly RequesterId: string;
        /** @description How long the organization's audit records are kept. */
        readonly Retention: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            /**
             * Format: int32
             * @description Days that an audit record is kept.
             */
            readonly audit_log_retention_days: number;
            /**
             * Format: date-time
             * @description From when on this holds. Until then the longer retention of before does.
             */
            readonly effective_at: string;
        };
        /** @description A shorter retention that does not hold yet. */
        readonly RetentionChange: {
            /**
             * Format: int32
             * @description Days that audit records will be kept.
             */
            readonly audit_log_retention_days: number;
            /**
             * Format: date-time
             * @description From when on.
             */
            readonly effective_at: string;
        };
        /** @description The end of an installation. */
        readonly Revocation: {
            readonly installation_id: components["schemas"]["InstallationId"];
            /**
             * @description State of the installation.
             * @enum {string}
             */
            readonly status: "revoked";
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            readonly revoked_at: string;
            /**
             * Format: date-time
             * @description Until when heartbeats are answered with the command to terminate.
             */
            readonly deadline: string;
        };
        /** @description Installations that were revoked together. */
        readonly RevocationBatch: {
            /** @description The installations, the longest installed first; empty when none fits. */
            readonly items: readonly components["schemas"]["Revocation"][];
            /** @description Whether none is left that the selection describes. */
            readonly complete: boolean;
        };
        /** @description Why the installation ends, and how long the agent has to stop. */
        readonly RevokeInstallationRequest: {
            /** @description Why, in a sentence that the agent and the audit log get to see. */
            readonly reason?: string;
            /**
             * Format: int32
             * @description Milliseconds that the agent has to stop; more than 600000 count as 600000.
             * @default 30000
             */
            readonly shutdown_timeout_ms: number;
        };
        /** @description Which installations end, why, and how long the agents have to stop. */
        readonly RevokeInstallationsRequest: {
            readonly select: components["schemas"]["InstallationSelection"];
            /** @description Why, in a sentence that the agents and the audit log get to see. */
            readonly reason?: string;
            /**
             * Format: int32
             * @description Milliseconds that each agent has to stop; more than 600000 count as 600000.
             * @default 30000
             */
            readonly shutdown_timeout_ms: number;
        };
        /**
         * @description Role of a person in an organization.
         * @enum {string}
         */
        readonly Role: "owner" | "admin" | "developer" | "auditor" | "viewer";
        /** @description How a task ended. */
        readonly RoutedTask: {
            readonly task_id: components["schemas"]["TaskId"];
            readonly status: components["schemas"]["TaskStatus"];
            readonly agent: components["schemas"]["TaskAgent"];
            readonly attested: components["schemas"]["Attested"];
            readonly result?: components["schemas"]["TaskResult"];
            readonly output?: components["schemas"]["TaskResult"];
            readonly error?: components["schemas"]["TaskError"];
            readonly execution_time_ms?: components["schemas"]["ExecutionTime"];
        };
        /**
         * @description What is to be done, and for whom. The agent gets `message` and `input` as members of one input, and the skill beside
         *     them.
         */
        readonly RouteTaskRequest: {
            readonly skill: components["schemas"]["Capability"];
            /** @description What is asked of the agent; a text stands for a message of the role `user` with one part. */
            readonly message?: components["schemas"]["TaskText"] | components["schemas"]["TaskMessage"];
            readonly input?: components["schemas"]["TaskInput"];
            readonly context: components["schemas"]["TaskContext"];
            /**
             * Format: int32
             * @description Milliseconds that the agent has, from dialling it to the end of its answer.
             * @default 30000
             */
            readonly timeout_ms: number;
            readonly target?: components["schemas"]["TaskTarget"];
        };
        /** @description Bearer token of the installation, shown once. */
        readonly RuntimeTokenValue: string;
        /** @description A bill of materials in CycloneDX 1.6, whose own schema describes all members. */
        readonly Sbom: {
            /**
             * @description Name of the format.
             * @enum {string}
             */
            readonly bomFormat: "CycloneDX";
            /** @description Version of the format. */
            readonly specVersion: string;
            /**
             * Format: int32
             * @description Version of the document; every scan writes a new one.
             */
            readonly version: number;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description How much of one kind of package was compared with vulnerability data. */
        readonly ScanCoverage: {
            /** @description Kind of package as OSV names it, such as `npm`, `PyPI`, `Debian:12` or `Alpine:v3.20`. */
            readonly ecosystem: string;
            /**
             * Format: int32
             * @description How many packages of this kind the image holds.
             */
            readonly packages: number;
            /**
             * Format: int32
             * @description How many of them were compared; the others could be vulnerable without a finding.
             */
            readonly assessed: number;
        };
        /** @description The vulnerability data that the scan used; null when there was none. */
        readonly ScanDatabase: {
            /** @description Where the data comes from, `OSV` or the name of the operator's scanner. */
            readonly name: string;
            /**
             * Format: int32
             * @description How many advisories the operator imported.
             */
            readonly advisories?: number;
            /**
             * Format: date-time
             * @description When the newest of them was last changed.
             */
            readonly updated_at?: string;
        } | null;
        /** @description Why the scan failed. */
        readonly ScanError: {
            /** @description One of the causes under *Image scans*. */
            readonly code: string;
            /** @description A sentence for people. */
            readonly message: string;
        };
        /** @description One thing in the image that somebody should look at. */
        readonly ScanFinding: {
            /** @description Identifier of the advisory, or name of the rule, such as `RUNS_AS_ROOT`. */
            readonly id: string;
            /** @description Kind of finding; `vulnerability`, `configuration`, `secret` and `file` are known. */
            readonly type: string;
            /**
             * @description How bad it is; `unknown` where nobody said.
             * @enum {string}
             */
            readonly severity: "critical" | "high" | "medium" | "low" | "unknown";
            /**
             * Format: double
             * @description CVSS score, where the advisory has one.
             */
            readonly score?: number;
            /** @description The finding in a few words. */
            readonly title: string;
            /** @description What was found and what helps, in sentences for people. Secrets are never shown. */
            readonly detail: string;
            /** @description Path in the image, or member of its configuration. */
            readonly location?: string;
            /** @description Digest of the layer that it comes from. */
            readonly layer?: string;
            /** @description Other identifiers of the same advisory. */
            readonly aliases?: readonly string[];
            readonly package?: components["schemas"]["ScanPackage"];
            /** @description The first version without the vulnerability, where there is one. */
            readonly fixed_version?: string;
            /** @description Where to read more. */
            readonly url?: string;
        };
        /**
         * Format: uuid
         * @description Identifier of the scan.
         */
        readonly ScanId: string;
        /** @description Facts of the image that was read. */
        readonly ScannedImage: {
            /** @description Name of the operating system, where the image says so. */
            readonly os?: string;
            /** @description Platform of the image that was read; of several, `linux/amd64` if there is one, else the first. */
            readonly platform: string;
            /**
             * Format: date-time
             * @description When the image says that it was built.
             */
            readonly built_at?: string;
            /**
             * Format: int64
             * @description Size of all compressed layers together.
             */
            readonly size_bytes: number;
            /**
             * Format: int32
             * @description Number of layers.
             */
            readonly layers: number;
        };
        /** @description The program that read the image. */
        readonly Scanner: {
            /** @description Name of the program. */
            readonly name: string;
            /** @description Version of the program. */
            readonly version: string;
        };
        /** @description The package that a vulnerability is in. */
        readonly ScanPackage: {
            /** @description Kind of package as OSV names it, such as `npm`, `PyPI`, `Debian:12` or `Alpine:v3.20`. */
            readonly ecosystem: string;
            /** @description Name of the package. */
            readonly name: string;
            /** @description Version of the package. */
            readonly version: string;
            /** @description Package URL. */
            readonly purl?: string;
        };
        /** @description What is known about the latest scan of an image. */
        readonly ScanReport: {
            readonly scan_id: components["schemas"]["ScanId"];
            readonly ref: components["schemas"]["ImageReference"];
            readonly digest?: components["schemas"]["ImageDigest"];
            readonly status: components["schemas"]["ScanStatus"];
            /**
             * Format: date-time
             * @description When the scan was asked for.
             */
            readonly requested_at: string;
            /**
             * Format: date-time
             * @description When the scan began.
             */
            readonly started_at?: string;
            /**
             * Format: date-time
             * @description When the scan reached a final state.
             */
            readonly finished_at?: string;
            readonly scanner: components["schemas"]["Scanner"];
            readonly database: components["schemas"]["ScanDatabase"];
            readonly image?: components["schemas"]["ScannedImage"];
            readonly summary?: components["schemas"]["ScanSummary"];
            /** @description What was compared with vulnerability data, for each kind of package; empty when no package was recognised. */
            readonly coverage?: readonly components["schemas"]["ScanCoverage"][];
            /** @description The findings, the most severe first. */
            readonly findings?: readonly components["schemas"]["ScanFinding"][];
            /**
             * Format: int32
             * @description How many findings the list has no room for; the summary counts them.
             */
            readonly findings_omitted?: number;
            readonly sbom?: components["schemas"]["ScanSbom"];
            readonly error?: components["schemas"]["ScanError"];
        };
        /** @description The bill of materials of the image, in short. */
        readonly ScanSbom: {
            /**
             * @description Name of the format.
             * @enum {string}
             */
            readonly format: "CycloneDX";
            /** @description Version of the format. */
            readonly spec_version: string;
            /**
             * Format: int32
             * @description How many packages it lists.
             */
            readonly components: number;
            /** @description SHA-256 of the canonical JSON of the document. */
            readonly digest: string;
        };
        /**
         * @description State of a scan; the last three are final.
         * @enum {string}
         */
        readonly ScanStatus: "queued" | "running" | "completed" | "completed_without_vulnerability_data" | "failed";
        /** @description Number of findings by severity. */
        readonly ScanSummary: {
            /**
             * Format: int32
             * @description Findings whose severity is `critical`.
             */
            readonly critical: number;
            /**
             * Format: int32
             * @description Findings whose severity is `high`.
             */
            readonly high: number;
            /**
             * Format: int32
             * @description Findings whose severity is `medium`.
             */
            readonly medium: number;
            /**
             * Format: int32
             * @description Findings whose severity is `low`.
             */
            readonly low: number;
            /**
             * Format: int32
             * @description Findings whose severity is `unknown`.
             */
            readonly unknown: number;
        };
        /**
         * @description What a key may be allowed; each operation names the one that it asks for.
         * @enum {string}
         */
        readonly Scope: "agents:read" | "agents:write" | "workspaces:read" | "workspaces:write" | "tokens:read" | "tokens:write" | "installations:read" | "installations:write" | "policy:read" | "policy:write" | "trust:read" | "trust:sign" | "audit:read" | "audit:export" | "images:read" | "images:scan" | "support:write" | "tasks:read" | "tasks:route" | "tasks:delegate" | "network:read" | "compliance:read" | "retention:write" | "organization:read" | "keys:write" | "disputes:read" | "disputes:write";
        /**
         * @description What the key may do; left out, it is everything but `tasks:delegate`, or all that the key may do that makes it, and an empty list is
         *     nothing.
         */
        readonly ScopeList: readonly components["schemas"]["Scope"][];
        /** @description What the installation is to do. */
        readonly SendCommandRequest: {
            /**
             * @description What to do.
             * @enum {string}
             */
            readonly type: "pause" | "resume" | "terminate" | "rotate_token" | "reload_policy" | "set_interval";
            /** @description Why, in a sentence that the agent gets to see. */
            readonly reason?: string;
            /**
             * Format: int32
             * @description Of `set_interval`, the new interval in seconds; of any other command nothing.
             * @default 60
             */
            readonly heartbeat_interval_seconds: number;
        };
        /** @description The new role. */
        readonly SetMemberRoleRequest: {
            readonly role: components["schemas"]["Role"];
        };
        /** @description The rules that shall hold. */
        readonly SetPolicyRequest: {
            readonly content: components["schemas"]["PolicyContentInput"];
        };
        /** @description The new retention. */
        readonly SetRetentionRequest: {
            /**
             * Format: int32
             * @description Days to keep audit records, more than 365 and at most 3650.
             */
            readonly audit_log_retention_days: number;
        };
        /** @description Ed25519 signature as base64, base64url or hex. */
        readonly Signature: string;
        /** @description What help is needed with, and where to answer. Without `contact_email` the answer goes to the owners of the organization. */
        readonly SupportRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /** @description What it is about, in a line. */
            readonly subject: string;
            /** @description The whole story, as plain text. */
            readonly message: string;
            /**
             * @description What kind of request it is. Known values are `billing`, `technical`, `security`, `incident`, `onboarding` and
             *     `other`.
             * @default other
             */
            readonly category: string;
            readonly contact_email?: components["schemas"]["EmailAddress"];
        };
        /** @description A request for support that was accepted. */
        readonly SupportTicket: {
            /** @description Identifier of the ticket, to be named in every mail about it. */
            readonly ticket_id: string;
            /** @description The channel that the ticket takes. Known values are `email`, `chat`, `csm` and `inbox`. */
            readonly channel: string;
            /** @description State of the ticket; `accepted` means that it is kept, and delivered as soon as its channel takes it. */
            readonly status: string;
            /** @description How urgent it is. Known values are `normal` and `high`. */
            readonly priority: string;
            /** @description A sentence for people that says which way the ticket takes. */
            readonly message: string;
            /**
             * Format: date-time
             * @description When the ticket was made.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When a first answer is promised by, as the operator set it for this route.
             */
            readonly first_response_due_at: string;
        };
        /**
         * @description Identifier of an agent. It is not `register`, and none of its parts between slashes is a dot. It does not begin with `org_`, `key_`
         *     or `usr_` and is no e-mail address: those name organizations, API keys and people, also in policies.
         */
        readonly SvcId: string;
        /** @description A task that was routed to an agent. */
        readonly Task: {
            readonly task_id: components["schemas"]["TaskId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly skill: components["schemas"]["Capability"];
            readonly requester_id?: components["schemas"]["RequesterId"];
            readonly requester?: components["schemas"]["TaskRequester"];
            readonly agent?: components["schemas"]["TaskAgent"];
            readonly attested: components["schemas"]["Attested"];
            readonly status: components["schemas"]["TaskStatus"];
            readonly execution_time_ms?: components["schemas"]["ExecutionTime"];
            readonly error?: components["schemas"]["TaskError"];
            /**
             * Format: date-time
             * @description When the task was routed.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the task reached a final state.
             */
            readonly finished_at?: string;
        };
        /** @description The agent that got the task. */
        readonly TaskAgent: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly installation_id: components["schemas"]["InstallationId"];
        };
        /** @description Where the task is done, and who asks for it. */
        readonly TaskContext: {
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly requester_id?: components["schemas"]["RequesterId"];
        };
        /** @description How many tasks are in each state. */
        readonly TaskCounts: {
            /**
             * Format: int32
             * @description Tasks that wait to be sent.
             */
            readonly submitted: number;
            /**
             * Format: int32
             * @description Tasks that are under way.
             */
            readonly working: number;
            /**
             * Format: int32
             * @description Tasks that were done.
             */
            readonly completed: number;
            /**
             * Format: int32
             * @description Tasks that failed.
             */
            readonly failed: number;
            /**
             * Format: int32
             * @description Tasks that were called off.
             */
            readonly canceled: number;
            /**
             * Format: int32
             * @description Tasks that the agent did not take.
             */
            readonly rejected: number;
        };
        /** @description Why the task failed. */
        readonly TaskError: {
            /** @description Machine-readable cause, for example `internal_error`. */
            readonly code: string;
            /** @description A sentence for people. */
            readonly message: string;
        };
        /**
         * @description How long agents took, in milliseconds, over the tasks that were dialled. A percentile is the least time that so many of a
         *     hundred tasks did not exceed.
         */
        readonly TaskExecutionTimes: {
            /**
             * Format: int32
             * @description How many tasks were measured.
             */
            readonly samples: number;
            /**
             * Format: int32
             * @description The median.
             */
            readonly p50: number;
            /**
             * Format: int32
             * @description The 90th percentile.
             */
            readonly p90: number;
            /**
             * Format: int32
             * @description The 99th percentile.
             */
            readonly p99: number;
            /**
             * Format: int32
             * @description The longest time.
             */
            readonly max: number;
        };
        /** @description How often tasks failed for one cause. */
        readonly TaskFailureCount: {
            /** @description The cause, as it stands in the `error` of tasks. */
            readonly code: string;
            /**
             * Format: int32
             * @description How many tasks failed for it.
             */
            readonly tasks: number;
        };
        /** @description Identifier of the task. */
        readonly TaskId: string;
        /** @description What the skill takes beside a message, passed on as it is; `skill` is set to the routed skill. */
        readonly TaskInput: {
            readonly [key: string]: unknown;
        };
        /** @description A message to the agent, passed on as it is. */
        readonly TaskMessage: {
            /** @description Who speaks, such as `user` or `agent`; left out it is `user`. */
            readonly role?: string;
            /** @description What is said. */
            readonly parts: readonly components["schemas"]["TaskMessagePart"][];
        };
        /** @description One part of a message. */
        readonly TaskMessagePart: {
            /** @description What it is; `text` is known. */
            readonly type: string;
            readonly text?: components["schemas"]["TaskText"];
        };
        /** @description A page of tasks, newest first. */
        readonly TaskPage: {
            /** @description The tasks of this page. */
            readonly items: readonly components["schemas"]["Task"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PageCursor"];
        };
        /** @description Who had the task routed, as this service authenticated it, and whom that acted for. */
        readonly TaskRequester: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The API key. */
            readonly key_id?: string;
            readonly member?: components["schemas"]["EmailAddress"];
            readonly installation_id?: components["schemas"]["InstallationId"];
            /** @description The member, by e-mail, or the agent, by `svc_id`, that the credential acted for under the scope `tasks:delegate`. */
            readonly acting_for?: string;
        };
        /** @description What the agent made of the task, as it answered it. `result` and `output` hold the same. */
        readonly TaskResult: {
            readonly [key: string]: unknown;
        };
        /** @description What became of the tasks that were routed in one part of the time. */
        readonly TaskSeriesPart: {
            /**
             * Format: date-time
             * @description When the part begins.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description When the part ends; this moment belongs to the next one.
             */
            readonly to: string;
            /**
             * Format: int32
             * @description Tasks that were done.
             */
            readonly completed: number;
            /**
             * Format: int32
             * @description Tasks that failed.
             */
            readonly failed: number;
            /**
             * Format: int32
             * @description Tasks in any other state.
             */
            readonly other: number;
            /**
             * Format: int32
             * @description The median of the execution times in milliseconds; absent when none was measured.
             */
            readonly p50_ms?: number;
        };
        /**
         * @description State of a task; the last four are final.
         * @enum {string}
         */
        readonly TaskStatus: "submitted" | "working" | "completed" | "failed" | "canceled" | "rejected";
        /** @description The tasks of a workspace in numbers. */
        readonly TaskSummary: {
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly counts: components["schemas"]["TaskCounts"];
            /**
             * Format: int32
             * @description Over how many of the newest tasks everything below is summed up.
             */
            readonly recent_tasks: number;
            /** @description The most frequent causes of failure, most first. */
            readonly failures: readonly components["schemas"]["TaskFailureCount"][];
            readonly execution_time_ms?: components["schemas"]["TaskExecutionTimes"];
            /** @description Parts of equal length, from the oldest of these tasks to the newest, without gaps. */
            readonly series: readonly components["schemas"]["TaskSeriesPart"][];
            /**
             * Format: date-time
             * @description When this was summed up.
             */
            readonly updated_at: string;
        };
        /** @description Narrows the choice to one agent or one installation; what is given has to hold. */
        readonly TaskTarget: {
            readonly svc_id?: components["schemas"]["SvcId"];
            readonly installation_id?: components["schemas"]["InstallationId"];
        };
        /** @description Text of any kind, in any language. */
        readonly TaskText: string;
        /** @description One step of a verification. */
        readonly TrustCheck: {
            /** @description What was checked, such as `agent_active`, `signature`, `freshness` or `policy`. */
            readonly name: string;
            /** @description Whether the agent passed. */
            readonly passed: boolean;
            /** @description What was found, in a sentence for people. */
            readonly detail: string;
        };
        /** @description The receiver that the agent signed for. */
        readonly TrustAudience: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly installation_id?: components["schemas"]["InstallationId"];
        };
        /** @description What the agent signed. Further members are welcome and are part of the signed message. */
        readonly TrustContext: {
            /**
             * @description The workspace that verifies, whose policy applies. Left out, it is the workspace that the credential is bound to;
             *     without either, no policy applies.
             */
            readonly workspace_id?: string;
            /** @description The platform on which both sides rely; another one than this fails the verification. */
            readonly issuer?: string;
            readonly audience?: components["schemas"]["TrustAudience"];
            /** @description The skill that the agent wants to use, for the policy to decide. */
            readonly skill?: string;
            /**
             * Format: date-time
             * @description When the agent signed; good within 300 seconds of now.
             */
            readonly timestamp?: string;
            /** @description A value that the agent uses once; it needs the timestamp. */
            readonly nonce?: string;
            readonly request_body_hash?: components["schemas"]["BodyHash"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Header fields by name, ready to be put on an answer. */
        readonly TrustHeaderFields: {
            readonly "X-Svc-Agent-ID": components["schemas"]["SvcId"];
            /** @description Current reputation score, 0 to 100. */
            readonly "X-Svc-Reputation": string;
            readonly "X-Svc-Verification": components["schemas"]["VerificationStatus"];
            /** @description Identifier of the task, made for these headers. */
            readonly "X-Svc-Task-ID": string;
            /** @description Identifier that connects log lines of all parties. */
            readonly "X-Svc-Trace-ID": string;
            /** @description Statement of the platform that the organization runs this agent, with its signature. */
            readonly "X-Svc-Vouch": string;
        };
        /** @description Trust headers, and for whom the platform vouches in them. */
        readonly TrustHeaders: {
            readonly headers: components["schemas"]["TrustHeaderFields"];
            readonly issued_to: components["schemas"]["VouchedFor"];
            /**
             * Format: date-time
             * @description When a receiver should stop accepting them, 300 seconds from now.
             */
            readonly expires_at: string;
        };
        /** @description What the policy of the verifying workspace says. */
        readonly TrustPolicyDecision: {
            /** @description Whether the agent may call. */
            readonly allowed: boolean;
            /** @description The rule that decided, such as `a2a.allowed_callers`; `none` when no policy applies. */
            readonly rule: string;
        };
        /** @description What the registry knows about an agent. */
        readonly TrustProfile: {
            readonly did: components["schemas"]["AgentDid"];
            readonly svc_id: components["schemas"]["SvcId"];
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
            readonly publisher?: components["schemas"]["Publisher"];
            readonly verification_status: components["schemas"]["VerificationStatus"];
            readonly reputation: components["schemas"]["Reputation"];
            readonly capabilities: components["schemas"]["Capabilities"];
            readonly permissions: components["schemas"]["Permissions"];
            readonly public_key: components["schemas"]["NormalizedPublicKey"];
            /**
             * @description Whether the identifier is the hash of the registration, and so binds this key. Where an identifier of 64 hexadecimal digits is not,
             *     believe no signature by the key: it may be the hash of an agent that you cannot see.
             */
            readonly content_addressed: boolean;
            readonly disputes: components["schemas"]["DisputeCounts"];
            /**
             * Format: date-time
             * @description When an installation of the agent was last heard from; absent when none ever was.
             */
            readonly last_seen_at?: string;
        };
        /** @description The verdict about a signature. */
        readonly TrustVerification: {
            /** @description True when every check passed. */
            readonly valid: boolean;
            readonly svc_id: components["schemas"]["SvcId"];
            /** @description The first check that failed, in a word such as `signature_invalid`; `verified` when none did. */
            readonly reason: string;
            readonly verification_status: components["schemas"]["VerificationStatus"];
            readonly reputation_score: components["schemas"]["ReputationScore"];
            /** @description Whether it was signed for whoever asks; known are `matched`, `mismatched`, `not_provided` and `not_checked`. */
            readonly audience: string;
            /** @description Protection against replay; known are `fresh`, `stale`, `replayed` and `not_provided`. */
            readonly freshness: string;
            /** @description The steps of the verification in their order. */
            readonly checks: readonly components["schemas"]["TrustCheck"][];
            readonly policy: components["schemas"]["TrustPolicyDecision"];
            /**
             * Format: date-time
             * @description When the verdict was reached.
             */
            readonly verified_at: string;
        };
        /** @description All that is said of the agent beside the five fields. */
        readonly UpdateAgentRequest: {
            /**
             * @description Whether the agent is visible to its owner, and to organizations that it lets install it, only; takes a proof.
             * @default false
             */
            readonly private: boolean;
            /**
             * @description Whether its owner advises against new use.
             * @default false
             */
            readonly deprecated: boolean;
            readonly installable_by?: components["schemas"]["InstallableByInput"];
            readonly installers?: components["schemas"]["InstallersInput"];
            readonly description?: components["schemas"]["AgentDescription"];
            readonly publisher?: components["schemas"]["Publisher"];
            readonly category?: components["schemas"]["Category"];
            readonly llm_provider?: components["schemas"]["LlmProvider"];
            readonly capabilities?: components["schemas"]["Capabilities"];
            readonly permissions?: components["schemas"]["PermissionsInput"];
            readonly url?: components["schemas"]["AgentUrl"];
            readonly card?: components["schemas"]["AgentCardInput"];
        };
        /** @description The workspace as it should be. */
        readonly UpdateWorkspaceRequest: {
            readonly name: components["schemas"]["WorkspaceName"];
            readonly description?: components["schemas"]["WorkspaceDescription"];
        };
        /**
         * Format: uri
         * @description Where tasks are forwarded to. It is recorded as sent, and judged when the platform dials it: private networks and plain
         *     http are refused unless the operator of the platform allows them.
         */
        readonly UpstreamUrl: string;
        /**
         * @description Where the agent stands with the platform's checks.
         * @enum {string}
         */
        readonly VerificationStatus: "unverified" | "pending" | "verified" | "suspended" | "revoked";
        /** @description A signature and what it is said to sign. */
        readonly VerifyTrustRequest: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly signature: components["schemas"]["Signature"];
            readonly context: components["schemas"]["TrustContext"];
        };
        /** @description Who runs the agent by the platform's word. */
        readonly VouchedFor: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly installation_id?: components["schemas"]["InstallationId"];
        };
        /** @description A room of an organization for its installed agents. */
        readonly Workspace: {
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly organization: components["schemas"]["Organization"];
            readonly name: components["schemas"]["WorkspaceName"];
            readonly description: components["schemas"]["WorkspaceDescription"];
            /**
             * Format: date-time
             * @description When the workspace was created.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When name or description last changed.
             */
            readonly updated_at: string;
        };
        /** @description What the workspace is for; may be empty. */
        readonly WorkspaceDescription: string;
        /** @description Identifier of the workspace. */
        readonly WorkspaceId: string;
        /** @description A person who can see the workspace. */
        readonly WorkspaceMember: {
            /** @description Identifier of the person. */
            readonly user_id: string;
            readonly email: components["schemas"]["EmailAddress"];
            readonly role: components["schemas"]["Role"];
            /**
             * Format: date-time
             * @description When the person joined.
             */
            readonly joined_at: string;
        };
        /** @description A page of members. */
        readonly WorkspaceMemberPage: {
            /** @description The members of this page. */
            readonly items: readonly components["schemas"]["WorkspaceMember"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
        };
        /** @description Name of the workspace. */
        readonly WorkspaceName: string;
        /** @description A page of workspaces. */
        readonly WorkspacePage: {
            /** @description The workspaces of this page. */
            readonly items: readonly components["schemas"]["Workspace"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
        };
        /**
         * @description A version of the workspace's policy. What is hashed is the canonical JSON of `{policy_id, workspace_id, version, content}`, and
         *     what is signed has `issuer` in it as well.
         */
        readonly WorkspacePolicy: {
            /** @description Identifier of the policy, the same for all its versions. */
            readonly policy_id: string;
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            /**
             * Format: int32
             * @description Counts the changes of the policy.
             */
            readonly version: number;
            /** @description State of this version; `active` and `superseded` are known. */
            readonly status: string;
            readonly content: components["schemas"]["PolicyContent"];
            /** @description Hexadecimal SHA-256 of the canonical JSON. */
            readonly hash: string;
            readonly issuer: components["schemas"]["Issuer"];
            /** @description Ed25519 signature of the platform over `svc-policy-v1`, a line feed and the canonical JSON with the issuer, in base64. */
            readonly signature: string;
            /** @description The `kid` of the platform key that signed. */
            readonly signing_key_id: string;
            /**
             * Format: date-time
             * @description When the first version was written.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When this version was written.
             */
            readonly updated_at: string;
            readonly author?: components["schemas"]["PolicyAuthor"];
        };
    };
    responses: {
        /** @description The request cannot be read, or a parameter is wrong. */
        readonly BadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request contradicts what is already there; nothing was changed. */
        readonly Conflict: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body exceeds the limit. */
        readonly ContentTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is good, but does not reach this far. The message names what it lacks. */
        readonly Forbidden: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request headers exceed the limit. The connection is closed after this answer. */
        readonly HeadersTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The service failed. Nothing about the cause is disclosed; the request identifier finds it in the logs. */
        readonly InternalError: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The path is that of another operation, as with the identifier `register`, which no agent has. */
        readonly MethodNotAllowed: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly Allow: components["headers"]["Allow"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description It does not exist, or belongs to another organization; the answer is the same. */
        readonly NotFound: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The organization's plan does not include the operation, or its quota is used up; nothing was consumed. */
        readonly PlanLimitExceeded: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PlanLimitProblem"];
            };
        };
        /** @description The body was not complete in time. */
        readonly RequestTimeout: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot reach its store, or has no room for the body. Nothing was changed; try again. */
        readonly ServiceUnavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A rate limit is used up. Wait as long as `Retry-After` says. */
        readonly TooManyRequests: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is missing, unknown, expired or revoked. The message says what to do. */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is JSON but does not fit its schema. `issues` says where. */
        readonly UnprocessableContent: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has to be sent as `application/json`. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description Decentralized identifier of the agent, `did:svc:` followed by its `svc_id`.
         * @example did:svc:af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
         */
        readonly AgentDid: components["schemas"]["AgentDid"];
        /**
         * @description Only what concerns this agent.
         * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
         */
        readonly AgentFilter: components["schemas"]["SvcId"];
        /**
         * @description The order of the agents: by `name`, the best `reputation` first, or the latest `registered` first. A cursor belongs to
         *     the order of its page.
         */
        readonly AgentOrder: "name" | "reputation" | "registered";
        /**
         * @description A text that the identifier of the actor, of the target, of the request or of the record contains, or the reason, without
         *     regard to case.
         * @example ws_7b1e5c90d2f4
         */
        readonly AuditSearchText: string;
        /**
         * @description Only agents of this category.
         * @example productivity
         */
        readonly CategoryFilter: components["schemas"]["Category"];
        /**
         * @description Which contract, `platform` for that of this service and `agent` for that which agents serve.
         * @example platform
         */
        readonly ContractName: components["schemas"]["ContractName"];
        /**
         * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
         *     out answers an empty page.
         */
        readonly Cursor: components["schemas"]["PageCursor"];
        /**
         * @description Identifier of the dispute, from the answer to its report or the list.
         * @example dsp_01955628-4c60-7e1f-a0b1-c2d3e4f50617
         */
        readonly DisputeId: components["schemas"]["AnyId"];
        /** @description The state of the disputes that are listed. */
        readonly DisputeQueue: "open" | "under_review" | "upheld" | "rejected";
        /** @description Whose disputes, `made` for those that the organization opened and `received` for those about its agents. */
        readonly DisputeSide: "made" | "received";
        /**
         * @description Only disputes in this state.
         * @example open
         */
        readonly DisputeStateFilter: components["schemas"]["DisputeState"];
        /**
         * @description Only disputes that this organization is a party of.
         * @example org_acme
         */
        readonly DisputesOf: components["schemas"]["OrganizationId"];
        /**
         * @description Only records of this kind, for example `policy.updated`.
         * @example workspace.created
         */
        readonly EventTypeFilter: components["schemas"]["ExportEventType"];
        /**
         * @description Identifier of the export, from the answer to its request.
         * @example 0195561d-5b80-7d1e-b2c4-9a7f30e6d815
         */
        readonly ExportId: components["schemas"]["AnyId"];
        /** @description Delete even while installations are active; they are revoked first. */
        readonly Force: boolean;
        /**
         * @description The organization that is meant. Left out, it is the organization of the API key, or the first of those that the session
         *     acts for.
         * @example org_acme
         */
        readonly ForOrganization: components["schemas"]["OrganizationId"];
        /**
         * @description Sequence of the record to begin with. Left out, or before the first record that is left, it is the beginning of the
         *     chain; behind the newest record there is nothing to look at.
         * @example 1
         */
        readonly FromSequence: number;
        /**
         * @description Only installations in this state of health.
         * @example online
         */
        readonly HealthFilter: components["schemas"]["InstallationHealth"];
        /**
         * @description How many days to look back, today being the first of them.
         * @example 30
         */
        readonly HistoryDays: number;
        /**
         * @description Reference of the image, percent-encoded as one segment: `acme/invoice-reader:1.4.0` is sent as
         *     `acme%2Finvoice-reader%3A1.4.0`. It is decoded once; what is encoded twice is no reference and refused with 400, and a
         *     slash that is not encoded, perhaps because a proxy decoded it, is another path, 404.
         * @example acme/invoice-reader:1.4.0
         */
        readonly ImageRef: components["schemas"]["ImageReference"];
        /**
         * @description Identifier of the installation, from the answer to its bootstrap.
         * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
         */
        readonly InstallationIdInPath: components["schemas"]["AnyId"];
        /**
         * @description Identifier of the invitation, from the answer to its creation or the list of the organization.
         * @example inv_01955618-40a0-7b11-8c2d-3e4f50617284
         */
        readonly InvitationId: components["schemas"]["AnyId"];
        /**
         * @description Identifier of the API key, from the answer to its creation or the list.
         * @example key_01955617-2e40-7a6b-b1c2-3d4e5f60718a
         */
        readonly KeyId: components["schemas"]["AnyId"];
        /**
         * @description Only installations in this stage of life.
         * @example active
         */
        readonly LifecycleFilter: components["schemas"]["InstallationLifecycle"];
        /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
        readonly Limit: number;
        /**
         * @description Only agents that use a language model of this provider.
         * @example example-llm
         */
        readonly LlmProviderFilter: components["schemas"]["LlmProvider"];
        /** @description Only agents whose reputation score is at least this. */
        readonly MinReputation: number;
        /** @description How many agents to answer at most. More than 200 count as 200; the page says which number was used. */
        readonly NetworkLimit: number;
        /** @description How many items to skip from the start. */
        readonly Offset: number;
        /**
         * @description The version of OpenAPI, `3.0` as the contract is written or `3.1` for tools that want it.
         * @example 3.0
         */
        readonly OpenApiVersion: components["schemas"]["OpenApiVersion"];
        /**
         * @description The organization whose records to list. Left out, it is the organization of the API key, or the first in the
         *     session's memberships.
         * @example org_acme
         */
        readonly OrganizationFilter: components["schemas"]["OrganizationId"];
        /**
         * @description Identifier of the organization.
         * @example org_acme
         */
        readonly OrgId: components["schemas"]["OrganizationId"];
        /**
         * @description Identifier of an invitation for the person who is signed in, from the session or the list.
         * @example inv_01955617-0b98-7a2c-9d3e-4f5061728394
         */
        readonly OwnInvitationId: components["schemas"]["AnyId"];
        /**
         * @description The `ETag` of the policy that the change was made from, or `*` for whatever is there. It is required, because without it
         *     nobody would notice what is overwritten.
         * @example "1"
         */
        readonly PolicyPrecondition: string;
        /**
         * @description Number of the version.
         * @example 1
         */
        readonly VersionNumber: number;
        /** @description How the report is written. */
        readonly ReportFormat: "json" | "markdown";
        /**
         * @description The frameworks to report on, at most 20, separated by commas and in any case; without it, all of them. Known are
         *     `soc2`, `iso27001`, `iso42001`, `hipaa`, `gdpr`, `eu_ai_act` and `nist_ai_rmf`. One that is not known is in the report
         *     with the status `unsupported`.
         * @example gdpr,soc2
         */
        readonly ReportFrameworks: string;
        /**
         * @description Words, or beginnings of words, that the name of the agent contains, in any order and without regard to case and
         *     accents. Whatever is neither a letter nor a digit separates words; a text without any word excludes nothing.
         * @example inv read
         */
        readonly SearchText: string;
        /**
         * @description Only what happened at this moment or later.
         * @example 2026-03-01T00:00:00Z
         */
        readonly Since: components["schemas"]["Moment"];
        /**
         * @description Only agents that offer this skill, by its exact name.
         * @example extract_invoice
         */
        readonly SkillFilter: components["schemas"]["Capability"];
        /**
         * @description Identifier of the agent, percent-encoded where it contains a slash.
         * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
         */
        readonly SvcId: components["schemas"]["SvcId"];
        /**
         * @description Only tasks for this skill.
         * @example extract_invoice
         */
        readonly TaskSkillFilter: components["schemas"]["Capability"];
        /**
         * @description Only tasks in this state.
         * @example completed
         */
        readonly TaskStatusFilter: components["schemas"]["TaskStatus"];
        /**
         * @description Identifier of the install token, from the answer to its creation or the list.
         * @example tok_0195561a-8d30-7c4b-a2f1-5e6d7c8b9a02
         */
        readonly TokenId: components["schemas"]["AnyId"];
        /**
         * @description Only what happened at this moment or earlier.
         * @example 2026-04-01T00:00:00Z
         */
        readonly Until: components["schemas"]["Moment"];
        /**
         * @description Identifier of the person, from the list of members.
         * @example usr_01955617-0f80-7c3d-9a1b-2c3d4e5f6071
         */
        readonly UserId: components["schemas"]["AnyId"];
        /**
         * @description How many records to look at in this request.
         * @example 10000
         */
        readonly VerificationLimit: number;
        /** @description Only agents whose verification status is `verified`. */
        readonly VerifiedOnly: boolean;
        /**
         * @description Only records that concern this workspace of the organization.
         * @example ws_7b1e5c90d2f4
         */
        readonly WorkspaceFilter: components["schemas"]["WorkspaceId"];
        /**
         * @description Identifier of the workspace.
         * @example ws_7b1e5c90d2f4
         */
        readonly WorkspaceHeader: components["schemas"]["WorkspaceId"];
        /**
         * @description Identifier of the workspace.
         * @example ws_7b1e5c90d2f4
         */
        readonly WorkspaceId: components["schemas"]["WorkspaceId"];
    };
    requestBodies: never;
    headers: {
        /** @description The methods that the address knows. */
        readonly Allow: string;
        /** @description The answer may be kept, and has to be checked before it is used again. */
        readonly CacheControl: string;
        /** @description Names this state of what is answered. */
        readonly ETag: string;
        /** @description Address of what was created, relative to the host of the service. */
        readonly Location: string;
        /** @description Takes the cookie of the session from the browser; absent when the session was named by a bearer token. */
        readonly NoSessionCookie: string;
        /** @description What is left of the limit (`r`) and the seconds until it refills (`t`); absent when no limit was consulted. */
        readonly RateLimit: string;
        /** @description The limits that apply, each with its quota (`q`) and its window in seconds (`w`). */
        readonly RateLimitPolicy: string;
        /** @description Identifier of this request, the same as `request_id` in an error and in audit records. */
        readonly RequestId: string;
        /** @description Seconds to wait before the next try. */
        readonly RetryAfter: number;
        /** @description The cookie of the session, sent once. `Secure` is missing where the service is reached over http. */
        readonly SessionCookie: string;
        /** @description The kind of credential that the operation expects. */
        readonly WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly requestAdminPin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PinRequest"];
            };
        };
        readonly responses: {
            /** @description The challenge. The PIN is on its way to the mailbox. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdminChallenge"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly verifyAdminPin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PinVerificationRequest"];
            };
        };
        readonly responses: {
            /** @description The session. Its token is shown once. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdminSessionCredentials"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getAdminSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdminSession"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createBrowserSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PinVerificationRequest"];
            };
        };
        readonly responses: {
            /** @description The session. Its token is in the cookie. */
            readonly 201: {
                headers: {
                    readonly "Set-Cookie": components["headers"]["SessionCookie"];
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdminSession"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly endAdminSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session is over; its token opens nothing any more. */
            readonly 204: {
                headers: {
                    readonly "Set-Cookie": components["headers"]["NoSessionCookie"];
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listOwnInvitations: {
        readonly parameters: {
            readonly query?: {
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of invitations. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OwnInvitationPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly acceptInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of an invitation for the person who is signed in, from the session or the list.
                 * @example inv_01955617-0b98-7a2c-9d3e-4f5061728394
                 */
                readonly invitation_id: components["parameters"]["OwnInvitationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The person belongs to the organization. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Membership"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly declineInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of an invitation for the person who is signed in, from the session or the list.
                 * @example inv_01955617-0b98-7a2c-9d3e-4f5061728394
                 */
                readonly invitation_id: components["parameters"]["OwnInvitationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The invitation is over. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly leaveOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The person no longer belongs to the organization. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The organization. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrganizationState"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: {
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of members. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listInvitations: {
        readonly parameters: {
            readonly query?: {
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of invitations. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitationPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly inviteMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InviteMemberRequest"];
            };
        };
        readonly responses: {
            /** @description The invitation is open. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invitation"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly withdrawInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
                /**
                 * @description Identifier of the invitation, from the answer to its creation or the list of the organization.
                 * @example inv_01955618-40a0-7b11-8c2d-3e4f50617284
                 */
                readonly invitation_id: components["parameters"]["InvitationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The invitation is over. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly setMemberRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
                /**
                 * @description Identifier of the person, from the list of members.
                 * @example usr_01955617-0f80-7c3d-9a1b-2c3d4e5f6071
                 */
                readonly user_id: components["parameters"]["UserId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetMemberRoleRequest"];
            };
        };
        readonly responses: {
            /** @description The person with the new role. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deleteMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
                /**
                 * @description Identifier of the person, from the list of members.
                 * @example usr_01955617-0f80-7c3d-9a1b-2c3d4e5f6071
                 */
                readonly user_id: components["parameters"]["UserId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The person is gone. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listApiKeys: {
        readonly parameters: {
            readonly query?: {
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of API keys. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        readonly responses: {
            /** @description The key, shown once. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewApiKey"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
                /**
                 * @description Identifier of the API key, from the answer to its creation or the list.
                 * @example key_01955617-2e40-7a6b-b1c2-3d4e5f60718a
                 */
                readonly key_id: components["parameters"]["KeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key as it is on record. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeyRecord"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly registerAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RegisterAgentRequest"];
            };
        };
        readonly responses: {
            /** @description The agent was registered by this organization before, and its key has signed for it now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description The agent is registered. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Agent"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the agent, percent-encoded where it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The agent. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentProfile"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly updateAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the agent, percent-encoded where it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateAgentRequest"];
            };
        };
        readonly responses: {
            /** @description The agent as it is now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Agent"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getReputationHistory: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description How many days to look back, today being the first of them.
                 * @example 30
                 */
                readonly days?: components["parameters"]["HistoryDays"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the agent, percent-encoded where it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The days, the oldest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReputationHistory"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly verifyAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the agent, percent-encoded where it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result of the check. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentVerification"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listWorkspaces: {
        readonly parameters: {
            readonly query?: {
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of workspaces. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkspacePage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateWorkspaceRequest"];
            };
        };
        readonly responses: {
            /** @description The workspace is created. */
            readonly 201: {
                headers: {
                    readonly Location: components["headers"]["Location"];
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Workspace"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The workspace. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Workspace"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly updateWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateWorkspaceRequest"];
            };
        };
        readonly responses: {
            /** @description The workspace as it is now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Workspace"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deleteWorkspace: {
        readonly parameters: {
            readonly query?: {
                /** @description Delete even while installations are active; they are revoked first. */
                readonly force?: components["parameters"]["Force"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The workspace is gone. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listWorkspaceMembers: {
        readonly parameters: {
            readonly query?: {
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of members. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkspaceMemberPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listInstallTokens: {
        readonly parameters: {
            readonly query?: {
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of install tokens. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallTokenPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createInstallToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateInstallTokenRequest"];
            };
        };
        readonly responses: {
            /** @description The install token. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallToken"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeInstallToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
                /**
                 * @description Identifier of the install token, from the answer to its creation or the list.
                 * @example tok_0195561a-8d30-7c4b-a2f1-5e6d7c8b9a02
                 */
                readonly token_id: components["parameters"]["TokenId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The token as it is on record. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallTokenRecord"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listInstallations: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only installations in this stage of life.
                 * @example active
                 */
                readonly lifecycle?: components["parameters"]["LifecycleFilter"];
                /**
                 * @description Only installations in this state of health.
                 * @example online
                 */
                readonly health?: components["parameters"]["HealthFilter"];
                /**
                 * @description Only what concerns this agent.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly agent_id?: components["parameters"]["AgentFilter"];
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of installations. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallationPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeInstallations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevokeInstallationsRequest"];
            };
        };
        readonly responses: {
            /** @description The installations that this call revoked. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevocationBatch"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly bootstrapInstallation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BootstrapRequest"];
            };
        };
        readonly responses: {
            /** @description The installation that this token created less than 60 seconds ago, without a refresh token. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallationCredentials"];
                };
            };
            /** @description The new installation with its credentials. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallationCredentials"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getInstallation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the answer to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The installation. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Installation"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listInstallationCommands: {
        readonly parameters: {
            readonly query?: {
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the answer to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of commands. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallationCommandPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly sendInstallationCommand: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the answer to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SendCommandRequest"];
            };
        };
        readonly responses: {
            /** @description The command waits for the next heartbeat. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallationCommand"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly renewLease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the answer to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RenewLeaseRequest"];
            };
        };
        readonly responses: {
            /** @description The renewed lease. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Lease"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly refreshRuntimeToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the answer to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefreshRuntimeTokenRequest"];
            };
        };
        readonly responses: {
            /** @description The new runtime token. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefreshedToken"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly recoverInstallation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RecoverInstallationRequest"];
            };
        };
        readonly responses: {
            /** @description The recovered installation with its new credentials. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallationCredentials"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly registerBeacon: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the answer to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RegisterBeaconRequest"];
            };
        };
        readonly responses: {
            /** @description The beacon as recorded. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Beacon"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeInstallation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the answer to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevokeInstallationRequest"];
            };
        };
        readonly responses: {
            /** @description The installation is revoked. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Revocation"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getWorkspacePolicy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The policy. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkspacePolicy"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly setWorkspacePolicy: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The `ETag` of the policy that the change was made from, or `*` for whatever is there. It is required, because without it
                 *     nobody would notice what is overwritten.
                 * @example "1"
                 */
                readonly "If-Match": components["parameters"]["PolicyPrecondition"];
            };
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetPolicyRequest"];
            };
        };
        readonly responses: {
            /** @description The policy in force from now on. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkspacePolicy"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listPolicyVersions: {
        readonly parameters: {
            readonly query?: {
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of versions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PolicyVersionPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPolicyVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
                /**
                 * @description Number of the version.
                 * @example 1
                 */
                readonly version: components["parameters"]["VersionNumber"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The version. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkspacePolicy"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly verifyTrust: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VerifyTrustRequest"];
            };
        };
        readonly responses: {
            /** @description The verdict. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TrustVerification"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getTrustProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Decentralized identifier of the agent, `did:svc:` followed by its `svc_id`.
                 * @example did:svc:af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly did: components["parameters"]["AgentDid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The trust profile. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TrustProfile"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createTrustHeaders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateTrustHeadersRequest"];
            };
        };
        readonly responses: {
            /** @description The headers and their expiry. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TrustHeaders"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPlatformKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key set. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly openDispute: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the agent, percent-encoded where it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenDisputeRequest"];
            };
        };
        readonly responses: {
            /** @description The dispute is open. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dispute"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listDisputes: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only disputes that this organization is a party of.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["DisputesOf"];
                /** @description Whose disputes, `made` for those that the organization opened and `received` for those about its agents. */
                readonly side?: components["parameters"]["DisputeSide"];
                /**
                 * @description Only disputes in this state.
                 * @example open
                 */
                readonly state?: components["parameters"]["DisputeStateFilter"];
                /**
                 * @description Only what concerns this agent.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly agent_id?: components["parameters"]["AgentFilter"];
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of disputes. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisputePage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getDispute: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the dispute, from the answer to its report or the list.
                 * @example dsp_01955628-4c60-7e1f-a0b1-c2d3e4f50617
                 */
                readonly dispute_id: components["parameters"]["DisputeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dispute. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dispute"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createDisputeComment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the dispute, from the answer to its report or the list.
                 * @example dsp_01955628-4c60-7e1f-a0b1-c2d3e4f50617
                 */
                readonly dispute_id: components["parameters"]["DisputeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateDisputeCommentRequest"];
            };
        };
        readonly responses: {
            /** @description The dispute with the comment. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dispute"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listDisputeCases: {
        readonly parameters: {
            readonly query?: {
                /** @description The state of the disputes that are listed. */
                readonly state?: components["parameters"]["DisputeQueue"];
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of disputes. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisputeCasePage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getDisputeCase: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the dispute, from the answer to its report or the list.
                 * @example dsp_01955628-4c60-7e1f-a0b1-c2d3e4f50617
                 */
                readonly dispute_id: components["parameters"]["DisputeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dispute, and what a judge has to know. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisputeCase"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly judgeDispute: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the dispute, from the answer to its report or the list.
                 * @example dsp_01955628-4c60-7e1f-a0b1-c2d3e4f50617
                 */
                readonly dispute_id: components["parameters"]["DisputeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["JudgeDisputeRequest"];
            };
        };
        readonly responses: {
            /** @description The dispute after the judgement. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisputeCase"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listImages: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The organization that is meant. Left out, it is the organization of the API key, or the first of those that the session
                 *     acts for.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["ForOrganization"];
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of images. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImagePage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly scanImage: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The organization that is meant. Left out, it is the organization of the API key, or the first of those that the session
                 *     acts for.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["ForOrganization"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Reference of the image, percent-encoded as one segment: `acme/invoice-reader:1.4.0` is sent as
                 *     `acme%2Finvoice-reader%3A1.4.0`. It is decoded once; what is encoded twice is no reference and refused with 400, and a
                 *     slash that is not encoded, perhaps because a proxy decoded it, is another path, 404.
                 * @example acme/invoice-reader:1.4.0
                 */
                readonly image_ref: components["parameters"]["ImageRef"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scan, which is queued or running. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImageScan"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getScanReport: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The organization that is meant. Left out, it is the organization of the API key, or the first of those that the session
                 *     acts for.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["ForOrganization"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Reference of the image, percent-encoded as one segment: `acme/invoice-reader:1.4.0` is sent as
                 *     `acme%2Finvoice-reader%3A1.4.0`. It is decoded once; what is encoded twice is no reference and refused with 400, and a
                 *     slash that is not encoded, perhaps because a proxy decoded it, is another path, 404.
                 * @example acme/invoice-reader:1.4.0
                 */
                readonly image_ref: components["parameters"]["ImageRef"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScanReport"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getImageSbom: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The organization that is meant. Left out, it is the organization of the API key, or the first of those that the session
                 *     acts for.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["ForOrganization"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Reference of the image, percent-encoded as one segment: `acme/invoice-reader:1.4.0` is sent as
                 *     `acme%2Finvoice-reader%3A1.4.0`. It is decoded once; what is encoded twice is no reference and refused with 400, and a
                 *     slash that is not encoded, perhaps because a proxy decoded it, is another path, 404.
                 * @example acme/invoice-reader:1.4.0
                 */
                readonly image_ref: components["parameters"]["ImageRef"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bill of materials. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sbom"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listAuditLogs: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The organization whose records to list. Left out, it is the organization of the API key, or the first in the
                 *     session's memberships.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["OrganizationFilter"];
                /**
                 * @description Only records that concern this workspace of the organization.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id?: components["parameters"]["WorkspaceFilter"];
                /**
                 * @description Only records of this kind, for example `policy.updated`.
                 * @example workspace.created
                 */
                readonly event_type?: components["parameters"]["EventTypeFilter"];
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of audit records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditLogPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly verifyAuditChain: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The organization whose records to list. Left out, it is the organization of the API key, or the first in the
                 *     session's memberships.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["OrganizationFilter"];
                /**
                 * @description Sequence of the record to begin with. Left out, or before the first record that is left, it is the beginning of the
                 *     chain; behind the newest record there is nothing to look at.
                 * @example 1
                 */
                readonly from_sequence?: components["parameters"]["FromSequence"];
                /**
                 * @description How many records to look at in this request.
                 * @example 10000
                 */
                readonly limit?: components["parameters"]["VerificationLimit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What was found. A chain that is broken is an answer too. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditVerification"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly searchAuditLogs: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description A text that the identifier of the actor, of the target, of the request or of the record contains, or the reason, without
                 *     regard to case.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly q?: components["parameters"]["AuditSearchText"];
                /**
                 * @description The organization whose records to list. Left out, it is the organization of the API key, or the first in the
                 *     session's memberships.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["OrganizationFilter"];
                /**
                 * @description Only records that concern this workspace of the organization.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id?: components["parameters"]["WorkspaceFilter"];
                /**
                 * @description Only records of this kind, for example `policy.updated`.
                 * @example workspace.created
                 */
                readonly event_type?: components["parameters"]["EventTypeFilter"];
                /**
                 * @description Only what happened at this moment or later.
                 * @example 2026-03-01T00:00:00Z
                 */
                readonly since?: components["parameters"]["Since"];
                /**
                 * @description Only what happened at this moment or earlier.
                 * @example 2026-04-01T00:00:00Z
                 */
                readonly until?: components["parameters"]["Until"];
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the records that were found. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditSearchPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly exportAuditLogs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportLogsRequest"];
            };
        };
        readonly responses: {
            /** @description The export. It is on record and sent in the background. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditExport"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly exportAuditCollector: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportCollectorRequest"];
            };
        };
        readonly responses: {
            /** @description The export. It is on record and sent in the background. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditExport"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly exportAuditAlerts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportAlertsRequest"];
            };
        };
        readonly responses: {
            /** @description The export. It is on record and sent in the background. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditExport"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getAuditExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the export, from the answer to its request.
                 * @example 0195561d-5b80-7d1e-b2c4-9a7f30e6d815
                 */
                readonly export_id: components["parameters"]["ExportId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The export as it is at this moment. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditExport"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly emailSupport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SupportRequest"];
            };
        };
        readonly responses: {
            /** @description The ticket is kept and about to be delivered. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SupportTicket"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly requestPrioritySupport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SupportRequest"];
            };
        };
        readonly responses: {
            /** @description The ticket is kept and about to be delivered. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SupportTicket"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly openSupportChat: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SupportRequest"];
            };
        };
        readonly responses: {
            /** @description The ticket is kept and about to be delivered. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SupportTicket"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly contactCustomerSuccess: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SupportRequest"];
            };
        };
        readonly responses: {
            /** @description The ticket is kept and about to be delivered. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SupportTicket"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getNetworkSummary: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The organization that is meant. Left out, it is the organization of the API key, or the first of those that the session
                 *     acts for.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["ForOrganization"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The summary. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NetworkSummary"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listNetworkAgents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only agents of this category.
                 * @example productivity
                 */
                readonly category?: components["parameters"]["CategoryFilter"];
                /** @description Only agents whose verification status is `verified`. */
                readonly verified_only?: components["parameters"]["VerifiedOnly"];
                /** @description How many agents to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["NetworkLimit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of agents. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NetworkAgentPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly searchAgents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Words, or beginnings of words, that the name of the agent contains, in any order and without regard to case and
                 *     accents. Whatever is neither a letter nor a digit separates words; a text without any word excludes nothing.
                 * @example inv read
                 */
                readonly q?: components["parameters"]["SearchText"];
                /**
                 * @description Only agents of this category.
                 * @example productivity
                 */
                readonly category?: components["parameters"]["CategoryFilter"];
                /**
                 * @description Only agents that offer this skill, by its exact name.
                 * @example extract_invoice
                 */
                readonly skill?: components["parameters"]["SkillFilter"];
                /**
                 * @description Only agents that use a language model of this provider.
                 * @example example-llm
                 */
                readonly llm_provider?: components["parameters"]["LlmProviderFilter"];
                /** @description Only agents whose verification status is `verified`. */
                readonly verified_only?: components["parameters"]["VerifiedOnly"];
                /** @description Only agents whose reputation score is at least this. */
                readonly min_reputation?: components["parameters"]["MinReputation"];
                /**
                 * @description The order of the agents: by `name`, the best `reputation` first, or the latest `registered` first. A cursor belongs to
                 *     the order of its page.
                 */
                readonly sort?: components["parameters"]["AgentOrder"];
                /** @description How many agents to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["NetworkLimit"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the agents that were found. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentSearchPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly setRetention: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the organization.
                 * @example org_acme
                 */
                readonly org_id: components["parameters"]["OrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetRetentionRequest"];
            };
        };
        readonly responses: {
            /** @description The retention that was set, and from when on it holds. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Retention"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getComplianceReport: {
        readonly parameters: {
            readonly query?: {
                /** @description How the report is written. */
                readonly format?: components["parameters"]["ReportFormat"];
                /**
                 * @description The frameworks to report on, at most 20, separated by commas and in any case; without it, all of them. Known are
                 *     `soc2`, `iso27001`, `iso42001`, `hipaa`, `gdpr`, `eu_ai_act` and `nist_ai_rmf`. One that is not known is in the report
                 *     with the status `unsupported`.
                 * @example gdpr,soc2
                 */
                readonly frameworks?: components["parameters"]["ReportFrameworks"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the agent, percent-encoded where it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcId"];
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ComplianceReport"];
                    readonly "text/markdown": string;
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly routeTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RouteTaskRequest"];
            };
        };
        readonly responses: {
            /** @description The task, which has ended. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RoutedTask"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listTasks: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only tasks in this state.
                 * @example completed
                 */
                readonly status?: components["parameters"]["TaskStatusFilter"];
                /**
                 * @description Only tasks for this skill.
                 * @example extract_invoice
                 */
                readonly skill?: components["parameters"]["TaskSkillFilter"];
                /**
                 * @description Only what concerns this agent.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly agent_id?: components["parameters"]["AgentFilter"];
                /** @description How many items to answer at most. More than 200 count as 200; the page says which number was used. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description How many items to skip from the start. */
                readonly offset?: components["parameters"]["Offset"];
                /**
                 * @description Where the page starts: the `next_cursor` of the page before. It takes the place of `offset`. A value that no page gave
                 *     out answers an empty page.
                 */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly "X-Workspace-ID": components["parameters"]["WorkspaceHeader"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of tasks. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getTaskSummary: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly "X-Workspace-ID": components["parameters"]["WorkspaceHeader"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The summary. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskSummary"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getContractJson: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Which contract, `platform` for that of this service and `agent` for that which agents serve.
                 * @example platform
                 */
                readonly document?: components["parameters"]["ContractName"];
                /**
                 * @description The version of OpenAPI, `3.0` as the contract is written or `3.1` for tools that want it.
                 * @example 3.0
                 */
                readonly version?: components["parameters"]["OpenApiVersion"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The contract. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description The contract is still the one whose `ETag` the request names in `If-None-Match`. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getContractYaml: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Which contract, `platform` for that of this service and `agent` for that which agents serve.
                 * @example platform
                 */
                readonly document?: components["parameters"]["ContractName"];
                /**
                 * @description The version of OpenAPI, `3.0` as the contract is written or `3.1` for tools that want it.
                 * @example 3.0
                 */
                readonly version?: components["parameters"]["OpenApiVersion"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The contract. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/yaml": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description The contract is still the one whose `ETag` the request names in `If-None-Match`. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
}
