// Generated from openapi.yaml by scripts/generate.ts. Change that file and run `npm run generate`.

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
         * @description Creates a challenge and sends its PIN to the e-mail address. The PIN has 8 digits, is valid for 5 minutes and
         *     allows 5 attempts. A new challenge does not invalidate earlier ones. For an unregistered address the response
         *     and its timing are the same, but no e-mail is sent. If the platform has no mail server, its operator can look up
         *     the PIN, and each look-up is recorded as `admin.pin_shown`; the response is the same.
         *
         *     Requests from other IP addresses never cause a rejection: the limits of 3 in 15 minutes and 20 a day apply to
         *     each combination of e-mail address and IP address. If such requests have caused 20 e-mails to be sent to a
         *     person within an hour, further challenges are created without an e-mail, unless the IP address has signed in as
         *     that person in the last 90 days. An operator can create a challenge and its PIN on the command line at any time
         *     (`admin.session_created`).
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
         * Open a session with a PIN
         * @description Exchanges the PIN for an 8-hour session, whose token is sent as a bearer token. Returns 401 `INVALID_PIN` if
         *     the PIN is wrong, if the challenge is unknown, expired, used or out of attempts, or if the e-mail address does
         *     not belong to the challenge.
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
         * Get the current session
         * @description Returns the person to whom the session belongs, its expiry, the person's organizations and roles, pending
         *     invitations, whether the person is an operator, and the issuer of the registry. The session is identified by the
         *     bearer token or the cookie. The token itself is not returned.
         */
        readonly get: operations["getAdminSession"];
        readonly put?: never;
        /**
         * Open a session in a browser
         * @description Exchanges the PIN for an 8-hour session, like `verifyAdminPin` and under the same limits, but sets the token
         *     as a cookie that scripts cannot read and omits it from the response. Returns 401 `INVALID_PIN` if the PIN is
         *     wrong, if the challenge is unknown, expired, used or out of attempts, or if the e-mail address does not belong
         *     to the challenge. Requests from pages from another origin are rejected (403 `CROSS_ORIGIN_REQUEST`).
         */
        readonly post: operations["createBrowserSession"];
        /**
         * Sign out
         * @description Ends the session of the bearer token or the cookie immediately. Other sessions of the same person are not
         *     affected.
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
         * List own invitations
         * @description Lists the open invitations for the e-mail address of the session, oldest first. `getAdminSession` includes the
         *     first 20.
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
         * @description Makes the signed-in person a member of the organization, with the role of the invitation. From then on, the
         *     person's sign-ins can be recorded in the organization's audit log. Returns 404 `INVITATION_NOT_FOUND` if the
         *     invitation was accepted, declined or withdrawn, has expired, or is for another address.
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
         * @description Closes the invitation. The organization learns that it was declined, but nothing about the person's session or
         *     IP address.
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
         * @description Ends the membership of the signed-in person, whatever the role, with effect from the next request. Open
         *     invitations that the person created for the organization are withdrawn. The last owner cannot leave (409
         *     `LAST_OWNER`). Returns 404 if the person does not belong to the organization or if it does not exist.
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
         * Get an organization
         * @description Returns the organization with its plan, the usage of each quota and the retention of its audit records. A key
         *     that is bound to one workspace cannot use the operations with this tag (403 `WORKSPACE_NOT_ALLOWED`), except to
         *     revoke itself.
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
         * List the members of an organization
         * @description Lists the members with their roles, in the order in which they joined. Invited people who have not accepted are
         *     not members; see `listInvitations`.
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
         * @description Lists the open invitations, oldest first: those that were not accepted, declined or withdrawn and have not expired.
         *     People who accepted an invitation are listed as members instead.
         */
        readonly get: operations["listInvitations"];
        readonly put?: never;
        /**
         * Invite a person to an organization
         * @description Invites an e-mail address. The invitation is valid for 14 days. The person is notified by e-mail and can sign in
         *     with a PIN sent to the address to accept or decline; until then, the person is not a member. Members can be
         *     invited, changed and removed only by a signed-in owner or admin and never with an API key, because a key could
         *     otherwise add a member with more permissions than the key itself has. Only an owner can invite an owner (403
         *     `OWNER_REQUIRED`). An address that could be the identifier of an agent, because the last part of its domain begins
         *     with a digit, is rejected (422).
         *
         *     The response depends on this organization alone. It does not reveal whether the address is in use, belongs to
         *     other organizations or is invited by them. Returns 409 `MEMBER_EXISTS` if the person is already a member, and
         *     409 `INVITATION_EXISTS` if the person is already invited. An organization can have at most 100 open invitations
         *     (409 `TOO_MANY_INVITATIONS`) and create at most 50 a day, 3 of them for the same address (429). An address
         *     receives at most 5 e-mails a day about invitations that members make; above that, or if it already has 20 open
         *     invitations, no e-mail is sent. An invitation is withdrawn if the member who created it loses the role required
         *     to do so.
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
         * @description Withdraws an open invitation, which can then no longer be accepted. Returns 404 `INVITATION_NOT_FOUND` if it was
         *     accepted or declined, or has expired. Only an owner can withdraw an invitation for an owner (403 `OWNER_REQUIRED`).
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
         * Change the role of a member
         * @description Sets the role of a member, with effect from the person's next request. Only an owner can add or remove the role
         *     of owner (403 `OWNER_REQUIRED`), and the last owner must remain an owner (409 `LAST_OWNER`). Open invitations
         *     that the person created and is no longer allowed to create are withdrawn.
         */
        readonly put: operations["setMemberRole"];
        readonly post?: never;
        /**
         * Remove a member from an organization
         * @description Removes a member, who can be the caller. The person's sessions lose access to the organization with their next
         *     request. Only an owner can remove an owner (403 `OWNER_REQUIRED`), and the last owner cannot be removed (409
         *     `LAST_OWNER`). Open invitations that the person created are withdrawn. To leave an organization with any role,
         *     use `leaveOrganization`.
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
         * @description Lists the keys, newest first, including revoked and expired ones. A key is identified by its name and its first
         *     characters; the key itself is returned only once, when it is created. `key_id` lists a single key, for example
         *     to name the actor of an old audit record, `created_by_key` the keys that a key created, and `expires_before` the
         *     keys that are still valid and expire soon.
         */
        readonly get: operations["listApiKeys"];
        readonly put?: never;
        /**
         * Create an API key
         * @description Creates a key and returns it once. If a person creates the key, it has all scopes except `tasks:delegate` unless
         *     `scopes` is set, reaches the whole organization unless `workspace_id` is set, and is valid until it is revoked
         *     unless `expiry_minutes` is set.
         *
         *     If a key creates the key, the new key cannot have more permissions. Without `scopes` it has the same scopes; a scope
         *     that the creating key lacks returns 403 `SCOPE_REQUIRED`. Without `expiry_minutes` it expires at the same time;
         *     a later expiry returns 403 `API_KEY_EXPIRY_TOO_LATE`. Revoking a key also revokes the keys that it created. The
         *     plan limits the number of keys that are neither revoked nor expired (402 `API_KEYS_LIMIT_EXCEEDED`).
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
         * @description Revokes the key permanently, together with all keys created by it, directly or through other keys. They are
         *     rejected from the next request on and remain in the list. Revoking a key again has no effect. Owners and admins
         *     can revoke any key; a key can revoke only itself and the keys created by it, directly or through others (403
         *     `NOT_KEY_MAKER`). A key that is bound to one workspace can revoke only itself (403 `WORKSPACE_NOT_ALLOWED`). A
         *     very large number of keys is revoked in several steps before the response is sent; if the request is
         *     interrupted, the service completes it.
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
         * @description Registers an agent for the organization of the API key. Five fields are required; the others describe the agent
         *     to people who browse the registry.
         *
         *     Any well-formed `svc_id` can be registered. To become *verified*, the identifier must be content-addressed: the
         *     SHA-256, in lower-case hexadecimal, of the canonical JSON of `{name, version, public_key, manifest_hash}`, with
         *     the key as returned in the response. Without a `proof`, the registration is a claim (`ownership: claimed`): it
         *     can be used, is public and, if it is content-addressed, `pending`, and several organizations can have a claim to
         *     the same identifier. With a `proof` that the publisher holds the private key, the registration is the owner's
         *     (`ownership: proved`) and, if it is content-addressed, is verified immediately and can be private or restricted.
         *     An invalid proof returns 403 `INVALID_PROOF`. `private: true`, a restriction or `installers` requires a proof
         *     and a content-addressed identifier (403 `OWNERSHIP_NOT_PROVED`). A public registration with a proof ends the
         *     claims of others.
         *
         *     If the organization has already registered the identifier, the response is 409 and nothing is overwritten. With
         *     the same five fields and a proof, the response is 200: a claim becomes proven and takes the optional fields and
         *     restrictions of the request, and a registration that is already proven stays unchanged. A content-addressed
         *     registration also replaces one whose fields do not match the identifier (201): the organization's own or, unless
         *     the new registration is private, the public one of another organization. Any other identifier belongs to the
         *     first organization that registers it, and its key cannot be changed. Other organizations get 409, unless that
         *     registration is a claim and the request has a proof signed with the same key, which replaces the claim. An agent
         *     with such an identifier remains `unverified` and cannot be restricted. The issuer of the registry cannot be
         *     registered (409).
         *
         *     An API key that is bound to one workspace can register agents that are new to the organization. It cannot change
         *     or replace a registration of the organization (403 `WORKSPACE_NOT_ALLOWED`).
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
         * Get an agent
         * @description Returns everything the registry knows about an agent that the caller may see: its registration, the checks
         *     behind its verification status, its reputation, its disputes, and the number of its installations in the
         *     caller's organizations, or in the workspace to which the credential is bound. Agents of all organizations can be
         *     read; private agents only by their own organization and by those that may install them.
         */
        readonly get: operations["getAgent"];
        /**
         * Update the description of an agent
         * @description Replaces everything in the organization's registration except the five required fields and `bridge`. Fields that
         *     are omitted are reset: `private`, `deprecated`, `installable_by` and `installers` get their defaults. Returns
         *     403 `AGENT_OWNER_REQUIRED` for an agent of another organization.
         *
         *     A private agent is visible only to its own organization and, if it is `installable_by: listed`, to those in
         *     `installers`. Who may install the agent is checked when an install token is created, at bootstrap and at
         *     recovery; existing installations continue to run, but are not recovered while their organization may not install
         *     the agent. Making an agent private, restricting who installs it and listing `installers` require a registration
         *     with a proof under a content-addressed identifier (403 `OWNERSHIP_NOT_PROVED`). A private agent cannot be made
         *     public while another organization has a public registration with a proof (409 `AGENT_EXISTS`). A deprecated
         *     agent can still be used, and its deprecation is shown to everyone.
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
         * Get an agent's reputation history
         * @description Returns the reputation of an agent for each of the last days, computed with the same formula as its score, at
         *     the end of each day in UTC and, for today, at the time of the request. Each day includes the outcomes that
         *     counted and the disputes that were upheld by then. The series starts no earlier than the agent's records, so it
         *     can have fewer days than requested.
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
    readonly "/agents/{svc_id}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the versions of an agent
         * @description Lists the agents that the same organization owns under the same name and that the caller may see, newest first
         *     and at most 20. Ownership must be proved: a claim is never a version of another registration, and neither is an
         *     agent of another organization, whatever its name. An agent whose ownership is not proved, or whose identifier is
         *     not content-addressed, is listed alone. Of the registrations that the organization has proved under this name,
         *     only the 100 newest are examined, so a caller to whom few of them are visible may get fewer than 20 versions, or
         *     a list without the agent itself. If several organizations have registered an identifier as private, only its 50
         *     earliest private registrations are searched for one that lists the caller's organization in `installers`; if
         *     only a later one lists it, the version is left out.
         */
        readonly get: operations["listAgentVersions"];
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
         * Check a registration
         * @description Checks that the agent is registered with a sound public key and is neither suspended nor revoked. A public key
         *     is *sound* if it is a valid Ed25519 key that is not weak, that is, if it encodes a point of prime order on the
         *     curve. `valid` does not depend on how the identifier was created; see the verification status in the trust
         *     profile. Agents of all organizations can be checked; private agents only by their own organization and by those
         *     that may install them.
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
         * @description Lists the workspaces, oldest first. An API key that is bound to one workspace sees only that workspace.
         */
        readonly get: operations["listWorkspaces"];
        readonly put?: never;
        /**
         * Create a workspace
         * @description Creates a workspace with a permissive default policy. Names need not be unique; identifiers are. An API key that
         *     is bound to a workspace cannot create another (403). Returns 402 `WORKSPACES_LIMIT_EXCEEDED` if the plan allows
         *     no more workspaces.
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
         * Get a workspace
         * @description Returns one workspace of the organization.
         */
        readonly get: operations["getWorkspace"];
        /**
         * Update a workspace
         * @description Replaces the name and the description. If the description is omitted, it becomes empty.
         */
        readonly put: operations["updateWorkspace"];
        readonly post?: never;
        /**
         * Delete a workspace
         * @description Deletes the workspace with its install tokens and its policy, and revokes the API keys that are bound to it. Its
         *     audit records are kept. Returns 409 `WORKSPACE_IN_USE` if it has active or paused installations, unless `force`
         *     is true; in that case they are revoked first. A large workspace is deleted in steps, so that other requests are
         *     served in between. If the connection is lost or the response is 503, send the same request again to continue; it
         *     returns 204, or 404 if the workspace has already been deleted.
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
         * @description Lists the tokens and their states, newest first. The tokens themselves are returned only when they are created.
         *     A consumed token names its installation and is deleted with it. Expired and revoked tokens are deleted after 30
         *     days. If the bootstrap of an agent failed, there is no installation, and its token is listed as `outstanding` or
         *     `expired`.
         */
        readonly get: operations["listInstallTokens"];
        readonly put?: never;
        /**
         * Create an install token
         * @description Creates a one-time token that installs one agent in one workspace. The token is returned only once, is valid for
         *     15 minutes unless `expiry_minutes` is set, and is consumed by the first successful bootstrap. Returns 403
         *     `AGENT_NOT_ACTIVE` if the agent is suspended or revoked. If its owner does not allow the organization to install
         *     it, returns 403 `INSTALLATION_NOT_ALLOWED`, or 404 if the agent is private. Returns 402 if the plan allows no
         *     more unused tokens, installations or stored bytes.
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
         * @description Revokes an unused token. From then on, a bootstrap with it returns 401 `INVALID_INSTALL_TOKEN`, as if the token
         *     had never existed. Its record is deleted after 30 days. Returns 409 `INSTALL_TOKEN_NOT_OUTSTANDING` if the token
         *     is already consumed, expired or revoked; to end an installation, revoke the installation.
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
         * @description Lists the installations in all states, newest first. `health` is `offline` as soon as a lease has expired,
         *     unless the agent reported that it has `stopped`. An agent that serves without valid credentials cannot renew its
         *     lease, so its installation is `offline` too. An installation that has ended is deleted 365 days after it was
         *     last seen, unless it is the only one of its agent in the workspace. An agent that was never bootstrapped has no
         *     installation; see its install token instead.
         *
         *     The free-form fields `health_payload` and `metadata` of the beacon are omitted here; read a single installation
         *     to get them.
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
         * @description Revokes the installations of the workspace that match `select`, each as if it were revoked individually and with
         *     its own audit record. All conditions in `select` must match. Installations that have already ended, and
         *     identifiers that do not belong to this workspace, are ignored. One call revokes at most 200 installations,
         *     oldest first. If `complete` is false, there are more; repeat the same request.
         */
        readonly post: operations["revokeInstallations"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/installations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search the installations of an organization
         * @description Searches the installations in all workspaces of the organization, newest first, in all states unless `lifecycle`
         *     or `health` limits them. All filters are optional and all of them must match. A filter that takes several values
         *     matches installations with any of them. An API key that is bound to one workspace finds only the installations
         *     of that workspace.
         *
         *     The number of installations examined for one page is limited, so a page can have fewer installations than
         *     `limit`, or even none, although there is a `next_cursor`. With `counts=true`, the first page also has the number
         *     of matches; counts that would require examining many installations are lower bounds, as stated by `counted`.
         */
        readonly get: operations["searchInstallations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/installations/actions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pause, resume, label or revoke several installations
         * @description Applies one action to the installations of the organization that match `select`, each as if it were requested
         *     individually and with its own audit record, and returns the outcome for each. All conditions in `select` must
         *     match, and have the meaning that they have in `searchInstallations`, except that a `q` without words, such as
         *     `-`, selects no installations. Unless `select` names a lifecycle or identifiers, only installations that have
         *     not ended are selected.
         *
         *     One call handles at most 100 installations, newest first, or in the order of `installation_ids`. If the response
         *     has a `next_cursor`, repeat the request with it until there is none; a response with a `next_cursor` can have no
         *     items. Installations that are added meanwhile are not selected. A failed call can be repeated: installations
         *     that it has already changed are then `unchanged` or `ended`, or are not selected again. A call counts against
         *     the rate limits as one request for each change that it made, and as at least one.
         */
        readonly post: operations["updateInstallations"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orgs/{org_id}/installations/trends": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the trends of an organization's installations
         * @description Returns how many active installations were online or unhealthy (`online`), and how many heartbeats, tasks and
         *     failed tasks there were, in steps of equal length that end with the current hour. The figures are meant for
         *     charts and are approximate: heartbeats and tasks are counted in memory and written once a minute, so a crash
         *     loses at most the counts of the last minute. Tasks that the crash interrupted are counted later, when they fail.
         *     `online` is an average of counts that are taken every five minutes, and is absent in a step in which none was
         *     taken.
         *
         *     The figures concern the whole organization, so an API key that is bound to one workspace is rejected (403
         *     `WORKSPACE_NOT_ALLOWED`).
         */
        readonly get: operations["getFleetTrends"];
        readonly put?: never;
        readonly post?: never;
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
         * @description The first exchange creates the installation and returns 201 with a runtime token and a refresh token. Store the
         *     refresh token: it is not returned again.
         *
         *     If the token is sent again within 60 seconds of the first exchange, the response is 200 with the same
         *     installation and another runtime token. That response has no refresh token, because the first one remains valid.
         *     The repeated body has no effect. Later, or after the installation was revoked, terminated or recovered, the
         *     response is 409 `INSTALL_TOKEN_CONSUMED`.
         *
         *     An unknown, malformed, revoked or expired token returns 401. Returns 403 `AGENT_NOT_ACTIVE` if the agent has been
         *     suspended or revoked, and 402 if the plan allows no more installations or stored bytes. If the owner of the agent
         *     no longer allows the organization to install it, returns 403 `INSTALLATION_NOT_ALLOWED`, or 404 if the agent is
         *     private. None of these errors consumes the token.
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
         * Get an installation
         * @description Returns everything that is known about an installation except its credentials. Only the origin of the agent's
         *     address is returned, because its path and password may be confidential.
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
         * @description Lists the commands sent to the installation and their outcomes, newest first. Commands are deleted 30 days after
         *     they expire. Whenever a command is replaced, only the latest 20 of those that were replaced or expired before the
         *     agent acknowledged them are kept. A `reload_policy` that is pending when the policy changes again is deleted at
         *     once.
         */
        readonly get: operations["listInstallationCommands"];
        readonly put?: never;
        /**
         * Send a command to an installation
         * @description Queues a command, which is delivered with the next heartbeat and repeated until the agent acknowledges it or a
         *     day has passed. `pause` and `resume` change the lifecycle immediately, and `set_interval` changes the interval
         *     immediately. `terminate` ends the installation when the agent complies, and `rotate_token` takes effect with the
         *     first use of the new token.
         *
         *     A command replaces a pending command of the same type; `pause` and `resume` also replace each other. While a
         *     command is pending, sending one with the same type and parameters has no effect and returns the pending one,
         *     even if the reason differs. An installation that has ended accepts no commands (403).
         */
        readonly post: operations["sendInstallationCommand"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/installations/{installation_id}/labels": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Replace the labels of an installation
         * @description Replaces all labels of an installation. Labels are used to group and select installations; see `label_selector`
         *     of `searchInstallations`. If a key has several values, the last one is used. An installation has
         *     at most 16 labels. They count against the stored bytes of the organization; removing labels is always possible.
         */
        readonly put: operations["setInstallationLabels"];
        readonly post?: never;
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
         * @description Renews the lease for three heartbeat intervals, at least 30 seconds. The next heartbeat restores a lease that
         *     has expired, but never resumes an installation that was paused or ended by a person. The status `stopped` sets
         *     `health` to `stopped`, so the installation does not become `offline` when the lease ends.
         *
         *     The response has a pending `command`, which is repeated until the agent acknowledges it with `command_ack`, it
         *     expires or another command replaces it. A command other than `resume` and `reload_policy` is also acknowledged
         *     by a heartbeat that shows that the agent has complied. The response has a `refreshed_token` if the runtime token
         *     expires within 7 days or a command requests rotation.
         *
         *     A revoked installation continues to receive its `terminate` command, but never a new token, until it
         *     acknowledges the command or its deadline passes. In these responses `lease_expires_at` is the deadline, and
         *     `next_heartbeat_at` is at most 5 seconds away. After that, the response is 403 `INSTALLATION_REVOKED`. After an
         *     installation that was not revoked has acknowledged `terminate`, it is 403 `INSTALLATION_TERMINATED`. A runtime
         *     token of another installation returns 404.
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
         * @description Returns a new runtime token with a higher `token_version`. The current token remains valid until the new one has
         *     been in use for 5 minutes. The refresh token does not change; it becomes invalid when the installation is
         *     revoked, terminated or recovered.
         *
         *     Returns 401 `INVALID_REFRESH_TOKEN` if the refresh token is unknown, no longer valid or belongs to another
         *     installation, and if the installation is unknown, so that unauthenticated clients cannot find out which
         *     identifiers exist.
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
         * Recover an installation
         * @description Gives an existing installation new credentials, including a new refresh token, and invalidates the old ones at
         *     the same time. Of the agent's active and paused installations in the workspace, it selects one without a valid
         *     runtime token, otherwise the one whose last heartbeat is the oldest. If there are more than 200, at most 200 are
         *     considered: those that are offline or stopped or, if there are none, the others, and of these the ones last seen
         *     on the earliest days. The upstream address, the capabilities and the interval are replaced if they are in the
         *     request.
         *
         *     Returns 404 if the agent has no installation, 403 `INSTALLATION_REVOKED` if all of them are revoked or
         *     terminated, and 403 `AGENT_NOT_ACTIVE` if the agent is suspended or revoked. If its owner no longer allows the
         *     organization to install it, returns 403 `INSTALLATION_NOT_ALLOWED`, or 404 `AGENT_NOT_FOUND` if the agent is
         *     private.
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
         * @description Records the platform and free-form metadata about where the agent runs, for the people who operate it. Each call
         *     replaces the previous record; an empty object is accepted. An installation that was revoked or terminated cannot
         *     be updated (403 `INSTALLATION_REVOKED`, `INSTALLATION_TERMINATED`).
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
         * @description Ends the installation permanently. Its runtime and refresh tokens are rejected immediately, except that
         *     heartbeats still return the `terminate` command until the agent acknowledges it or the `deadline` passes. An
         *     empty object is accepted. Revoking an installation again returns 200 and changes nothing.
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
         * Get the policy of a workspace
         * @description Returns the active policy, signed by the platform so that an agent can store it and verify it later. A workspace
         *     always has a policy; a new workspace has one that permits everything. A runtime token can read the policy of its
         *     own workspace.
         */
        readonly get: operations["getWorkspacePolicy"];
        /**
         * Replace the policy of a workspace
         * @description Creates the next version of the policy. The platform signs it and commands every active or paused installation
         *     of the workspace to load it. The request must contain all sections; nothing is merged. The latest 100 versions
         *     remain readable.
         *
         *     `If-Match` names the version on which the change is based: the `ETag` of the policy that was read, or `*` for
         *     any. If the policy has changed since, the response is 409 `POLICY_CHANGED` and nothing is overwritten; read the
         *     policy again.
         */
        readonly put: operations["setWorkspacePolicy"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/workspaces/{workspace_id}/policy/evaluate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Evaluate the policy of a workspace
         * @description Evaluates an action against the active policy or, if the request contains rules, against those rules, which are
         *     not saved. Each part of the action is evaluated by itself, and the response has each decision with the rule that
         *     determined it. Nothing is recorded or changed, and the response does not authorize the action.
         *
         *     The platform enforces the decision on `call`; the other decisions are those that the agent has to make with the
         *     policy of its workspace. A skill that requires approval is `needs_approval`, and the platform refuses to route
         *     it, because it has no way to ask a person.
         */
        readonly post: operations["evaluateWorkspacePolicy"];
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
         * @description Lists the versions of the policy, newest first, with their authors and times; the latest 100 are kept. The rules
         *     are included only when a single version is read.
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
         * Get a version of a policy
         * @description Returns a version, active or superseded, with its rules, its signature and its author. Superseded versions are
         *     not signed again after a rotation of the platform's keys.
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
         * Verify an agent's signature
         * @description Checks whether the agent signed this context and whether the policy of the workspace allows the agent to call.
         *     The signed message is `svc-trust-v1`, a line feed and the canonical JSON of `{svc_id, context}`, with the
         *     context exactly as sent. The result says nothing about who owns the agent.
         *
         *     A signature that does not verify, cannot be decoded, is too old or was used before is a result and not an error:
         *     the response is 200 with `valid: false` and the reason. Returns 404 if the agent is not registered, if it is
         *     private and the caller neither can see it nor has it installed, or if the workspace does not exist or belongs to
         *     another organization.
         *
         *     For protection against replay, the agent adds a `timestamp`, within 300 seconds of the current time, and a
         *     `nonce` to the context. A nonce is valid once per agent and verifying workspace, and requires the timestamp.
         *     Without a timestamp, the response has `freshness: not_provided`. For protection against forwarding to another
         *     receiver, the agent adds the `issuer` of this platform and the `audience`. If an installation sends this request
         *     with its runtime token, the audience is compared with that installation. API keys and sessions are not
         *     receivers, so they get `audience: not_checked`. A context without an audience returns `audience: not_provided`
         *     to every caller. A receiver that requires signed requests should accept only `audience: matched` and
         *     `freshness: fresh`. Statements of the platform itself are verified with its published keys, not with this
         *     operation.
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
         * Get an agent's trust profile
         * @description Returns what the registry knows about an agent of any organization: verification, reputation, permissions,
         *     public key and disputes. A private agent is visible only to its own organization, to those that may install it,
         *     and to those in which it is still installed.
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
         * Create trust headers
         * @description Creates headers that an agent adds to its response to show the receiver who responded and what reputation the agent
         *     has. In `X-Svc-Vouch` the platform states that the organization of the credential runs this agent. The organization
         *     must have registered the agent or have an installation of it that has not ended; any other agent returns 404. An
         *     installation can request headers only for its own agent.
         *
         *     The statement (purpose `vouch`) has the claims `issuer`, `svc_id`, `issued_to` (the organization, and the
         *     installation if the request was made with its runtime token), `request_body_hash` (here the hash of the body of
         *     the agent's response), `issued_at` and `expires_at`, 300 seconds later. It is not the agent's signature. User
         *     interfaces should show it as "vouched for" with the organization's name, never as "verified", and receivers
         *     should not grant access because of it.
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
         * Get the platform's public keys
         * @description Returns the public keys with which the platform signs policies, forwarded tasks, vouching statements, audit
         *     checkpoints and compliance reports, as a JSON Web Key Set (RFC 7517, RFC 8037), newest first. Only keys that can
         *     be decrypted with the platform's master key are listed.
         *
         *     A key signs from `nbf` until `exp`. A statement that was issued before `nbf`, or at `exp` or later, is invalid,
         *     even if its signature is good. After a rotation the next key is listed at least a minute before it signs, and
         *     the old one remains listed with its `exp`, so that what it signed before can be verified. After a rotation the
         *     active policies and the audit checkpoints are signed again with the new key. Policies state no time of issue,
         *     and that of a checkpoint (`purged_at`) may be before the `nbf` of its key. A compromised key is no longer
         *     listed, and nothing that it signed is valid.
         *
         *     Keep the response no longer than `Cache-Control` allows, and request it again when no key verifies a signature.
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
         * Open a dispute against an agent
         * @description Reports misbehaviour of an agent, with evidence. The dispute is decided by an operator of the registry, never by
         *     an organization. If it is upheld, the agent loses 10 points of reputation and, for a `security_concern`, its
         *     verification. Until then it counts as open in the agent's trust profile. The description, logs and comments are
         *     visible only to the two organizations and the operator. Credentials of this service are removed from them before
         *     they are stored. A description without a visible character returns 422. A private agent can be reported by the
         *     organizations that can see it or have installed it.
         *
         *     For each agent, an organization can have one open dispute per task and one without a task (409
         *     `DISPUTE_EXISTS`), and at most 100 open disputes (409 `TOO_MANY_DISPUTES`). A key that is bound to one workspace
         *     cannot act for the organization in disputes (403 `WORKSPACE_NOT_ALLOWED`).
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
         * @description Lists the disputes that the organization opened, newest first, or with `side=received` those about its agents.
         *     Logs and comments are included only when a single dispute is read. For the session of a person
         *     who belongs to several organizations, it lists the disputes of every organization in which the person's role
         *     permits it, unless one organization is specified.
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
         * Get a dispute
         * @description Returns a dispute that the organization opened or that is about one of its agents, with evidence and comments.
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
         * @description Adds a comment on behalf of the organization that opened the dispute or the organization that owns the agent. A
         *     decided dispute accepts no comments (409 `DISPUTE_DECIDED`). Each organization can add at most 20 comments (409
         *     `TOO_MANY_COMMENTS`). Credentials of this service are removed from the comment before it is stored. A comment
         *     without a visible character returns 422.
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
         * @description Lists the disputes in one state between any organizations. Undecided disputes are listed oldest first, decided
         *     ones newest first. Logs and comments are included only when a single dispute is read.
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
         * Get a dispute as an operator
         * @description Returns a dispute with its evidence and comments, the two organizations, the status of the agent, and whether
         *     this operator may judge it.
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
         * @description Starts the review of a dispute, upholds it or rejects it. The state and the reason are shown to both
         *     organizations and recorded in their audit logs. A decision is final (409 `DISPUTE_DECIDED`). If the dispute is
         *     upheld, the agent loses 10 points of reputation and, for a `security_concern`, its verification. If it is
         *     rejected, the agent keeps both. A registration that has replaced the disputed one is not affected. Credentials
         *     of this service are removed from the reason before it is stored. A reason without a visible character returns
         *     422.
         *
         *     An operator who belongs to one of the two organizations, in any role, cannot judge the dispute (403
         *     `CONFLICT_OF_INTEREST`).
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
         * List the container images of an organization
         * @description Lists the images for which the organization requested a scan, in order of their reference, each with its latest
         *     scan. Images belong to the whole organization: a key that is bound to one workspace cannot use the operations
         *     with this tag (403 `WORKSPACE_NOT_ALLOWED`).
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
         * Request a scan of a container image
         * @description Requests a scan of an image in an image registry that the operator has configured. The scan runs in the
         *     background, and its report is available at `/images/{image_ref}/scan-report`. If the image cannot be read, for
         *     example because the image registry is unavailable or does not have the tag, the scan ends as `failed`; this
         *     request does not return an error. *Image scans* in the manual lists the causes.
         *
         *     `digest` is the digest to which the reference resolves. It is absent while the scan has none, for example
         *     because the image registry did not state it within 3 seconds; the scan then resolves the reference itself. If
         *     the latest scan of the reference is queued or running and has the same digest, that scan is returned and no
         *     second one is started. It is also returned if the image registry did not state the digest, or if it is queued
         *     and has no digest yet.
         *
         *     An organization can scan images only in the namespaces of image registries that the operator has assigned to it.
         *     Without a namespace, the response is 403 `IMAGE_SCANNING_NOT_ENABLED`. For an image in any other namespace it is 404
         *     `IMAGE_NOT_FOUND`, whether or not the image exists. Returns 429 if as many scans are queued or running as the
         *     plan allows, and 402 if the organization has used all its storage.
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
         * Get the report of the latest scan
         * @description Returns the latest scan of the image that the organization requested, in any state. While it is `queued` or
         *     `running`, poll again. The summary and findings are present only if the image was read completely.
         *
         *     With `completed=true`, returns the newest scan that has read the image completely. If a later one is queued or
         *     running, or has failed, it is in `last_scan`.
         *
         *     The status `completed` means that packages were found in the image and that all of them were compared with
         *     vulnerability data. `completed_without_vulnerability_data` means that some or all of them were not, as detailed
         *     in `coverage`, or that no package was recognized; the absence of findings is then no indication that there are
         *     no vulnerabilities.
         *
         *     If no scan was requested or, with `completed=true`, none has read the image completely, the response is 404
         *     `IMAGE_NOT_SCANNED`.
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
         * Get the bill of materials of the latest scan
         * @description Returns what the latest scan found installed in the image, as a CycloneDX 1.6 document. The scan report contains
         *     the digest of this document: the SHA-256 of the document's canonical JSON (JCS, RFC 8785). Returns 404
         *     `IMAGE_NOT_SCANNED` unless the latest scan has read the image completely. With `completed=true`, the newest scan
         *     that has read it completely is used. The serial number contains the identifier of the scan.
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
         * @description Lists the audit records of an organization, newest first. The records form a hash chain: each contains the hash
         *     of the previous one, so that changed, missing or reordered records can be detected. Routine heartbeats and
         *     successful trust checks are not recorded. Records older than the organization's retention are removed, and
         *     `total` counts the remaining ones. If records were removed, the page has the signed `checkpoint` from which the
         *     chain continues.
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
         * @description Follows the hash chain of an organization from its beginning, or from `from_sequence`, and recomputes each hash.
         *     One request verifies a limited number of records: while `complete` is false, continue with `from_sequence` set
         *     to `next_sequence`. Each step starts at the preceding record, so consecutive steps leave no gap. The last step
         *     also checks that the chain reaches its newest record. If the oldest records have been removed because
         *     their retention period ended, the chain starts after a `checkpoint`, whose signature is verified as well. In one
         *     process, at most two requests at a time can verify the chain of an organization (429).
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
    readonly "/audit-logs/head": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the published head of the audit chain
         * @description Returns the newest published head of an organization's chain, with everything that proves that the platform
         *     committed to it in public. The platform publishes one Merkle root over the heads of all chains as an entry of
         *     its transparency log, on a schedule and when it stops, unless its operator has turned this off. `published` is
         *     absent until the chain has been published. Anyone who keeps the response can prove later that the chain was
         *     truncated, replaced or changed: the leaf is the canonical JSON of `chain`, `sequence` and `hash`, `path` leads
         *     to the `root` in `entry`, and `proof` shows that the log contains the entry.
         */
        readonly get: operations["getAuditHead"];
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
         * @description Searches the audit records of an organization by event type, workspace, time and text, newest first. All filters
         *     are optional and all of them must match.
         *
         *     The number of records examined for one page is limited, so a page can have fewer records than `limit`, or even
         *     none, although there is a `next_cursor`. `searched_back_to` then states how far the search has progressed; the
         *     next page continues from there. The total number of matching records is not counted.
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
         * @description Sends audit records to a log intake, each as one log line with the record as its `message`. `tags`, `service`
         *     and `source` are set on every line. See *Exports* in the manual.
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
         * @description Sends audit records to an event collector, each as one event with the time of the record. Events that the
         *     collector rejects individually are listed under `rejected`. If the collector acknowledges events later, the
         *     export waits for the acknowledgement. See *Exports* in the manual.
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
         * Export audit records to an alerting system
         * @description Sends audit records to an alerting system, each as a separate event; use `event_type` to limit them. Each record
         *     has its own deduplication key, so that sending it twice opens only one alert. See *Exports* in the manual.
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
         * Get an export
         * @description Returns the progress of an export. Exports are deleted 30 days after they end. A key that is bound to a
         *     workspace can read only the exports of that workspace.
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
         * Request support by e-mail
         * @description Sends the request to the support team by e-mail, or on another channel if no mailbox is configured; see
         *     *Support* in the manual. The ticket is stored before the response is sent. `organization_id` and `workspace_id`
         *     must be the caller's own and can be omitted.
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
         * Request priority support
         * @description Sends the request to the support team by e-mail, marked as urgent, and announces it in the team's chat. Without
         *     a configured mailbox, the chat or the operator's inbox is used instead, and without a chat, the announcement is
         *     omitted; see *Support* in the manual. The ticket is stored before the response is sent. `organization_id` and
         *     `workspace_id` must be the caller's own and can be omitted.
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
         * Request support by chat
         * @description Posts the request to the chat of the support team, or uses another channel if no chat is configured; see
         *     *Support* in the manual. The team replies by e-mail. The ticket is stored before the response is sent.
         *     `organization_id` and `workspace_id` must be the caller's own and can be omitted.
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
         * @description Sends the request to the customer success team, which supports enterprise customers, or to the support team if
         *     the operator has configured no mailbox for it; see *Support* in the manual. The ticket is stored before the
         *     response is sent. `organization_id` and `workspace_id` must be the caller's own and can be omitted.
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
         * Get a summary of the registry network
         * @description Counts the public agents of all organizations, and the active installations that are online or unhealthy in the
         *     caller's own organization. For a credential that is bound to a workspace, it counts those of that workspace, up
         *     to 100000.
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
         * List the agents of the registry network
         * @description Lists the public agents of all organizations in order of their identifiers. An unused category returns an empty
         *     page.
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
         * @description Searches the public agents of all organizations, and counts how many agents each filter option would match. The
         *     operation is meant for interactive user interfaces. All filters are optional and all of them must match;
         *     without filters, all agents are returned. `categories` and `llm_providers` can be repeated, and match agents
         *     with any of the values.
         *
         *     With `q`, `matched` in each agent states where the words occur. If no agent matches because a word of the query
         *     occurs in none, `suggestions` has up to 3 queries in which likely typing errors are corrected, if there are any.
         *
         *     Only the first page, requested without `cursor`, has counts. The number of agents examined for one page is
         *     limited, so a page can have fewer agents than `limit`, or even none, although there is a `next_cursor`. Counts
         *     that would require examining many agents are lower bounds, as stated by `counted`. Scores decay over time; a
         *     returned score can be a few seconds out of date.
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
         * Set the retention of audit records
         * @description Sets how long the organization's audit records are kept: more than one year and at most ten years. The
         *     default is 365 days on every plan, and a change of plan does not change the retention.
         *
         *     A longer retention takes effect immediately. A shorter one takes effect after a week, at `effective_at`, because
         *     removed records cannot be restored. Until then the longer retention applies, and setting it again cancels the
         *     change.
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
         * Get a compliance report on an agent
         * @description Evaluates controls of well-known frameworks, based on the platform's own records about one agent in one
         *     workspace: registration, identity, credentials, access, revocation, health, policy, audit chain, retention,
         *     exports, image scans and disputes. The report supports an audit with evidence; it is not a certification. The
         *     mapping of records to controls is this service's own interpretation.
         *
         *     The agent must belong to the organization of the workspace, or have or have had an installation in it; any
         *     other agent returns 404. The report covers the last 365 days. It reads a limited number of records; `truncated`
         *     states whether there are more.
         *
         *     The same records at the same time produce the same report. `hash` is the SHA-256 of the canonical JSON of the
         *     report without `hash`, `signing_key_id` and `signature`, but including `generated_at`. The signature covers
         *     `svc-compliance-report-v1`, a line feed and the canonical JSON of
         *     `{generated_at, hash, issuer, svc_id, workspace_id}`. The Markdown format shows the same report with fewer
         *     details and ends with a hash and a signature of its own text. The format is selected only by `format`, not by
         *     any header.
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
         * Route a task by skill
         * @description Finds an installation in the workspace with a declared capability that equals the skill, forwards the task to it
         *     and waits for the response, at most `timeout_ms`. Only active installations that are online or unhealthy are
         *     considered. Installations with an address are preferred to those without, then online to unhealthy ones, then
         *     those whose agent has a higher reputation, then those with fewer tasks in progress. In a workspace with more
         *     than 200 such installations, only a sample is compared.
         *
         *     A 200 means that the task was routed; `status` states its outcome. A `completed` task has `result` and `output`,
         *     which are identical. A `failed` task has `error`, with the agent's own code if the agent reported the failure,
         *     otherwise with one of the codes listed under *Tasks* in the manual. A task is sent at most once. It continues if
         *     the caller disconnects, and the task history then shows its outcome.
         *
         *     The requester of a task is the authenticated caller: the organization, and its API key or the signed-in person.
         *     `requester_id` may name the organization, optionally followed by `/` and any name, or the key or person itself.
         *     Naming anyone else means acting for them and requires an API key with the scope `tasks:delegate` (403
         *     `SCOPE_REQUIRED`); a session never acts for others. The named requester can be a member of the organization, or
         *     an agent that the organization owns or runs in this workspace. Any other requester returns 404
         *     `REQUESTER_NOT_FOUND`, whether or not it exists. The policy of the workspace is evaluated for both the named
         *     requester and the organization. If it denies either of them, or the skill, the response is 403 `POLICY_DENIED`.
         *     Returns 404 `NO_AGENT_FOR_SKILL` if no installation can accept the task, and 429 if as many tasks are in
         *     progress as the plan allows. An agent reads at most 1 MiB of compact JSON in UTF-8; a task that would be larger
         *     returns 413. None of these errors creates a task. The task and its audit record `task.routed` name both the
         *     caller and the named requester.
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
         * @description Lists the tasks that were routed in the workspace named by the header, newest first. Send the API key as a
         *     bearer token, like the token of a session. With `skill` or `agent_id`, `total` is counted up to 100000. Ended
         *     tasks are deleted after 90 days.
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
         * Get a summary of the tasks of a workspace
         * @description Counts the tasks in each state, for the workspace that the header names, and summarizes the latest of them, at
         *     most 1000: causes of failures and execution times, and how the numbers of completed and failed tasks and the
         *     median execution time change over time. Send the API key as a bearer token, as for the list.
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
         * Get a contract as JSON
         * @description Returns this document, with the address of this service under `servers`, or the contract that agents implement.
         *     It requires no credential and is the same for all callers. To avoid downloading an unchanged document again,
         *     send the `ETag` of an earlier response as `If-None-Match`.
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
         * Get a contract as YAML
         * @description Returns this document, with the address of this service under `servers`, or the contract that agents implement.
         *     It requires no credential and is the same for all callers. The content and its order are the same as in
         *     `/openapi.json`.
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
        /** @description A sign-in challenge whose PIN has not been confirmed yet. */
        readonly AdminChallenge: {
            /**
             * Format: uuid
             * @description Identifier of the challenge, to be sent with the PIN.
             */
            readonly challenge_id: string;
            /**
             * Format: date-time
             * @description When the PIN expires, 5 minutes from now.
             */
            readonly expires_at: string;
            /** @description How the PIN is delivered. Known value: `email`. */
            readonly delivery: string;
        };
        /** @description A person's session, without its token. */
        readonly AdminSessionDetails: {
            readonly email: components["schemas"]["EmailAddress"];
            /**
             * Format: date-time
             * @description When the session expires.
             */
            readonly expires_at: string;
            /** @description The organizations to which the person belongs, in the order of joining. */
            readonly memberships: readonly components["schemas"]["Membership"][];
            /** @description Open invitations for the person, oldest first. Use `listOwnInvitations` to get more than the first 20. */
            readonly invitations: readonly components["schemas"]["OwnInvitation"][];
            /** @description Whether the person is an operator of the registry, who can judge disputes. */
            readonly operator: boolean;
            readonly issuer: components["schemas"]["Issuer"];
        };
        /** @description A new session. */
        readonly AdminSessionCredentials: {
            /** @description Bearer token of the session, returned only once. */
            readonly session_token: string;
            /**
             * Format: date-time
             * @description When the session expires, 8 hours from now.
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
            /** @description Whether the agent is visible only to its owner and to organizations that may install it. */
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
            readonly bridge?: components["schemas"]["Bridge"];
        };
        /** @description The agent's card, as registered. */
        readonly AgentCard: {
            readonly [key: string]: unknown;
        };
        /** @description The card that the agent serves at `/.well-known/agent.json`, stored as sent. */
        readonly AgentCardInput: {
            readonly [key: string]: unknown;
        };
        /** @description One of the checks that determine whether an agent is verified. */
        readonly AgentCheck: {
            /**
             * @description Name of the check. Known values are `id_recomputes`, `key_sound`, `possession_proved`,
             *     `no_upheld_security_dispute` and `in_good_standing`. An agent that passes all of them is verified.
             */
            readonly name: string;
            /** @description Whether the agent passed the check. */
            readonly passed: boolean;
            /** @description Result of the check, as a human-readable sentence. */
            readonly detail: string;
        };
        /** @description Human-readable description of what the agent does. */
        readonly AgentDescription: string;
        /** @description Decentralized identifier of the agent, `did:svc:` followed by its `svc_id`. */
        readonly AgentDid: string;
        /**
         * @description Number of installations of the agent in the caller's organizations, or in the workspace to which the credential
         *     is bound.
         */
        readonly AgentInstallations: {
            /**
             * Format: int32
             * @description Number of installations that are neither revoked nor terminated.
             */
            readonly current: number;
            /**
             * Format: int32
             * @description Number of these that are active and online or unhealthy.
             */
            readonly living: number;
        };
        /** @description Text of an agent in which words of the query occur. */
        readonly AgentMatch: {
            readonly field: components["schemas"]["AgentMatchField"];
            /** @description The text, or the part of it around the first of the words. */
            readonly text: string;
            /** @description The words of the text that the query matches, as they are written there. */
            readonly words: readonly string[];
        };
        /**
         * @description A field of an agent that a search examines.
         * @enum {string}
         */
        readonly AgentMatchField: "name" | "id" | "publisher" | "category" | "skill" | "description";
        /** @description Name of the agent. */
        readonly AgentName: string;
        /**
         * @description Order of agents.
         * @enum {string}
         */
        readonly AgentOrder: "name" | "reputation" | "registered" | "relevance";
        /** @description An agent with its verification, reputation and disputes. */
        readonly AgentProfile: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly did: components["schemas"]["AgentDid"];
            /** @description Whether the agent belongs to one of the caller's organizations. */
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
            /** @description Whether the agent is visible only to its owner and to organizations that may install it. */
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
            readonly bridge?: components["schemas"]["Bridge"];
            /**
             * @description Whether the agent is registered with a sound key and is neither suspended nor revoked, as returned by
             *     `verifyAgent`.
             */
            readonly valid: boolean;
            readonly verification_status: components["schemas"]["VerificationStatus"];
            /** @description The checks that determine the verification status. */
            readonly checks: readonly components["schemas"]["AgentCheck"][];
            readonly reputation: components["schemas"]["Reputation"];
            readonly disputes: components["schemas"]["DisputeCounts"];
            readonly installations: components["schemas"]["AgentInstallations"];
            /**
             * Format: date-time
             * @description When the agent was last installed or last answered a task; heartbeats do not count. Absent if neither has
             *     happened.
             */
            readonly last_seen_at?: string;
        };
        /** @description Number of matching agents, and number of agents that each filter option would match in place of the current one. */
        readonly AgentSearchCounts: {
            readonly counted: components["schemas"]["CountAccuracy"];
            /**
             * Format: int32
             * @description Number of matching agents.
             */
            readonly total: number;
            /**
             * Format: int32
             * @description Number of matching agents that are verified.
             */
            readonly verified: number;
            /** @description The largest categories, by number of agents in descending order. */
            readonly categories: readonly components["schemas"]["AgentSearchOption"][];
            /** @description The largest providers, by number of agents in descending order. */
            readonly llm_providers: readonly components["schemas"]["AgentSearchOption"][];
        };
        /** @description Value of `cursor` for the next page of `searchAgents`; absent on the last page. */
        readonly AgentSearchCursor: string;
        /** @description Number of agents that a filter option would match. */
        readonly AgentSearchOption: {
            /** @description The category or provider. */
            readonly name: string;
            /**
             * Format: int32
             * @description Number of agents.
             */
            readonly agents: number;
        };
        /** @description A page of matching agents. */
        readonly AgentSearchPage: {
            /** @description The agents on this page, in the requested order. */
            readonly items: readonly components["schemas"]["NetworkAgent"][];
            readonly limit: components["schemas"]["PageLimit"];
            readonly next_cursor?: components["schemas"]["AgentSearchCursor"];
            readonly counts?: components["schemas"]["AgentSearchCounts"];
            /** @description Variants of the query with likely typing errors corrected; only on the first page of a query that matches no agent. */
            readonly suggestions?: readonly string[];
        };
        /**
         * Format: uri
         * @description URL of the agent.
         */
        readonly AgentUrl: string;
        /** @description Result of checking a registration. */
        readonly AgentVerification: {
            /** @description Whether the agent has a sound public key and is neither suspended nor revoked. */
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
        /** @description Version of the agent, as assigned by its publisher. */
        readonly AgentVersion: string;
        /** @description One version of an agent. */
        readonly AgentVersionSummary: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly version: components["schemas"]["AgentVersion"];
            /**
             * Format: date-time
             * @description When the version was registered.
             */
            readonly registered_at: string;
            readonly verification_status: components["schemas"]["VerificationStatus"];
            readonly deprecated: components["schemas"]["Deprecated"];
        };
        /** @description The versions of an agent, newest first. */
        readonly AgentVersions: {
            /** @description The versions. They need not include the agent itself; see `listAgentVersions`. */
            readonly items: readonly components["schemas"]["AgentVersionSummary"][];
        };
        /** @description An identifier in a request. In a path, an identifier that was never issued returns 404. */
        readonly AnyId: string;
        /** @description Value of `cursor` for the next page of `listApiKeys`; absent on the last page. */
        readonly ApiKeyCursor: string;
        /** @description Purpose of the key. */
        readonly ApiKeyName: string;
        /** @description A page of API keys, newest first. */
        readonly ApiKeyPage: {
            /** @description The keys on this page. */
            readonly items: readonly components["schemas"]["ApiKeyRecord"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["ApiKeyCursor"];
        };
        /** @description An API key without its secret. */
        readonly ApiKeyRecord: {
            /** @description Identifier of the key. It grants no access. */
            readonly key_id: string;
            readonly name: components["schemas"]["ApiKeyName"];
            /** @description The first characters of the key. */
            readonly preview: string;
            readonly scopes?: components["schemas"]["ScopeList"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /**
             * Format: date-time
             * @description When the key was created.
             */
            readonly created_at: string;
            /**
             * @description E-mail address of the person who created the key; absent if it was created by another key or by the operator
             *     of the registry.
             */
            readonly created_by?: string;
            /** @description Identifier of the key that created this one. If that key is revoked, this one is revoked too. */
            readonly created_by_key?: string;
            /**
             * Format: date-time
             * @description When the key expires; from then on it returns 401 `API_KEY_EXPIRED`. Absent if it does not expire.
             */
            readonly expires_at?: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute.
             */
            readonly last_used_at?: string;
            /** @description Range of the address from which the key was last used: the /24 of an IPv4 address, the /48 of an IPv6 address. */
            readonly last_used_from?: string;
            readonly unusual_use?: components["schemas"]["UnusualUse"];
            /**
             * Format: date-time
             * @description When the key was revoked.
             */
            readonly revoked_at?: string;
        };
        /** @description The actor of an audit record. */
        readonly AuditActor: {
            /**
             * @description Kind of actor. Known values are `api_key`, `member`, `installation`, `operator`, `platform` and `anonymous`, and
             *     in records of what a party outside of the organization did, `organization` and `invitee`.
             */
            readonly type: string;
            /** @description Identifier of the actor. Credentials are named by their identifier, never by their value. */
            readonly id?: string;
            /** @description IP address from which the request was sent. */
            readonly ip?: string;
        };
        /**
         * @description Whether the installation had signed an answer to a task with the agent's own key by the end of this task.
         *     Without such a signature, nothing proves that the organization runs this agent. The outcomes of such an
         *     installation are unattested, but count like others.
         */
        readonly Attested: boolean;
        /** @description Where and why the chain is broken. */
        readonly AuditChainBreak: {
            /**
             * Format: int32
             * @description Sequence number at which verification fails: that of the first record that is missing or does not verify, or
             *     that of an invalid checkpoint.
             */
            readonly sequence: number;
            /**
             * @description Cause of the break. Known values are `gap` (a record is missing), `reordered` (a record is in another
             *     position), `edited` (a record was changed), `wrong_prev_hash` (a record does not follow the previous one),
             *     `rewritten` (the chain was replaced), `truncated` (the chain ends before its newest record),
             *     `missing_checkpoint` (the first records are missing and there is no checkpoint for them) and
             *     `invalid_checkpoint` (the checkpoint was not signed by this service).
             */
            readonly reason: string;
        };
        /**
         * @description Whether the chain is intact as far as this step has verified it.
         * @enum {string}
         */
        readonly AuditChainStatus: "intact" | "broken";
        /** @description The newest record of an audit chain, and the latest record that the platform has committed to in public. */
        readonly AuditHead: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            /**
             * Format: int32
             * @description Sequence number of the newest record of the chain; 0 if there is none.
             */
            readonly newest_sequence: number;
            readonly published?: components["schemas"]["PublishedAuditHead"];
        };
        /** @description Value of `cursor` for the next page of `listAuditLogs`; absent on the last page. */
        readonly AuditLogCursor: string;
        /**
         * @description Outcome of the action.
         * @enum {string}
         */
        readonly AuditOutcome: "success" | "failure" | "denied";
        /** @description Value of `cursor` for the next page of `searchAuditLogs`; absent on the last page. */
        readonly AuditSearchCursor: string;
        /**
         * @description State of the command: `waiting`; `acknowledged` if the agent acknowledged it or complied; or `expired` if
         *     the agent did not do so in time or a later command replaced it.
         * @enum {string}
         */
        readonly CommandStatus: "waiting" | "acknowledged" | "expired";
        /**
         * @description Type of the command.
         * @enum {string}
         */
        readonly CommandType: "pause" | "resume" | "terminate" | "rotate_token" | "reload_policy" | "set_interval";
        /**
         * @description Whether the counts are `exact`, or lower bounds (`at_least`) because not all agents or installations were counted.
         * @enum {string}
         */
        readonly CountAccuracy: "exact" | "at_least";
        /** @description Value of `cursor` for the next page of `listDisputeCases`; absent on the last page. */
        readonly DisputeCaseCursor: string;
        /** @description Value of `cursor` for the next page of `listDisputes`; absent on the last page. */
        readonly DisputeCursor: string;
        /**
         * @description The new state of the dispute; the last two values are final.
         * @enum {string}
         */
        readonly DisputeJudgement: "under_review" | "upheld" | "rejected";
        /**
         * @description Side of an organization in a dispute.
         * @enum {string}
         */
        readonly DisputeSide: "made" | "received";
        /**
         * @description Kind of destination.
         * @enum {string}
         */
        readonly ExportDestination: "logs" | "collector" | "alerts";
        /**
         * @description Status of the export; the last three values are final.
         * @enum {string}
         */
        readonly ExportStatus: "accepted" | "running" | "completed" | "partial" | "failed";
        /**
         * @description Severity of the finding; `unknown` if the source does not state one.
         * @enum {string}
         */
        readonly FindingSeverity: "critical" | "high" | "medium" | "low" | "unknown";
        /** @description Value of `cursor` for the next page of `listImages`; absent on the last page. */
        readonly ImageCursor: string;
        /** @description Value of `cursor` for the next page of `listInstallationCommands`; absent on the last page. */
        readonly InstallationCommandCursor: string;
        /** @description Value of `cursor` for the next page of `listInstallations`; absent on the last page. */
        readonly InstallationCursor: string;
        /** @description Value of `cursor` for the next page of `listInstallTokens`; absent on the last page. */
        readonly InstallTokenCursor: string;
        /**
         * @description State of the token. Only an outstanding token can be used.
         * @enum {string}
         */
        readonly InstallTokenState: "outstanding" | "consumed" | "expired" | "revoked";
        /** @description Value of `cursor` for the next page of `listInvitations`; absent on the last page. */
        readonly InvitationCursor: string;
        /**
         * @description Signature algorithm.
         * @enum {string}
         */
        readonly JsonWebKeyAlgorithm: "EdDSA";
        /**
         * @description Curve.
         * @enum {string}
         */
        readonly JsonWebKeyCurve: "Ed25519";
        /**
         * @description Key type.
         * @enum {string}
         */
        readonly JsonWebKeyType: "OKP";
        /**
         * @description Use of the key, always signing.
         * @enum {string}
         */
        readonly JsonWebKeyUse: "sig";
        /** @description Value of `cursor` for the next page of `listMembers`; absent on the last page. */
        readonly MemberCursor: string;
        /** @description Value of `cursor` for the next page of `listNetworkAgents`; absent on the last page. */
        readonly NetworkAgentCursor: string;
        /** @description Value of `cursor` for the next page of `listOwnInvitations`; absent on the last page. */
        readonly OwnInvitationCursor: string;
        /**
         * @description Class of the error.
         * @enum {string}
         */
        readonly PlanLimitError: "plan_limit_exceeded";
        /** @description Value of `cursor` for the next page of `listPolicyVersions`; absent on the last page. */
        readonly PolicyVersionCursor: string;
        /**
         * @description Whether this version is active.
         * @enum {string}
         */
        readonly PolicyVersionStatus: "active" | "superseded";
        /**
         * @description The head of the chain in the latest publication; absent until a publication covers the chain. Keep it: it proves
         *     what the platform had committed to.
         */
        readonly PublishedAuditHead: {
            readonly chain: components["schemas"]["OrganizationId"];
            /**
             * Format: int32
             * @description Sequence number of the last record that the publication covers.
             */
            readonly sequence: number;
            /** @description Hash of that record. */
            readonly hash: string;
            /**
             * Format: int32
             * @description Position of the chain among the chains that the publication covers.
             */
            readonly index: number;
            /** @description The audit path of the leaf of the chain (RFC 6962), from the leaf to the root. */
            readonly path: readonly string[];
            /**
             * @description The entry of the transparency log as it was hashed: canonical JSON with `v` (1, the version of the format),
             *     `type` (`audit.heads`), `at`, `count` (the number of chains) and `root`, in hexadecimal.
             */
            readonly entry: string;
            /**
             * @description The proof that the log contains the entry, in the text format of C2SP tlog-proof, with the signed checkpoint
             *     and the cosignatures of witnesses. Absent for a few seconds, until the entry is included in the log.
             */
            readonly proof?: string;
        };
        /**
         * @description Where an audit chain continues after its oldest records were removed: the last removed record, as stated by the
         *     platform. The `prev_hash` of the oldest remaining record equals `hash`. The signature covers
         *     `svc-audit-checkpoint-v1`, a line feed and the canonical JSON of all fields except the last two.
         */
        readonly AuditCheckpoint: {
            readonly issuer: components["schemas"]["Issuer"];
            readonly chain: components["schemas"]["OrganizationId"];
            /**
             * Format: int32
             * @description Sequence number of the last removed record, and therefore the number of removed records.
             */
            readonly sequence: number;
            /** @description `hash` of the last removed record. */
            readonly hash: string;
            /**
             * Format: date-time
             * @description When the last removed record occurred.
             */
            readonly occurred_at: string;
            /**
             * Format: int32
             * @description The retention in days under which the record was removed.
             */
            readonly retention_days: number;
            /**
             * Format: date-time
             * @description When the record was removed.
             */
            readonly purged_at: string;
            /** @description The `kid` of the platform key that created the signature. */
            readonly signing_key_id: string;
            /** @description Ed25519 signature of the platform, in base64. */
            readonly signature: string;
        };
        /** @description A transfer of audit records to another system. */
        readonly AuditExport: {
            /**
             * Format: uuid
             * @description Identifier of the export.
             */
            readonly export_id: string;
            readonly destination: components["schemas"]["ExportDestination"];
            readonly status: components["schemas"]["ExportStatus"];
            /**
             * Format: int32
             * @description Number of records to export, after the filters and `limit`.
             */
            readonly matched: number;
            /**
             * Format: int32
             * @description Number of records that the destination has acknowledged.
             */
            readonly delivered: number;
            /**
             * Format: int32
             * @description Number of records that will not be delivered; while the export is running, the number of rejected records.
             */
            readonly failed: number;
            /**
             * Format: int32
             * @description Sequence number of the first record; absent if no record matched.
             */
            readonly first_sequence?: number;
            /**
             * Format: int32
             * @description Sequence number of the last record; absent if no record matched.
             */
            readonly last_sequence?: number;
            readonly error?: components["schemas"]["AuditExportError"];
            /** @description Records that the destination rejected individually. */
            readonly rejected?: readonly components["schemas"]["AuditExportRejection"][];
            /**
             * Format: date-time
             * @description When the export was requested.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the export ended.
             */
            readonly finished_at?: string;
        };
        /** @description The current or final error of an export. */
        readonly AuditExportError: {
            /** @description Machine-readable error code, for example `DESTINATION_TIMEOUT`. */
            readonly code: string;
            /** @description Human-readable description of the error. */
            readonly message: string;
        };
        /** @description A record that the destination rejected. */
        readonly AuditExportRejection: {
            /**
             * Format: int32
             * @description Sequence number of the record.
             */
            readonly sequence: number;
            /** @description Reason for the rejection, for example `too large`. */
            readonly reason: string;
        };
        /** @description A page of audit records, newest first. */
        readonly AuditLogPage: {
            /** @description The records on this page. */
            readonly items: readonly components["schemas"]["AuditRecord"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["AuditLogCursor"];
            readonly checkpoint?: components["schemas"]["AuditCheckpoint"];
        };
        /** @description Details that depend on the event type. They never contain secrets. */
        readonly AuditMetadata: {
            readonly [key: string]: unknown;
        };
        /** @description A record in the organization's audit chain. */
        readonly AuditRecord: {
            /**
             * Format: uuid
             * @description Identifier of the record, a version 7 UUID.
             */
            readonly id: string;
            /**
             * Format: int32
             * @description Position in the organization's chain, without gaps.
             */
            readonly sequence: number;
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /** @description Event type, for example `installation.bootstrapped`. */
            readonly event_type: string;
            readonly actor: components["schemas"]["AuditActor"];
            readonly target?: components["schemas"]["AuditTarget"];
            readonly outcome: components["schemas"]["AuditOutcome"];
            /** @description Reason for the outcome, if there is one. */
            readonly reason?: string;
            /** @description Identifier of the request that caused the record; absent if there was none. */
            readonly request_id?: string;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            readonly occurred_at: string;
            readonly metadata: components["schemas"]["AuditMetadata"];
            /** @description The `hash` of the previous record; 64 zeros in the first record of a chain. */
            readonly prev_hash: string;
            /** @description SHA-256 in hexadecimal of the record's canonical JSON without this field. */
            readonly hash: string;
        };
        /** @description A page of matching audit records, newest first. */
        readonly AuditSearchPage: {
            /** @description The records on this page. */
            readonly items: readonly components["schemas"]["AuditRecord"][];
            readonly limit: components["schemas"]["PageLimit"];
            readonly next_cursor?: components["schemas"]["AuditSearchCursor"];
            /**
             * Format: date-time
             * @description When the oldest record examined so far occurred; absent on the last page.
             */
            readonly searched_back_to?: string;
        };
        /** @description The target of an audit record. */
        readonly AuditTarget: {
            /** @description Kind of target, for example `workspace` or `installation`. */
            readonly type: string;
            /** @description Identifier of the target. */
            readonly id: string;
        };
        /** @description Result of one step of verifying an audit chain. */
        readonly AuditVerification: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly status: components["schemas"]["AuditChainStatus"];
            /**
             * Format: int32
             * @description Number of records that this step verified.
             */
            readonly records: number;
            /**
             * Format: int32
             * @description Sequence number of the first record verified; absent if there was none.
             */
            readonly first_sequence?: number;
            /**
             * Format: int32
             * @description Sequence number of the last record verified; absent if there was none.
             */
            readonly last_sequence?: number;
            /**
             * Format: int32
             * @description Sequence number of the newest record when the step began, which can be used to show progress.
             */
            readonly newest_sequence: number;
            /** @description Hash of the last record up to which the chain is verified; 64 zeros before the first record. */
            readonly head_hash: string;
            readonly checkpoint?: components["schemas"]["AuditCheckpoint"];
            readonly broken?: components["schemas"]["AuditChainBreak"];
            /** @description Whether the verification has ended, because it reached the newest record or the chain is broken. */
            readonly complete: boolean;
            /**
             * Format: int32
             * @description Value of `from_sequence` for the next step; absent if this was the last step.
             */
            readonly next_sequence?: number;
        };
        /** @description Where an installation runs, as last reported. */
        readonly Beacon: {
            readonly installation_id: components["schemas"]["InstallationId"];
            /** @description The platform; absent if none was specified. */
            readonly platform?: string;
            readonly metadata?: components["schemas"]["BeaconMetadata"];
            /**
             * Format: date-time
             * @description When the beacon was recorded.
             */
            readonly registered_at: string;
        };
        /** @description Free-form details about the platform, as sent. */
        readonly BeaconMetadata: {
            readonly [key: string]: unknown;
        };
        /** @description Free-form details about the platform. */
        readonly BeaconMetadataInput: {
            readonly [key: string]: unknown;
        };
        /**
         * @description States that the agent is a bridge: it passes its tasks on to an agent or server of another protocol. Signatures
         *     and reputation are those of the bridge. This is a statement of its owner, which the service does not check.
         */
        readonly Bridge: {
            /** @description Protocol of the agent or server to which the bridge passes its tasks on. Known values are `a2a` and `mcp`. */
            readonly protocol: string;
            /** @description Version of the protocol. */
            readonly version: string;
            /** @description SHA-256, in hexadecimal, of the card or the list of tools from which this version of the agent was created. */
            readonly digest: string;
        };
        /**
         * @description States that the agent is a bridge, which passes its tasks on to an agent or server of another protocol. This
         *     statement belongs to the version of the agent and cannot be changed later.
         */
        readonly BridgeInput: {
            /** @description Protocol of the agent or server to which the bridge passes its tasks on. Known values are `a2a` and `mcp`. */
            readonly protocol: string;
            /** @description Version of the protocol. */
            readonly version: string;
            /** @description SHA-256, in hexadecimal, of the card or the list of tools from which this version of the agent was created. */
            readonly digest: string;
        };
        /** @description SHA-256 of a body, as base64, base64url or hex. */
        readonly BodyHash: string;
        /** @description An install token, and how tasks can be sent to the new installation. */
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
         * @description Total number of items across all pages, counted up to 100000.
         */
        readonly BoundedTotal: number;
        /** @description Skills that the agent offers, by the names under which tasks are routed to it. */
        readonly Capabilities: readonly components["schemas"]["Capability"][];
        /** @description Name of a skill. */
        readonly Capability: string;
        /** @description Category of the agent, such as `productivity`, `data` or `communication`. */
        readonly Category: string;
        /** @description Acknowledgement of a command from an earlier lease response. */
        readonly CommandAck: {
            /** @description The `id` of the command. */
            readonly id: string;
            /** @description Result of the command, such as `done` or `failed`. */
            readonly status?: string;
            /** @description Human-readable details. */
            readonly message?: string;
        };
        /** @description Parameters of the command, depending on its type. */
        readonly CommandParams: {
            /**
             * Format: int32
             * @description For `set_interval`: the new heartbeat interval in seconds.
             */
            readonly heartbeat_interval_seconds?: number;
            /**
             * Format: int32
             * @description For the `terminate` of a revocation: the time in milliseconds that the agent has to shut down. A requested time
             *     starts with the revocation. Without one, it is 30000 and starts with the heartbeat that receives the command.
             */
            readonly shutdown_timeout_ms?: number;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The agent, as registered. */
        readonly ComplianceAgent: {
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
        };
        /** @description The newest record of the organization's audit chain when the report was generated. */
        readonly ComplianceChain: {
            /**
             * Format: int32
             * @description Sequence number of the newest record; 0 if there was none.
             */
            readonly sequence: number;
            /** @description `hash` of the newest record; 64 zeros if there was none. */
            readonly hash: string;
        };
        /** @description One control of a framework, with the evidence for it. */
        readonly ComplianceControl: {
            /** @description Number of the control in its framework. */
            readonly id: string;
            /** @description Requirement of the control, in this service's own words. */
            readonly title: string;
            readonly status: components["schemas"]["ComplianceStatus"];
            /** @description The evidence for the control. */
            readonly evidence: readonly components["schemas"]["ComplianceControlEvidence"][];
        };
        /** @description Evidence for a control; `evidence` in the report has the details. */
        readonly ComplianceControlEvidence: {
            readonly id: components["schemas"]["ComplianceEvidenceId"];
            readonly status: components["schemas"]["ComplianceStatus"];
            readonly reason: components["schemas"]["ComplianceReason"];
            /** @description Sequence numbers of the audit records that it refers to. */
            readonly records: readonly number[];
        };
        /** @description What the platform's records show about one subject. */
        readonly ComplianceEvidence: {
            readonly id: components["schemas"]["ComplianceEvidenceId"];
            /** @description Human-readable title. */
            readonly title: string;
            readonly status: components["schemas"]["ComplianceStatus"];
            readonly reason: components["schemas"]["ComplianceReason"];
            /** @description The facts on which the evidence is based. */
            readonly facts: readonly components["schemas"]["ComplianceFact"][];
            /** @description Audit records that support the evidence, newest first; the list may be incomplete. */
            readonly records: readonly components["schemas"]["ComplianceRecord"][];
            /** @description Whether only part of what is on record was read; the rest was not evaluated. */
            readonly truncated: boolean;
        };
        /**
         * @description Kind of evidence: `inventory`, `identity`, `credentials`, `access`, `revocation`, `health`, `policy`,
         *     `audit_chain`, `retention`, `alerts`, `images` or `third_party`. `retention_2192_days` is the retention
         *     evidence for a control that requires audit records to be kept for at least that number of days.
         */
        readonly ComplianceEvidenceId: string;
        /** @description One fact. */
        readonly ComplianceFact: {
            /** @description Name of the fact. */
            readonly name: string;
            /** @description Value as text: a number, a time or a name. Long values are truncated. */
            readonly value: string;
        };
        /** @description One framework with the results for its controls. An unsupported framework has no controls. */
        readonly ComplianceFramework: {
            /** @description Identifier of the framework, as in `frameworks`; for an unsupported framework, the value that was requested. */
            readonly id: string;
            /** @description Full name of the framework. */
            readonly title?: string;
            /** @description Edition to which the control numbers refer. */
            readonly edition?: string;
            /**
             * Format: date
             * @description Date from which most obligations apply, if the framework is a law with such a date. Check it for your own
             *     case.
             */
            readonly applicable_from?: string;
            /** @description Combined result of the controls, with the values of their `status`, or `unsupported`. */
            readonly status: string;
            /** @description The controls for which the platform's records can be evidence. */
            readonly controls: readonly components["schemas"]["ComplianceControl"][];
        };
        /** @description Reason for the status, in one sentence. */
        readonly ComplianceReason: string;
        /** @description A reference to an audit record, sufficient to find and verify it. */
        readonly ComplianceRecord: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            readonly id: string;
            /**
             * Format: int32
             * @description Position of the record in the organization's chain.
             */
            readonly sequence: number;
            /** @description Event type of the record. */
            readonly event_type: string;
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            readonly occurred_at: string;
            /** @description `hash` of the record. */
            readonly hash: string;
        };
        /** @description What the platform's records about an agent in a workspace show for the controls of the requested frameworks. */
        readonly ComplianceReport: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly agent: components["schemas"]["ComplianceAgent"];
            readonly workspace_name: components["schemas"]["WorkspaceName"];
            /**
             * Format: date-time
             * @description When the records were read.
             */
            readonly generated_at: string;
            readonly window: components["schemas"]["ComplianceWindow"];
            /** @description Version of the software that generated the report. */
            readonly platform_version: string;
            /** @description What the report does and does not state. */
            readonly statement: string;
            /** @description The requested frameworks, in the requested order. */
            readonly frameworks: readonly components["schemas"]["ComplianceFramework"][];
            /** @description All evidence for the controls, with details. */
            readonly evidence: readonly components["schemas"]["ComplianceEvidence"][];
            readonly chain: components["schemas"]["ComplianceChain"];
            /** @description SHA-256 in hexadecimal of the canonical JSON without the last three fields. */
            readonly hash: string;
            /** @description The `kid` of the platform key that created the signature. */
            readonly signing_key_id: string;
            /** @description Ed25519 signature of the platform, in base64. */
            readonly signature: string;
        };
        /**
         * @description Extent to which the platform's records support the control.
         * @enum {string}
         */
        readonly ComplianceStatus: "satisfied" | "partially_satisfied" | "not_satisfied" | "not_applicable" | "insufficient_evidence";
        /** @description The period that the report covers. */
        readonly ComplianceWindow: {
            /**
             * Format: date-time
             * @description Start of the period.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the period.
             */
            readonly to: string;
        };
        /**
         * @description Name of a contract.
         * @enum {string}
         */
        readonly ContractName: "platform" | "agent";
        /**
         * @description Kind of tool that reads a document.
         * @enum {string}
         */
        readonly ContractUse: "sdk" | "fuzzing" | "validation";
        /** @description The key to create: its purpose, permissions and lifetime. */
        readonly CreateApiKeyRequest: {
            readonly name: components["schemas"]["ApiKeyName"];
            readonly scopes?: components["schemas"]["ScopeList"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /**
             * Format: int32
             * @description Lifetime of the key in minutes, at most ten years. By default the key is valid until it is revoked, or for
             *     as long as the key that creates it.
             */
            readonly expiry_minutes?: number;
        };
        /** @description The comment to add. */
        readonly CreateDisputeCommentRequest: {
            /** @description The comment. */
            readonly text: string;
        };
        /** @description The agent to install, and the lifetime of the token. */
        readonly CreateInstallTokenRequest: {
            readonly agent_id: components["schemas"]["SvcId"];
            /**
             * Format: int32
             * @description Minutes until the token expires if it is not used.
             * @default 15
             */
            readonly expiry_minutes: number;
        };
        /** @description The agent that responds, and the hash of the body of its response. */
        readonly CreateTrustHeadersRequest: {
            readonly svc_id: components["schemas"]["SvcId"];
            /**
             * @description SHA-256 of the body of the agent's response (not of the request), which is signed in lower-case hexadecimal.
             *     Defaults to the hash of an empty body.
             */
            readonly request_body_hash?: string;
        };
        /** @description The new workspace. */
        readonly CreateWorkspaceRequest: {
            readonly name: components["schemas"]["WorkspaceName"];
            readonly description?: components["schemas"]["WorkspaceDescription"];
        };
        /** @description Whether the owner of the agent advises against new uses of it. The agent can still be used. */
        readonly Deprecated: boolean;
        /** @description A report of misbehaviour of an agent, and its state. */
        readonly Dispute: {
            /** @description Identifier of the dispute. */
            readonly dispute_id: string;
            readonly svc_id: components["schemas"]["SvcId"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly respondent_id: components["schemas"]["OrganizationId"];
            readonly issue_type: components["schemas"]["DisputeIssue"];
            /** @description Description of what happened. */
            readonly description: string;
            readonly evidence: components["schemas"]["DisputeEvidence"];
            readonly state: components["schemas"]["DisputeState"];
            /** @description Reason given by the operator; absent if there is none yet. */
            readonly reason?: string;
            /** @description Comments by both organizations, in chronological order; absent in lists. */
            readonly comments?: readonly components["schemas"]["DisputeComment"][];
            /**
             * Format: date-time
             * @description When the dispute was opened.
             */
            readonly opened_at: string;
            /**
             * Format: date-time
             * @description When the dispute last changed.
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When the operator started the review; absent if no review was started or its start was not recorded.
             */
            readonly review_started_at?: string;
            /**
             * Format: date-time
             * @description When the dispute was upheld or rejected.
             */
            readonly decided_at?: string;
        };
        /**
         * @description A dispute with the information needed to judge it. The name, version and status of the agent are absent if its
         *     registration no longer exists.
         */
        readonly DisputeCase: {
            readonly dispute: components["schemas"]["Dispute"];
            readonly organization_name: components["schemas"]["OrganizationName"];
            readonly respondent_name: components["schemas"]["OrganizationName"];
            readonly agent_name?: components["schemas"]["AgentName"];
            readonly agent_version?: components["schemas"]["AgentVersion"];
            /** @description Whether the operator belongs to one of the two organizations and therefore cannot judge the dispute. */
            readonly conflict_of_interest: boolean;
            readonly agent?: components["schemas"]["DisputedAgent"];
        };
        /** @description A page of disputes of all organizations, without details of the agents. */
        readonly DisputeCasePage: {
            /** @description The disputes on this page. */
            readonly items: readonly components["schemas"]["DisputeCase"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["DisputeCaseCursor"];
        };
        /** @description A comment by one of the two organizations. */
        readonly DisputeComment: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The comment. */
            readonly text: string;
            /**
             * Format: date-time
             * @description When the comment was added.
             */
            readonly created_at: string;
        };
        /** @description Number of disputes about the agent. */
        readonly DisputeCounts: {
            /**
             * Format: int32
             * @description Disputes that have not been decided.
             */
            readonly open: number;
            /**
             * Format: int32
             * @description Disputes that were decided against the agent.
             */
            readonly upheld: number;
        };
        /** @description Evidence for the dispute. */
        readonly DisputeEvidence: {
            readonly task_id?: components["schemas"]["TaskId"];
            /**
             * @description Whether the registry has a record of routing the task to this agent for the reporting organization. It does
             *     not say that the agent received or executed the task.
             */
            readonly task_on_record: boolean;
            /** @description Logs, without credentials of this service; absent in lists. */
            readonly logs?: string;
        };
        /** @description Evidence for the dispute. */
        readonly DisputeEvidenceInput: {
            readonly task_id?: components["schemas"]["TaskId"];
            /** @description Logs that support the dispute. */
            readonly logs?: string;
        };
        /**
         * @description Kind of misbehaviour.
         * @enum {string}
         */
        readonly DisputeIssue: "incorrect_response" | "policy_violation" | "security_concern";
        /** @description A page of disputes, newest first. */
        readonly DisputePage: {
            /** @description The disputes on this page. */
            readonly items: readonly components["schemas"]["Dispute"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["DisputeCursor"];
        };
        /**
         * @description State of the dispute; the last two values are final.
         * @enum {string}
         */
        readonly DisputeState: "open" | "under_review" | "upheld" | "rejected";
        /** @description Status of the agent that the dispute is about; absent in lists. */
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
         * @description E-mail address, for example `ada@acme.example`.
         */
        readonly EmailAddress: string;
        /**
         * Format: int32
         * @description Milliseconds from connecting to the agent until the end of its response, or until the task failed; absent if no
         *     connection was attempted, or if this service stopped before it could record the time.
         */
        readonly ExecutionTime: number;
        /** @description The action to evaluate, and the rules, if they are not those of the active policy. */
        readonly EvaluatePolicyRequest: {
            readonly action: components["schemas"]["PolicyActionInput"];
            readonly content?: components["schemas"]["PolicyContentInput"];
        };
        /** @description Audit records to send to an alerting system, and the settings of the alerts. */
        readonly ExportAlertsRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            readonly event_type?: components["schemas"]["ExportEventType"];
            readonly limit?: components["schemas"]["ExportLimit"];
            readonly intake_url?: components["schemas"]["IntakeUrl"];
            readonly tags?: components["schemas"]["ExportTags"];
            /**
             * @description Integration key of the alerting system, stored encrypted until the export ends. Optional if the operator has
             *     configured one and `intake_url` is omitted.
             */
            readonly routing_key?: string;
            /**
             * @description Action of the events, passed on unchanged. Known values are `trigger`, `acknowledge` and `resolve`.
             * @default trigger
             */
            readonly event_action: string;
            /** @description Affected system of every alert. Defaults to the host name of this service. */
            readonly source?: string;
            /**
             * @description Severity of every alert, passed on unchanged. Known values are `critical`, `error`, `warning` and `info`.
             * @default warning
             */
            readonly severity: string;
            /** @description Affected component of every alert. */
            readonly component?: string;
            /** @description Logical group of every alert. */
            readonly group?: string;
            /** @description Class of every alert. Defaults to the event type of the record. */
            readonly class?: string;
            /**
             * @description Prefix of the deduplication keys, followed by a colon and the identifier of the record. Keys that are too
             *     long are shortened with a hash.
             */
            readonly dedup_key_prefix?: string;
        };
        /** @description Audit records to send to an event collector, and the settings of the events. */
        readonly ExportCollectorRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            readonly event_type?: components["schemas"]["ExportEventType"];
            readonly limit?: components["schemas"]["ExportLimit"];
            readonly intake_url?: components["schemas"]["IntakeUrl"];
            readonly tags?: components["schemas"]["ExportTags"];
            /**
             * @description Token of the event collector, stored encrypted until the export ends. Optional if the operator has
             *     configured one and `intake_url` is omitted.
             */
            readonly hec_token?: string;
            /** @description Source of every event. Defaults to `svc-registry`. */
            readonly source?: string;
            /** @description Source type of every event. Defaults to `_json`. */
            readonly sourcetype?: string;
            /** @description Host of every event. Defaults to the host name of this service. */
            readonly host?: string;
            /** @description Index of every event. By default, the token determines the index. */
            readonly index?: string;
        };
        /** @description Export only records of this event type, for example `policy.updated`. */
        readonly ExportEventType: string;
        /**
         * Format: int32
         * @description Maximum number of records to export, the latest that match.
         * @default 1000
         */
        readonly ExportLimit: number;
        /** @description Audit records to send to a log intake, and the settings of the log lines. */
        readonly ExportLogsRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            readonly event_type?: components["schemas"]["ExportEventType"];
            readonly limit?: components["schemas"]["ExportLimit"];
            readonly intake_url?: components["schemas"]["IntakeUrl"];
            readonly tags?: components["schemas"]["ExportTags"];
            /**
             * @description API key of the log intake, stored encrypted until the export ends. Optional if the operator has configured
             *     one and `intake_url` is omitted.
             */
            readonly api_key?: string;
            /** @description Service of every log line. Defaults to `svc-registry`. */
            readonly service?: string;
            /** @description Source of every log line. Defaults to `svc-registry`. */
            readonly source?: string;
        };
        /** @description A tag in the format `key:value`. */
        readonly ExportTag: string;
        /**
         * @description Tags of everything that is sent, each in the format `key:value`. A log intake receives them in lower case, with
         *     `_` in place of all characters other than letters, digits and `_-:./`, and with `t_` before a tag that does not
         *     begin with a letter. It receives each of the resulting tags once, and none without a value.
         */
        readonly ExportTags: readonly components["schemas"]["ExportTag"][];
        /** @description Free-form measurements that the agent reports about itself. */
        readonly HealthPayload: {
            readonly [key: string]: unknown;
        };
        /** @description Figures on an organization's installations over time. */
        readonly FleetTrends: {
            readonly period: components["schemas"]["TrendPeriod"];
            /** @description The steps, oldest first, without gaps. */
            readonly points: readonly components["schemas"]["TrendPoint"][];
        };
        /** @description Measurements that the agent reported about itself, from the latest heartbeat that had any; absent in lists. */
        readonly HealthReport: {
            readonly [key: string]: unknown;
        };
        /**
         * Format: int32
         * @description Heartbeat interval in seconds that the agent requests. Values below 5 are raised to 5, values above 3600 are
         *     reduced to 3600. Defaults to 60 at bootstrap; later, the current interval is kept by default.
         */
        readonly HeartbeatInterval: number;
        /** @description A container image for which the organization requested a scan. */
        readonly Image: {
            readonly ref: components["schemas"]["ImageReference"];
            readonly digest?: components["schemas"]["ImageDigest"];
            /**
             * Format: int64
             * @description Total size of all compressed layers; absent until a scan has been completed.
             */
            readonly size_bytes?: number;
            /**
             * Format: date-time
             * @description When the organization first requested a scan of this reference.
             */
            readonly created_at: string;
            readonly last_scan: components["schemas"]["ImageLastScan"];
        };
        /** @description Digest of the image's manifest, or of the index if the reference names an image for several platforms. */
        readonly ImageDigest: string;
        /** @description Summary of the latest scan of an image. */
        readonly ImageLastScan: {
            readonly scan_id: components["schemas"]["ScanId"];
            readonly status: components["schemas"]["ScanStatus"];
            /**
             * Format: date-time
             * @description When the scan was requested.
             */
            readonly requested_at: string;
            /**
             * Format: date-time
             * @description When the scan reached a final status.
             */
            readonly finished_at?: string;
            readonly summary?: components["schemas"]["ScanSummary"];
        };
        /** @description A page of images, in order of their reference. */
        readonly ImagePage: {
            /** @description The images on this page. */
            readonly items: readonly components["schemas"]["Image"][];
            /**
             * Format: int32
             * @description Total number of items across all pages.
             */
            readonly total: number;
            /**
             * Format: int32
             * @description Page size that was applied.
             */
            readonly limit: number;
            /**
             * Format: int32
             * @description Number of items skipped.
             */
            readonly offset: number;
            readonly next_cursor?: components["schemas"]["ImageCursor"];
        };
        /**
         * @description Reference of an image: `organization/name:tag`, optionally preceded by the host of an image registry and followed by a
         *     digest. Without a host, the operator's default image registry is used. Without a tag or digest, the tag is `latest`
         *     and the reference has at most 493 characters. Responses include the tag. They omit the host of the default image
         *     registry, unless the next part of the reference could be the host of another one.
         */
        readonly ImageReference: string;
        /** @description A scan that was accepted or is already in progress. */
        readonly ImageScan: {
            readonly scan_id: components["schemas"]["ScanId"];
            readonly ref: components["schemas"]["ImageReference"];
            readonly digest?: components["schemas"]["ImageDigest"];
            readonly status: components["schemas"]["ScanStatus"];
        };
        /**
         * @description Who may install the agent in addition to its owner: `anyone` who can see it, the `listed` organizations in
         *     `installers`, or only the `owner`.
         * @enum {string}
         */
        readonly InstallableBy: "anyone" | "listed" | "owner";
        /**
         * @description Who may install the agent in addition to its owner: `anyone` who can see it, the `listed` organizations in
         *     `installers`, or only the `owner`. All values except `anyone` require a proof and a content-addressed `svc_id`.
         * @default anyone
         * @enum {string}
         */
        readonly InstallableByInput: "anyone" | "listed" | "owner";
        /** @description An installed agent, as seen by its organization. */
        readonly Installation: {
            readonly installation_id: components["schemas"]["InstallationId"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly agent_id: components["schemas"]["SvcId"];
            readonly agent_name?: components["schemas"]["AgentName"];
            readonly agent_version?: components["schemas"]["AgentVersion"];
            readonly lifecycle: components["schemas"]["InstallationLifecycle"];
            readonly health: components["schemas"]["InstallationHealth"];
            /**
             * @description Status from the latest heartbeat that had one. A later heartbeat without a status, or recovery, removes
             *     `stopped`.
             */
            readonly status?: string;
            readonly capabilities: components["schemas"]["Capabilities"];
            /**
             * Format: uri
             * @description Scheme, host and port to which tasks are forwarded; absent if the agent gave no address.
             */
            readonly upstream_origin?: string;
            /**
             * Format: int32
             * @description Seconds between heartbeats.
             */
            readonly heartbeat_interval: number;
            /**
             * Format: date-time
             * @description When the lease expires or expired.
             */
            readonly lease_expires_at: string;
            /**
             * Format: date-time
             * @description When the installation was last seen.
             */
            readonly last_seen_at: string;
            /**
             * Format: date-time
             * @description When a task last failed because the installation could not be reached at its address, or spoke another protocol
             *     there; absent if that never happened. From then until its next heartbeat or the end of its lease, the
             *     installation is `unhealthy`.
             */
            readonly unreached_at?: string;
            /**
             * Format: int32
             * @description The highest version of the installation's runtime tokens.
             */
            readonly token_version: number;
            readonly health_payload?: components["schemas"]["HealthReport"];
            readonly beacon?: components["schemas"]["InstallationBeacon"];
            readonly labels?: components["schemas"]["Labels"];
            readonly command?: components["schemas"]["InstallationCommand"];
            /**
             * Format: date-time
             * @description When the installation was bootstrapped.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the installation first signed an answer to a task with the agent's own key; absent if it never did.
             */
            readonly attested_at?: string;
            /**
             * Format: date-time
             * @description When the installation was last recovered.
             */
            readonly recovered_at?: string;
            /**
             * Format: date-time
             * @description When the installation was revoked.
             */
            readonly revoked_at?: string;
            /** @description Reason for the revocation. */
            readonly revoke_reason?: string;
        };
        /**
         * @description The action to apply to installations.
         * @enum {string}
         */
        readonly InstallationAction: "pause" | "resume" | "revoke" | "label";
        /** @description Value of `cursor` for the next page of `updateInstallations`; absent on the last page. */
        readonly InstallationActionCursor: string;
        /**
         * @description Outcome for one installation: `applied`; `unchanged`, because it was already in this state; `ended`, because it
         *     was already revoked or terminated; `skipped`, because it does not match the other conditions, or no longer does;
         *     `not_found` in this organization; or `too_many_labels`, because it would have more than 16.
         * @enum {string}
         */
        readonly InstallationActionOutcome: "applied" | "unchanged" | "ended" | "skipped" | "not_found" | "too_many_labels";
        /** @description The outcome of the action for one installation. */
        readonly InstallationActionResult: {
            readonly installation_id: components["schemas"]["AnyId"];
            readonly outcome: components["schemas"]["InstallationActionOutcome"];
            /**
             * Format: date-time
             * @description For `revoke`: the time until which heartbeats return the `terminate` command.
             */
            readonly deadline?: string;
        };
        /** @description The outcomes of the action for the installations that one request handled. */
        readonly InstallationActionResults: {
            /** @description The installations, newest first, or in the order of `installation_ids`. */
            readonly items: readonly components["schemas"]["InstallationActionResult"][];
            readonly next_cursor?: components["schemas"]["InstallationActionCursor"];
        };
        /** @description Where the installation runs. The metadata is absent in lists. */
        readonly InstallationBeacon: {
            /** @description The platform; absent if none was specified. */
            readonly platform?: string;
            readonly metadata?: components["schemas"]["BeaconMetadata"];
            /**
             * Format: date-time
             * @description When the beacon was recorded.
             */
            readonly registered_at: string;
        };
        /** @description A command to an installation, and its state. */
        readonly InstallationCommand: {
            /** @description Identifier of the command, which the agent receives as `id`. */
            readonly command_id: string;
            readonly installation_id: components["schemas"]["InstallationId"];
            /**
             * @description Type of the command. Known values are `pause`, `resume`, `terminate`, `rotate_token`, `reload_policy` and
             *     `set_interval`.
             */
            readonly type: string;
            /** @description Reason for the command, human-readable; may be empty. */
            readonly reason: string;
            readonly params: components["schemas"]["CommandParams"];
            readonly status: components["schemas"]["CommandStatus"];
            /**
             * Format: date-time
             * @description When the command was issued.
             */
            readonly issued_at: string;
            /**
             * Format: date-time
             * @description When the command expires or expired.
             */
            readonly expires_at: string;
            /**
             * Format: date-time
             * @description When the agent acknowledged the command.
             */
            readonly acknowledged_at?: string;
            readonly acknowledgement?: components["schemas"]["InstallationCommandEnd"];
        };
        /** @description Result of a command, as reported by the agent. */
        readonly InstallationCommandEnd: {
            /** @description Result, such as `done` or `failed`; `done` if the agent complied without an explicit acknowledgement. */
            readonly status: string;
            /** @description Human-readable details; may be empty. */
            readonly message: string;
        };
        /** @description A page of commands, newest first. */
        readonly InstallationCommandPage: {
            /** @description The commands on this page. */
            readonly items: readonly components["schemas"]["InstallationCommand"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["InstallationCommandCursor"];
        };
        /**
         * @description Number of matching installations, and the number in each state if `lifecycle` and `health` are disregarded. A
         *     health state counts active installations only. Each is counted up to 10000 installations, and `total` up to 10000
         *     for each requested state of health. If the search has words, labels, platforms or versions, only the newest 2000
         *     installations are counted, or 500 with platforms.
         */
        readonly InstallationCounts: {
            readonly counted: components["schemas"]["CountAccuracy"];
            /**
             * Format: int32
             * @description Number of matching installations.
             */
            readonly total: number;
            /**
             * Format: int32
             * @description Number of active installations that are online.
             */
            readonly online: number;
            /**
             * Format: int32
             * @description Number of active installations that are unhealthy.
             */
            readonly unhealthy: number;
            /**
             * Format: int32
             * @description Number of active installations that are offline.
             */
            readonly offline: number;
            /**
             * Format: int32
             * @description Number of active installations that have stopped.
             */
            readonly stopped: number;
            /**
             * Format: int32
             * @description Number of paused installations.
             */
            readonly paused: number;
            /**
             * Format: int32
             * @description Number of revoked installations.
             */
            readonly revoked: number;
            /**
             * Format: int32
             * @description Number of terminated installations.
             */
            readonly terminated: number;
        };
        /** @description The credentials with which an agent acts as an installation. */
        readonly InstallationCredentials: {
            readonly installation_id: components["schemas"]["InstallationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            readonly runtime_token: components["schemas"]["RuntimeTokenValue"];
            /** @description Token that obtains new runtime tokens. Returned only once, at the first bootstrap or at recovery. */
            readonly refresh_token?: string;
            /**
             * Format: date-time
             * @description When the runtime token expires, 90 days from now.
             */
            readonly expires_at: string;
            /**
             * Format: int32
             * @description Heartbeat interval in seconds that the service expects.
             */
            readonly heartbeat_interval: number;
        };
        /**
         * @description Health, derived from the heartbeats: `online` if they arrive in time, `unhealthy` if they arrive in time but the
         *     agent reports a problem or a task could not be delivered to it, `offline` if they do not arrive in time, or
         *     `stopped` if the agent reported that it has stopped or acknowledged the command `terminate`.
         * @enum {string}
         */
        readonly InstallationHealth: "online" | "unhealthy" | "offline" | "stopped";
        /**
         * Format: uuid
         * @description Identifier of the installation.
         */
        readonly InstallationId: string;
        /**
         * @description Lifecycle. Only requests and commands change it; the passing of time and the agent's health do not. The last two
         *     values are final.
         * @enum {string}
         */
        readonly InstallationLifecycle: "active" | "paused" | "revoked" | "terminated";
        /** @description A page of installations, newest first. */
        readonly InstallationPage: {
            /** @description The installations on this page. */
            readonly items: readonly components["schemas"]["Installation"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["InstallationCursor"];
        };
        /**
         * @description Selects installations by identifier or as `searchInstallations` does. All conditions must match, and at least one
         *     is required. Without `installation_ids` and `lifecycle`, only active and paused installations are selected. A `q`
         *     without words selects no installations.
         */
        readonly InstallationQuery: {
            /** @description Installations with one of these identifiers. */
            readonly installation_ids?: readonly components["schemas"]["AnyId"][];
            readonly q?: components["schemas"]["InstallationText"];
            /** @description Installations in one of these workspaces. */
            readonly workspace_ids?: readonly components["schemas"]["WorkspaceId"][];
            readonly agent_id?: components["schemas"]["SvcId"];
            readonly label_selector?: components["schemas"]["LabelSelector"];
            /** @description Installations whose beacon names one of these platforms. */
            readonly platforms?: readonly components["schemas"]["PlatformName"][];
            /** @description Installations of agents of one of these versions. */
            readonly versions?: readonly components["schemas"]["AgentVersion"][];
            /** @description Installations in one of these lifecycle states. */
            readonly lifecycle?: readonly components["schemas"]["InstallationLifecycle"][];
            /** @description Installations in one of these health states. */
            readonly health?: readonly components["schemas"]["InstallationHealth"][];
        };
        /** @description Value of `cursor` for the next page of `searchInstallations`; absent on the last page. */
        readonly InstallationSearchCursor: string;
        /** @description A page of matching installations. */
        readonly InstallationSearchPage: {
            /** @description The installations on this page, newest first. */
            readonly items: readonly components["schemas"]["Installation"][];
            readonly limit: components["schemas"]["PageLimit"];
            readonly next_cursor?: components["schemas"]["InstallationSearchCursor"];
            readonly counts?: components["schemas"]["InstallationCounts"];
        };
        /** @description Selects installations. All conditions must match, and at least one is required. */
        readonly InstallationSelection: {
            /** @description Installations with one of these identifiers. */
            readonly installation_ids?: readonly components["schemas"]["AnyId"][];
            readonly agent_id?: components["schemas"]["SvcId"];
            readonly lifecycle?: components["schemas"]["RevocableLifecycle"];
            readonly health?: components["schemas"]["InstallationHealth"];
        };
        /** @description Words in the name of the agent, or the beginning of an installation's identifier. */
        readonly InstallationText: string;
        /** @description Organizations that may install the agent if it is `installable_by: listed`. Visible only to its owner. */
        readonly Installers: readonly components["schemas"]["OrganizationId"][];
        /**
         * @description Organizations that may install the agent, and see it while it is private, if it is `installable_by: listed`. A
         *     list that is not empty requires a proof and a content-addressed `svc_id`.
         * @default []
         */
        readonly InstallersInput: readonly components["schemas"]["OrganizationId"][];
        /** @description A one-time token that installs one agent in one workspace. */
        readonly InstallToken: {
            /** @description The token, which is returned only once. */
            readonly token: string;
            readonly token_id: components["schemas"]["InstallTokenId"];
            /**
             * Format: date-time
             * @description When the token expires if it is not used.
             */
            readonly expires_at: string;
            readonly agent_id: components["schemas"]["SvcId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
        };
        /** @description Identifier of the install token. It grants no access. */
        readonly InstallTokenId: string;
        /** @description A page of install tokens, newest first. */
        readonly InstallTokenPage: {
            /** @description The install tokens on this page. */
            readonly items: readonly components["schemas"]["InstallTokenRecord"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["InstallTokenCursor"];
        };
        /** @description Record of an install token, without the token itself. */
        readonly InstallTokenRecord: {
            readonly token_id: components["schemas"]["InstallTokenId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly agent_id: components["schemas"]["SvcId"];
            readonly state: components["schemas"]["InstallTokenState"];
            /**
             * Format: date-time
             * @description When the token was created.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the token expires if it is not used; for a revoked token, when it was revoked.
             */
            readonly expires_at: string;
            /**
             * Format: date-time
             * @description When the token was first exchanged.
             */
            readonly consumed_at?: string;
            /**
             * Format: date-time
             * @description When the token was revoked.
             */
            readonly revoked_at?: string;
            readonly installation_id?: components["schemas"]["InstallationId"];
        };
        /**
         * Format: uri
         * @description URL to which the records are sent; requires the credential in the same request. It is checked when this service
         *     connects to it: private networks and plain http are rejected unless the operator allows them. Defaults to the
         *     address that the operator has configured.
         */
        readonly IntakeUrl: string;
        /** @description An open invitation, as seen by the organization. */
        readonly Invitation: {
            readonly invitation_id: components["schemas"]["InvitationId"];
            readonly email: components["schemas"]["EmailAddress"];
            readonly role: components["schemas"]["Role"];
            readonly invited_by?: components["schemas"]["InvitedBy"];
            /**
             * Format: date-time
             * @description When the invitation was created.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the invitation expires, 14 days after its creation.
             */
            readonly expires_at: string;
        };
        /** @description Identifier of an invitation. */
        readonly InvitationId: string;
        /** @description A page of invitations, oldest first. */
        readonly InvitationPage: {
            /** @description The invitations on this page. */
            readonly items: readonly components["schemas"]["Invitation"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["InvitationCursor"];
        };
        /** @description E-mail address of the member who created the invitation; absent if the operator of the registry did. */
        readonly InvitedBy: string;
        /** @description The person to invite, and the role. */
        readonly InviteMemberRequest: {
            readonly email: components["schemas"]["EmailAddress"];
            readonly role: components["schemas"]["Role"];
        };
        /**
         * @description The name of the platform in everything that it signs or that is signed for it. Agents take it from their own
         *     configuration and never from a response.
         */
        readonly Issuer: string;
        /** @description A public Ed25519 key of the platform. */
        readonly JsonWebKey: {
            readonly kty: components["schemas"]["JsonWebKeyType"];
            readonly crv: components["schemas"]["JsonWebKeyCurve"];
            /** @description The 32 bytes of the public key, in base64url. */
            readonly x: string;
            /** @description Identifier of the key, to which signatures refer. */
            readonly kid: string;
            readonly use: components["schemas"]["JsonWebKeyUse"];
            readonly alg: components["schemas"]["JsonWebKeyAlgorithm"];
            /**
             * Format: int64
             * @description When the key was created, in seconds since 1970.
             */
            readonly iat?: number;
            /**
             * Format: int64
             * @description When the key begins to sign, in seconds since 1970. A statement issued before that is invalid, except for an
             *     audit checkpoint, which a later key may have signed again.
             */
            readonly nbf?: number;
            /**
             * Format: int64
             * @description When the key stops signing, in seconds since 1970; absent if no end is planned. A statement issued then or
             *     later is invalid.
             */
            readonly exp?: number;
        };
        /** @description Public keys of the platform (RFC 7517). */
        readonly JsonWebKeySet: {
            /** @description The keys, newest first. */
            readonly keys: readonly components["schemas"]["JsonWebKey"][];
        };
        /** @description The operator's judgement of a dispute. */
        readonly JudgeDisputeRequest: {
            readonly judgement: components["schemas"]["DisputeJudgement"];
            /** @description Reason for the judgement, which is shown to both organizations. */
            readonly reason: string;
        };
        /**
         * @description A key and a value. Each consists of at most 63 letters, digits, dots, dashes and underscores (and, in a key,
         *     slashes) and begins and ends with a letter or a digit. A value can be empty.
         */
        readonly Label: string;
        /** @description An installation and its labels. */
        readonly LabeledInstallation: {
            readonly installation_id: components["schemas"]["InstallationId"];
            readonly labels: components["schemas"]["Labels"];
        };
        /** @description Key of a label. */
        readonly LabelKey: string;
        /** @description Labels. Responses list them in ascending ASCII order of the complete `key=value` strings. */
        readonly Labels: readonly components["schemas"]["Label"][];
        /** @description Requirements for labels, separated by commas. */
        readonly LabelSelector: string;
        /** @description The renewed lease of the installation, and the pending command, if there is one. */
        readonly Lease: {
            readonly installation_id: components["schemas"]["InstallationId"];
            /**
             * Format: date-time
             * @description When the lease expires without another heartbeat.
             */
            readonly lease_expires_at: string;
            /**
             * Format: date-time
             * @description When the next heartbeat is due, with a small random offset and always before the lease expires.
             */
            readonly next_heartbeat_at: string;
            readonly command: components["schemas"]["LeaseCommand"];
            readonly refreshed_token?: components["schemas"]["RefreshedToken"];
        };
        /** @description The pending command, repeated until it is acknowledged or replaced, or expires; null if there is none. */
        readonly LeaseCommand: {
            /** @description Identifier of the command, to be sent with the acknowledgement. */
            readonly id: string;
            /**
             * @description Type of the command. Known values are `pause`, `resume`, `terminate`, `rotate_token`, `reload_policy` and
             *     `set_interval`.
             */
            readonly type: string;
            /** @description Reason for the command, human-readable; may be empty. */
            readonly reason: string;
            /**
             * Format: date-time
             * @description When the command was issued.
             */
            readonly issued_at: string;
            /**
             * Format: date-time
             * @description When the command expires.
             */
            readonly expires_at: string;
            readonly params: components["schemas"]["CommandParams"];
        } | null;
        /** @description Provider of the agent's language model. */
        readonly LlmProvider: string;
        /** @description Hash of the agent's manifest, in a format chosen by the publisher. */
        readonly ManifestHash: string;
        /** @description A member of an organization. */
        readonly Member: {
            /** @description Identifier of the person. */
            readonly user_id: string;
            readonly email: components["schemas"]["EmailAddress"];
            readonly role: components["schemas"]["Role"];
            /**
             * Format: date-time
             * @description When the person joined the organization.
             */
            readonly joined_at: string;
        };
        /** @description A page of members, in the order of joining. */
        readonly MemberPage: {
            /** @description The members on this page. */
            readonly items: readonly components["schemas"]["Member"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["MemberCursor"];
        };
        /** @description A person's role in an organization. */
        readonly Membership: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["OrganizationName"];
            readonly plan: components["schemas"]["Plan"];
            readonly role: components["schemas"]["Role"];
            /**
             * @description What the role permits, as the scopes of an API key. A session never acts for others, even if `tasks:delegate`
             *     is among them.
             */
            readonly scopes: readonly components["schemas"]["Scope"][];
        };
        /**
         * Format: date-time
         * @description Timestamp in RFC 3339 with any offset. Fractions of a millisecond are truncated.
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
            /** @description Where the words of the query occur in the agent's text; only in `searchAgents` with `q`. */
            readonly matched?: readonly components["schemas"]["AgentMatch"][];
        };
        /** @description A page of public agents, in order of their identifiers. */
        readonly NetworkAgentPage: {
            /** @description The agents on this page. */
            readonly items: readonly components["schemas"]["NetworkAgent"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["NetworkAgentCursor"];
        };
        /** @description Number of agents with a common property. */
        readonly NetworkCount: {
            /** @description The category or provider. */
            readonly name: string;
            /**
             * Format: int32
             * @description Number of agents.
             */
            readonly agents: number;
        };
        /** @description Statistics about the public agents of all organizations. */
        readonly NetworkSummary: {
            /**
             * Format: int32
             * @description Number of public agents.
             */
            readonly total_agents: number;
            /**
             * Format: int32
             * @description Number of public agents that are verified.
             */
            readonly verified_agents: number;
            /** @description Agents per category, in descending order of their number. */
            readonly categories: readonly components["schemas"]["NetworkCount"][];
            /** @description Agents per language model provider, in descending order of their number. */
            readonly llm_providers: readonly components["schemas"]["NetworkCount"][];
            /**
             * Format: double
             * @description Mean reputation score, rounded to a whole number; 0 if there are no agents.
             */
            readonly average_reputation: number;
            /**
             * Format: int32
             * @description Number of active installations that are online or unhealthy in the caller's organization, or in the
             *     workspace to which the credential is bound.
             */
            readonly active_installations: number;
            /**
             * Format: date-time
             * @description When the statistics were computed.
             */
            readonly updated_at: string;
        };
        /** @description An API key with its secret. */
        readonly NewApiKey: {
            /** @description The key, which is returned only once. */
            readonly api_key: string;
            /** @description Identifier of the key. It grants no access. */
            readonly key_id: string;
            readonly name: components["schemas"]["ApiKeyName"];
            /** @description The first characters of the key. */
            readonly preview: string;
            readonly scopes?: components["schemas"]["ScopeList"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /**
             * Format: date-time
             * @description When the key was created.
             */
            readonly created_at: string;
            /**
             * @description E-mail address of the person who created the key; absent if it was created by another key or by the operator
             *     of the registry.
             */
            readonly created_by?: string;
            /** @description Identifier of the key that created this one. If that key is revoked, this one is revoked too. */
            readonly created_by_key?: string;
            /**
             * Format: date-time
             * @description When the key expires; from then on it returns 401 `API_KEY_EXPIRED`. Absent if it does not expire.
             */
            readonly expires_at?: string;
        };
        /** @description Ed25519 public key: its 32 raw bytes in padded standard base64. */
        readonly NormalizedPublicKey: string;
        /** @description A contract in OpenAPI; all fields are described in the OpenAPI specification. */
        readonly OpenApiDocument: {
            /** @description OpenAPI version. */
            readonly openapi: string;
            readonly info: components["schemas"]["OpenApiInfo"];
            /** @description Addresses at which the API is served. */
            readonly servers?: readonly components["schemas"]["OpenApiServer"][];
            readonly paths: components["schemas"]["OpenApiPaths"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Metadata about the contract. */
        readonly OpenApiInfo: {
            /** @description Title of the contract. */
            readonly title: string;
            /** @description Version of the contract, in semantic versioning. */
            readonly version: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The operations, by path and method. */
        readonly OpenApiPaths: {
            readonly [key: string]: unknown;
        };
        /** @description An address of the API. */
        readonly OpenApiServer: {
            /** @description Base URL; paths are relative to it. */
            readonly url: string;
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * @description OpenAPI version.
         * @enum {string}
         */
        readonly OpenApiVersion: "3.0" | "3.1";
        /** @description The dispute to open. */
        readonly OpenDisputeRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly issue_type: components["schemas"]["DisputeIssue"];
            /** @description Human-readable description of what happened. */
            readonly description: string;
            readonly evidence?: components["schemas"]["DisputeEvidenceInput"];
        };
        /** @description The organization to which a workspace belongs. */
        readonly Organization: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["OrganizationName"];
            readonly plan: components["schemas"]["Plan"];
        };
        /** @description Identifier of the organization. */
        readonly OrganizationId: string;
        /** @description Name of the organization. */
        readonly OrganizationName: string;
        /** @description Usage of each quota. */
        readonly OrganizationQuotas: {
            readonly workspaces: components["schemas"]["QuotaUsage"];
            readonly agents: components["schemas"]["QuotaUsage"];
            readonly installations: components["schemas"]["QuotaUsage"];
            readonly install_tokens: components["schemas"]["QuotaUsage"];
            readonly api_keys: components["schemas"]["QuotaUsage"];
            readonly stored_bytes: components["schemas"]["QuotaUsage"];
        };
        /** @description An organization and its plan usage. */
        readonly OrganizationState: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["OrganizationName"];
            readonly plan: components["schemas"]["Plan"];
            readonly quotas: components["schemas"]["OrganizationQuotas"];
            /**
             * Format: int32
             * @description Number of days for which audit records are currently kept.
             */
            readonly audit_log_retention_days: number;
            readonly retention_change?: components["schemas"]["RetentionChange"];
            /**
             * @description Destinations of audit-log exports for which the operator has configured an address and a credential. An
             *     export to any other destination needs in its request what the operator has not configured.
             */
            readonly configured_exports?: readonly components["schemas"]["ExportDestination"][];
            /**
             * Format: date-time
             * @description When the organization was created.
             */
            readonly created_at: string;
        };
        /** @description An open invitation, as seen by the invited person. */
        readonly OwnInvitation: {
            readonly invitation_id: components["schemas"]["InvitationId"];
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly name: components["schemas"]["OrganizationName"];
            readonly role: components["schemas"]["Role"];
            readonly invited_by?: components["schemas"]["InvitedBy"];
            /**
             * Format: date-time
             * @description When the invitation was created.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the invitation expires.
             */
            readonly expires_at: string;
        };
        /** @description A page of invitations, oldest first. */
        readonly OwnInvitationPage: {
            /** @description The invitations on this page. */
            readonly items: readonly components["schemas"]["OwnInvitation"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["OwnInvitationCursor"];
        };
        /**
         * @description Whether the agent's key has signed for the organization that registered it (`proved`) or not (`claimed`). Any
         *     organization can claim an agent, so the details of a claim are unverified statements of the organization that
         *     made it.
         * @enum {string}
         */
        readonly Ownership: "claimed" | "proved";
        /**
         * Format: int32
         * @description Page size that was applied.
         */
        readonly PageLimit: number;
        /**
         * Format: int32
         * @description Number of items skipped.
         */
        readonly PageOffset: number;
        /**
         * Format: int32
         * @description Total number of items across all pages.
         */
        readonly PageTotal: number;
        /** @description Permissions, in the publisher's own terms. */
        readonly PermissionList: readonly string[];
        /** @description Permissions that the agent requests. */
        readonly Permissions: {
            readonly network?: components["schemas"]["PermissionList"];
            readonly filesystem?: components["schemas"]["PermissionList"];
            readonly api?: components["schemas"]["PermissionList"];
        };
        /** @description Permissions that the agent requests: hosts, paths and APIs. */
        readonly PermissionsInput: {
            readonly network?: components["schemas"]["PermissionList"];
            readonly filesystem?: components["schemas"]["PermissionList"];
            readonly api?: components["schemas"]["PermissionList"];
        };
        /** @description The address to which the PIN is sent. */
        readonly PinRequest: {
            readonly email: components["schemas"]["EmailAddress"];
        };
        /** @description The challenge and its PIN. */
        readonly PinVerificationRequest: {
            readonly email: components["schemas"]["EmailAddress"];
            /** @description Identifier of the challenge to which the PIN belongs. */
            readonly challenge_id: string;
            /**
             * Format: password
             * @description The PIN from the e-mail, 8 digits.
             */
            readonly pin: string;
        };
        /**
         * @description Subscription plan; the values are in ascending order.
         * @enum {string}
         */
        readonly Plan: "free" | "starter" | "professional" | "enterprise";
        /** @description The plan does not include the operation, or its quota is exhausted. */
        readonly PlanLimitProblem: {
            readonly error: components["schemas"]["PlanLimitError"];
            /**
             * @description Human-readable message that names the current and the required plan. If no plan allows more, it says so or
             *     explains how to stay within the quota, and `required_plan` is the current plan.
             */
            readonly message: string;
            /** @description Exact cause: `…_REQUIRES_UPGRADE` for a feature, `…_LIMIT_EXCEEDED` for a quota. */
            readonly code: string;
            readonly required_plan: components["schemas"]["Plan"];
            /**
             * Format: uri
             * @description URL at which the plan can be changed.
             */
            readonly upgrade_url: string;
            readonly current_usage?: components["schemas"]["PlanUsage"];
            /** @description Identifier of the request. */
            readonly request_id: string;
        };
        /** @description The quota and its usage; present only for quotas. */
        readonly PlanUsage: {
            /**
             * Format: int64
             * @description Current number.
             */
            readonly current: number;
            /**
             * Format: int64
             * @description Maximum allowed by the plan.
             */
            readonly max: number;
        };
        /** @description Which callers may send tasks to agents of the workspace, and for which skills. */
        readonly PolicyA2a: {
            readonly allowed_callers: components["schemas"]["PolicyList"];
            readonly allowed_skills: components["schemas"]["PolicyList"];
        };
        /** @description Which callers may send tasks to agents of the workspace, and for which skills. */
        readonly PolicyA2aInput: {
            readonly allowed_callers: components["schemas"]["PolicyList"];
            readonly allowed_skills: components["schemas"]["PolicyList"];
        };
        /** @description The platform that a beacon names, such as `kubernetes`. */
        readonly PlatformName: string;
        /** @description Something that an agent might do. At least one part is required; each is evaluated by itself. */
        readonly PolicyActionInput: {
            readonly call?: components["schemas"]["PolicyCallInput"];
            readonly tool?: components["schemas"]["PolicyName"];
            readonly model?: components["schemas"]["PolicyModelInput"];
            readonly connection?: components["schemas"]["PolicyConnectionInput"];
            /** @description A path. `.` and `..` are resolved as text before it is compared; links are not. */
            readonly file?: string;
        };
        /**
         * @description Author of a version; absent from the current policy as agents read it, and from versions whose author was not
         *     recorded.
         */
        readonly PolicyAuthor: {
            /** @description Kind of actor. Known values are `api_key`, `member`, `operator` and `platform`. */
            readonly type: string;
            /** @description Identifier of the actor; for a person, the e-mail address. */
            readonly id?: string;
        };
        /** @description A call to an agent in the workspace. */
        readonly PolicyCallInput: {
            readonly caller: components["schemas"]["PolicyName"];
            readonly skill?: components["schemas"]["Capability"];
        };
        /** @description Legal and contractual requirements of the workspace. */
        readonly PolicyCompliance: {
            readonly frameworks: components["schemas"]["PolicyList"];
            readonly data_residency: components["schemas"]["PolicyList"];
        };
        /** @description Legal and contractual requirements of the workspace. */
        readonly PolicyComplianceInput: {
            readonly frameworks: components["schemas"]["PolicyList"];
            readonly data_residency: components["schemas"]["PolicyList"];
        };
        /** @description A connection to a host. */
        readonly PolicyConnectionInput: {
            readonly host: components["schemas"]["PolicyName"];
            /** @description Whether the connection is encrypted. */
            readonly tls: boolean;
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
        /** @description The decision on one part of an action. */
        readonly PolicyDecision: {
            /** @description The part of the action. Known values are `call`, `tool`, `model`, `connection` and `file`. */
            readonly subject: string;
            /**
             * @description The name of this part: for a call, the skill, or the caller if no skill was named (`a2a.allowed_callers` always
             *     applies to the caller); for a file, its path after `.`, `..` and repeated slashes were resolved.
             */
            readonly name: string;
            /** @description The decision. Known values are `allowed`, `needs_approval` and `denied`. */
            readonly outcome: string;
            /** @description The rule that determined the decision, such as `tools.denied`. */
            readonly rule: string;
            /** @description The entry of that rule that covers the name; absent if none does. */
            readonly entry?: string;
            /** @description Who enforces the decision. Known values are `platform` and `agent`. */
            readonly enforced_by: string;
        };
        /** @description What a policy decides about an action. */
        readonly PolicyEvaluation: {
            /**
             * Format: int32
             * @description The version that was evaluated; absent if the request contained the rules.
             */
            readonly version?: number;
            /** @description One decision for each part of the action, in the order call, tool, model, connection, file. */
            readonly decisions: readonly components["schemas"]["PolicyDecision"][];
        };
        /** @description Files that agents may access. */
        readonly PolicyFilesystem: {
            readonly allowed_paths: components["schemas"]["PolicyList"];
        };
        /** @description Files that agents may access. */
        readonly PolicyFilesystemInput: {
            readonly allowed_paths: components["schemas"]["PolicyList"];
        };
        /**
         * @description Hosts to which the rule applies, compared case-insensitively: a host, or a host and a port
         *     (`api.example.com:443`). A `*` at the end matches any suffix, so `api.example.com:*` covers every port of that
         *     host. A single `*` matches every host; an empty list matches none. A `*` in any other position, as in
         *     `*.example.com`, is rejected; list each host instead. `example.*` covers every host with that prefix, including
         *     `example.org.attacker.test`; end an entry with `:*` to cover one host.
         */
        readonly PolicyHostList: readonly string[];
        /**
         * @description Names to which the rule applies, compared exactly and case-sensitively. A `*` at the end matches any suffix, so
         *     `shell.*` covers `shell.exec`. A single `*` matches all names; an empty list matches none. A `*` in any other
         *     position is rejected. Paths are compared as text: the agent that enforces the rule must resolve `.`, `..` and
         *     links first, and `/data/*` does not cover `/data`.
         */
        readonly PolicyList: readonly string[];
        /** @description A language model. Without a provider only its name is evaluated. */
        readonly PolicyModelInput: {
            readonly name: components["schemas"]["PolicyName"];
            readonly provider?: components["schemas"]["PolicyName"];
        };
        /** @description Language models that agents may use. */
        readonly PolicyModels: {
            readonly allowed: components["schemas"]["PolicyList"];
            readonly denied: components["schemas"]["PolicyList"];
            readonly allowed_providers: components["schemas"]["PolicyList"];
        };
        /** @description Language models that agents may use. */
        readonly PolicyModelsInput: {
            readonly allowed: components["schemas"]["PolicyList"];
            readonly denied: components["schemas"]["PolicyList"];
            readonly allowed_providers: components["schemas"]["PolicyList"];
        };
        /** @description A name that is compared with the entries of a policy. */
        readonly PolicyName: string;
        /** @description Hosts to which agents may connect, and how. */
        readonly PolicyNetwork: {
            readonly allowed_hosts: components["schemas"]["PolicyHostList"];
            /** @description Whether connections must use TLS. */
            readonly require_tls: boolean;
        };
        /** @description Hosts to which agents may connect, and how. */
        readonly PolicyNetworkInput: {
            readonly allowed_hosts: components["schemas"]["PolicyHostList"];
            /** @description Whether connections must use TLS. */
            readonly require_tls: boolean;
        };
        /** @description Tools that agents may use, and tools that require approval by a person. */
        readonly PolicyTools: {
            readonly allowed: components["schemas"]["PolicyList"];
            readonly denied: components["schemas"]["PolicyList"];
            readonly require_approval: components["schemas"]["PolicyList"];
        };
        /** @description Tools that agents may use, and tools that require approval by a person. */
        readonly PolicyToolsInput: {
            readonly allowed: components["schemas"]["PolicyList"];
            readonly denied: components["schemas"]["PolicyList"];
            readonly require_approval: components["schemas"]["PolicyList"];
        };
        /** @description A version of a policy, without its rules. */
        readonly PolicyVersion: {
            /** @description Identifier of the policy, which is the same for all its versions. */
            readonly policy_id: string;
            /**
             * Format: int32
             * @description Version number of the policy.
             */
            readonly version: number;
            readonly status: components["schemas"]["PolicyVersionStatus"];
            /** @description SHA-256 in hexadecimal, as in the version itself. */
            readonly hash: string;
            readonly author?: components["schemas"]["PolicyAuthor"];
            /**
             * Format: date-time
             * @description When the version was created.
             */
            readonly written_at: string;
        };
        /** @description A page of versions, newest first. */
        readonly PolicyVersionPage: {
            /** @description The versions on this page. */
            readonly items: readonly components["schemas"]["PolicyVersion"][];
            readonly total: components["schemas"]["BoundedTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["PolicyVersionCursor"];
        };
        /** @description An error response. */
        readonly Problem: {
            /** @description Class of the error; there is one for each status. */
            readonly error: string;
            /** @description Human-readable message that states the cause and how to fix it. */
            readonly message: string;
            /** @description Stable code of the exact cause; *Errors* in the manual lists all codes. */
            readonly code: string;
            /** @description Identifier of the request. */
            readonly request_id: string;
            /** @description Invalid parameters or parts of the body, at most 10. */
            readonly issues?: readonly components["schemas"]["ProblemIssue"][];
        };
        /** @description One error in a request. */
        readonly ProblemIssue: {
            /** @description JSON Pointer to the error, starting with `/body`, `/query`, `/path` or `/header`. */
            readonly path: string;
            /** @description Description of the error. */
            readonly message: string;
        };
        /**
         * @description Ed25519 public key in base64 or base64url: its 32 raw bytes, or its 44 bytes in DER (SubjectPublicKeyInfo). Weak
         *     keys, for which one signature verifies for every message, are rejected. Any other key that is not sound (see
         *     `verifyAgent`) can be registered, but the agent is never valid.
         */
        readonly PublicKey: string;
        /** @description Organization or person that publishes the agent. */
        readonly Publisher: string;
        /** @description Usage of a quota, and its maximum. */
        readonly QuotaUsage: {
            /**
             * Format: int64
             * @description Current number. For installations, the active and paused ones seen within 7 days; for install tokens, the
             *     outstanding ones; for API keys, those neither revoked nor expired. These three are counted up to 100000, the others
             *     exactly.
             */
            readonly current: number;
            /**
             * Format: int64
             * @description Maximum allowed by the plan; absent if it has no limit.
             */
            readonly max?: number;
        };
        /** @description The agent that lost its credentials, and its current address. */
        readonly RecoverInstallationRequest: {
            readonly agent_id: components["schemas"]["SvcId"];
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly upstream_url?: components["schemas"]["UpstreamUrl"];
            readonly capabilities?: components["schemas"]["Capabilities"];
            readonly heartbeat_interval_seconds?: components["schemas"]["HeartbeatInterval"];
        };
        /** @description A runtime token that replaces another. */
        readonly RefreshedToken: {
            readonly runtime_token: components["schemas"]["RuntimeTokenValue"];
            /**
             * Format: date-time
             * @description When the runtime token expires, 90 days from now.
             */
            readonly expires_at: string;
            /**
             * Format: int32
             * @description Version of the runtime token, higher than that of all earlier tokens of the installation.
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
        /** @description The agent to register. A proof signs the five required fields. */
        readonly RegisterAgentRequest: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly name: components["schemas"]["AgentName"];
            readonly version: components["schemas"]["AgentVersion"];
            readonly public_key: components["schemas"]["PublicKey"];
            readonly manifest_hash: components["schemas"]["ManifestHash"];
            readonly proof?: components["schemas"]["RegistrationProof"];
            /**
             * @description Whether the agent is visible only to its owner and to organizations that may install it; requires a proof and
             *     a content-addressed `svc_id`.
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
            readonly bridge?: components["schemas"]["BridgeInput"];
        };
        /** @description Where the installation runs. */
        readonly RegisterBeaconRequest: {
            /** @description The platform. Known values are `docker`, `kubernetes`, `aws_lambda` and `bare_metal`. */
            readonly platform?: string;
            readonly metadata?: components["schemas"]["BeaconMetadataInput"];
        };
        /**
         * @description Proof that the publisher holds the private key and registers the agent for this organization on this platform: a
         *     signature over `svc-register-v1`, a line feed and the canonical JSON of the five required fields, the
         *     `organization_id` of the API key, the `issuer` of this platform and `issued_at`. The key is signed as sent, or
         *     as its 32 raw bytes in padded standard base64. A proof is valid for 10 minutes before and after `issued_at`.
         */
        readonly RegistrationProof: {
            readonly issued_at: components["schemas"]["Moment"];
            /** @description The signature, as base64, base64url or hex. */
            readonly signature: string;
        };
        /** @description A heartbeat. */
        readonly RenewLeaseRequest: {
            /**
             * @description Status of the agent. Known values are `starting`, `running`, `busy`, `idle`, `degraded`, `paused`,
             *     `stopping`, `stopped` and `error`.
             */
            readonly status?: string;
            readonly heartbeat_interval_seconds?: components["schemas"]["HeartbeatInterval"];
            readonly health_payload?: components["schemas"]["HealthPayload"];
            readonly command_ack?: components["schemas"]["CommandAck"];
        };
        /**
         * @description Format of a report.
         * @enum {string}
         */
        readonly ReportFormat: "json" | "markdown";
        /**
         * @description Reputation of the agent among independent organizations, based on how their tasks ended, with more weight on
         *     recent ones.
         */
        readonly Reputation: {
            readonly score: components["schemas"]["ReputationScore"];
            /**
             * Format: int32
             * @description Number of task outcomes that count.
             */
            readonly samples: number;
            /**
             * Format: int32
             * @description Number of organizations that contribute to the score. A single organization can raise an agent to at most 55
             *     and lower it to at least 45.
             */
            readonly organizations: number;
            /**
             * Format: int32
             * @description Number of outcomes that count but come from installations that, by the end of the task, had never signed an
             *     answer with the agent's key. Nothing proves that such an installation runs this agent.
             */
            readonly unattested_outcomes: number;
            readonly breakdown: components["schemas"]["ReputationBreakdown"];
            /**
             * Format: date-time
             * @description When the latest outcome was counted, or the agent was registered. The weights in `breakdown` are those at this
             *     time; the score is that at the time of the response.
             */
            readonly updated_at: string;
        };
        /** @description Components of the score, as of `updated_at`. The weight of each organization's outcomes halves every 30 days. */
        readonly ReputationBreakdown: {
            /**
             * Format: double
             * @description Weight of the successful tasks, at most 0.44 per organization.
             */
            readonly successes: number;
            /**
             * Format: double
             * @description Weight of the failed tasks, at most 0.44 per organization.
             */
            readonly failures: number;
            /**
             * Format: int32
             * @description Number of disputes decided against the agent, each of which costs 10 points.
             */
            readonly upheld_disputes: number;
            /**
             * Format: int32
             * @description Number of tasks that the agent's own organization requested, or that were requested on behalf of one of its
             *     agents; they do not count.
             */
            readonly own_outcomes: number;
        };
        /** @description Daily reputation of an agent. */
        readonly ReputationHistory: {
            readonly svc_id: components["schemas"]["SvcId"];
            /** @description One point per day, oldest first. The last point is today's and has the current score. */
            readonly points: readonly components["schemas"]["ReputationPoint"][];
            /**
             * Format: date-time
             * @description Time of the last point.
             */
            readonly computed_at: string;
        };
        /** @description Reputation of an agent at the end of a day. */
        readonly ReputationPoint: {
            /**
             * Format: date
             * @description The day, in UTC.
             */
            readonly date: string;
            readonly score: components["schemas"]["ReputationScore"];
            /**
             * Format: int32
             * @description Number of task outcomes that counted by then.
             */
            readonly samples: number;
            /**
             * Format: int32
             * @description Number of tasks that succeeded on this day, among those that count.
             */
            readonly completed: number;
            /**
             * Format: int32
             * @description Number of tasks that failed on this day, among those that count.
             */
            readonly failed: number;
            /**
             * Format: int32
             * @description Number of disputes decided against the agent by then.
             */
            readonly upheld_disputes: number;
        };
        /**
         * Format: int32
         * @description Reputation from 0 to 100; a new agent has 50.
         */
        readonly ReputationScore: number;
        /**
         * @description The party for which the task is executed: the identifier of the credential's organization, optionally followed
         *     by `/` and a name of its own choice, or the API key or signed-in person that sends the request. With the scope
         *     `tasks:delegate`, also a member of the organization, by `user_id` or e-mail address, or an agent that it owns or
         *     runs in the workspace, by `svc_id`. Defaults to the organization.
         */
        readonly RequesterId: string;
        /** @description Retention of the organization's audit records. */
        readonly Retention: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            /**
             * Format: int32
             * @description Number of days for which an audit record is kept.
             */
            readonly audit_log_retention_days: number;
            /**
             * Format: date-time
             * @description When this retention takes effect. Until then, the previous, longer retention applies.
             */
            readonly effective_at: string;
        };
        /** @description A shorter retention that has not taken effect yet. */
        readonly RetentionChange: {
            /**
             * Format: int32
             * @description Number of days for which audit records will be kept.
             */
            readonly audit_log_retention_days: number;
            /**
             * Format: date-time
             * @description When the change takes effect.
             */
            readonly effective_at: string;
        };
        /**
         * @description Installations in this lifecycle state.
         * @enum {string}
         */
        readonly RevocableLifecycle: "active" | "paused";
        /** @description The revocation of an installation. */
        readonly Revocation: {
            readonly installation_id: components["schemas"]["InstallationId"];
            readonly status: components["schemas"]["RevocationStatus"];
            /**
             * Format: date-time
             * @description When the installation was revoked.
             */
            readonly revoked_at: string;
            /**
             * Format: date-time
             * @description The time until which heartbeats return the `terminate` command.
             */
            readonly deadline: string;
        };
        /** @description Installations that were revoked by one request. */
        readonly RevocationBatch: {
            /** @description The installations, oldest first; empty if none matched. */
            readonly items: readonly components["schemas"]["Revocation"][];
            /** @description Whether all installations that match the selection have been revoked. */
            readonly complete: boolean;
        };
        /**
         * @description State of the installation.
         * @enum {string}
         */
        readonly RevocationStatus: "revoked";
        /** @description Reason for the revocation, and the time that the agent has to shut down. */
        readonly RevokeInstallationRequest: {
            /** @description Reason, which is shown to the agent and recorded in the audit log. */
            readonly reason?: string;
            /**
             * Format: int32
             * @description Milliseconds that the agent has to shut down. Values above 600000 are reduced to 600000. Without a value,
             *     the agent has 30 seconds, which start no later than when its next heartbeat is due.
             */
            readonly shutdown_timeout_ms?: number;
        };
        /** @description Installations to revoke, the reason, and the time that the agents have to shut down. */
        readonly RevokeInstallationsRequest: {
            readonly select: components["schemas"]["InstallationSelection"];
            /** @description Reason, which is shown to the agents and recorded in the audit log. */
            readonly reason?: string;
            /**
             * Format: int32
             * @description Milliseconds that each agent has to shut down. Values above 600000 are reduced to 600000. Without a value,
             *     each agent has 30 seconds, which start no later than when its next heartbeat is due.
             */
            readonly shutdown_timeout_ms?: number;
        };
        /**
         * @description Role of a person in an organization.
         * @enum {string}
         */
        readonly Role: "owner" | "admin" | "developer" | "auditor" | "viewer";
        /** @description The outcome of a task. */
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
         * @description The task and its requester. The agent receives `message` and `input` as fields of one input, together with the
         *     skill.
         */
        readonly RouteTaskRequest: {
            readonly skill: components["schemas"]["Capability"];
            /** @description Message to the agent. A string is equivalent to a message with the role `user` and one part. */
            readonly message?: components["schemas"]["TaskText"] | components["schemas"]["TaskMessage"];
            readonly input?: components["schemas"]["TaskInput"];
            readonly context: components["schemas"]["TaskContext"];
            /**
             * Format: int32
             * @description Milliseconds that the agent has, from connecting to it until the end of its response.
             * @default 30000
             */
            readonly timeout_ms: number;
            readonly target?: components["schemas"]["TaskTarget"];
        };
        /** @description Bearer token of the installation, returned only once. */
        readonly RuntimeTokenValue: string;
        /** @description A bill of materials in CycloneDX 1.6; all fields are described in its own schema. */
        readonly Sbom: {
            readonly bomFormat: components["schemas"]["SbomFormat"];
            /** @description Version of the format. */
            readonly specVersion: string;
            /**
             * Format: int32
             * @description Version of the document, always 1, because every scan creates a new document.
             */
            readonly version: number;
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * @description Name of the format.
         * @enum {string}
         */
        readonly SbomFormat: "CycloneDX";
        /** @description How many packages of one ecosystem were compared with vulnerability data. */
        readonly ScanCoverage: {
            /** @description Ecosystem of the packages, named as in OSV, such as `npm`, `PyPI`, `Debian:12` or `Alpine:v3.20`. */
            readonly ecosystem: string;
            /**
             * Format: int32
             * @description Number of packages of this ecosystem in the image.
             */
            readonly packages: number;
            /**
             * Format: int32
             * @description Number of these that were compared; the others could be vulnerable without a finding.
             */
            readonly assessed: number;
        };
        /** @description The vulnerability data that the scan used; null if there was none, or while the scan has not been completed. */
        readonly ScanDatabase: {
            /** @description Source of the data: `OSV`, the name of the operator's scanner, or both, joined by `and`. */
            readonly name: string;
            /**
             * Format: int32
             * @description Number of advisories that the operator has imported. An advisory counts once for each package that it affects.
             */
            readonly advisories?: number;
            /**
             * Format: date-time
             * @description When the most recently changed advisory was changed.
             */
            readonly updated_at?: string;
        } | null;
        /** @description Why the scan failed. */
        readonly ScanError: {
            /** @description One of the codes listed under *Image scans* in the manual. */
            readonly code: string;
            /** @description Human-readable description of the error. */
            readonly message: string;
        };
        /** @description A problem found in the image. */
        readonly ScanFinding: {
            /** @description Identifier of the advisory, or name of the rule, such as `RUNS_AS_ROOT`. */
            readonly id: string;
            /** @description Kind of finding. Known values are `vulnerability`, `configuration`, `secret` and `file`. */
            readonly type: string;
            readonly severity: components["schemas"]["FindingSeverity"];
            /**
             * Format: double
             * @description CVSS score, if the advisory has one.
             */
            readonly score?: number;
            /** @description Short description of the finding. */
            readonly title: string;
            /** @description What was found and how to fix it, human-readable. Secrets are never included. */
            readonly detail: string;
            /** @description Path in the image, or field of its configuration. */
            readonly location?: string;
            /** @description Digest of the layer that contains it. */
            readonly layer?: string;
            /** @description Other identifiers of the same advisory. */
            readonly aliases?: readonly string[];
            readonly package?: components["schemas"]["ScanPackage"];
            /** @description The first version without the vulnerability, if there is one. */
            readonly fixed_version?: string;
            /** @description URL with more information. */
            readonly url?: string;
        };
        /**
         * Format: uuid
         * @description Identifier of the scan.
         */
        readonly ScanId: string;
        /** @description Properties of the scanned image. */
        readonly ScannedImage: {
            /** @description Name of the operating system, if the image states it. */
            readonly os?: string;
            /** @description Platform of the scanned image; if there are several, `linux/amd64` if available, otherwise the first. */
            readonly platform: string;
            /**
             * Format: date-time
             * @description Build time stated by the image.
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
        /** @description The program that scanned the image. */
        readonly Scanner: {
            /** @description Name of the program. */
            readonly name: string;
            /** @description Version of the program. */
            readonly version: string;
        };
        /** @description The package with the vulnerability. */
        readonly ScanPackage: {
            /**
             * @description Ecosystem of the package, named as in OSV, such as `npm`, `PyPI`, `Debian:12` or `Alpine:v3.20`. In findings of
             *     the operator's scanner, a distribution has the name that the scanner gives it.
             */
            readonly ecosystem: string;
            /** @description Name of the package. */
            readonly name: string;
            /** @description Version of the package. */
            readonly version: string;
            /** @description Package URL. */
            readonly purl?: string;
        };
        /** @description A scan of an image and its results. `last_scan` is present only if a later scan of the image was requested. */
        readonly ScanReport: {
            readonly scan_id: components["schemas"]["ScanId"];
            readonly ref: components["schemas"]["ImageReference"];
            readonly digest?: components["schemas"]["ImageDigest"];
            readonly status: components["schemas"]["ScanStatus"];
            /**
             * Format: date-time
             * @description When the scan was requested.
             */
            readonly requested_at: string;
            /**
             * Format: date-time
             * @description When the scan started.
             */
            readonly started_at?: string;
            /**
             * Format: date-time
             * @description When the scan reached a final status.
             */
            readonly finished_at?: string;
            readonly scanner: components["schemas"]["Scanner"];
            readonly database: components["schemas"]["ScanDatabase"];
            readonly image?: components["schemas"]["ScannedImage"];
            readonly summary?: components["schemas"]["ScanSummary"];
            /** @description Coverage of the comparison with vulnerability data, per ecosystem; empty if no package was recognized. */
            readonly coverage?: readonly components["schemas"]["ScanCoverage"][];
            /** @description The findings, most severe first. */
            readonly findings?: readonly components["schemas"]["ScanFinding"][];
            /**
             * Format: int32
             * @description Number of findings that do not fit in the list; the summary includes them.
             */
            readonly findings_omitted?: number;
            readonly sbom?: components["schemas"]["ScanSbom"];
            readonly error?: components["schemas"]["ScanError"];
            readonly last_scan?: components["schemas"]["ImageLastScan"];
        };
        /** @description Summary of the bill of materials of the image. */
        readonly ScanSbom: {
            readonly format: components["schemas"]["SbomFormat"];
            /** @description Version of the format. */
            readonly spec_version: string;
            /**
             * Format: int32
             * @description Number of packages listed.
             */
            readonly components: number;
            /** @description SHA-256 of the canonical JSON of the document. */
            readonly digest: string;
        };
        /**
         * @description Status of a scan; the last three values are final.
         * @enum {string}
         */
        readonly ScanStatus: "queued" | "running" | "completed" | "completed_without_vulnerability_data" | "failed";
        /** @description Number of findings by severity. */
        readonly ScanSummary: {
            /**
             * Format: int32
             * @description Number of findings with severity `critical`.
             */
            readonly critical: number;
            /**
             * Format: int32
             * @description Number of findings with severity `high`.
             */
            readonly high: number;
            /**
             * Format: int32
             * @description Number of findings with severity `medium`.
             */
            readonly medium: number;
            /**
             * Format: int32
             * @description Number of findings with severity `low`.
             */
            readonly low: number;
            /**
             * Format: int32
             * @description Number of findings with severity `unknown`.
             */
            readonly unknown: number;
        };
        /**
         * @description A permission of an API key; each operation names the scope that it requires.
         * @enum {string}
         */
        readonly Scope: "agents:read" | "agents:write" | "workspaces:read" | "workspaces:write" | "tokens:read" | "tokens:write" | "installations:read" | "installations:write" | "policy:read" | "policy:write" | "trust:read" | "trust:sign" | "audit:read" | "audit:export" | "images:read" | "images:scan" | "support:write" | "tasks:read" | "tasks:route" | "tasks:delegate" | "network:read" | "compliance:read" | "retention:write" | "organization:read" | "keys:write" | "disputes:read" | "disputes:write";
        /**
         * @description Scopes of the key. Defaults to everything except `tasks:delegate`, or to the scopes of the key that creates it.
         *     A key with an empty list has no permissions.
         */
        readonly ScopeList: readonly components["schemas"]["Scope"][];
        /** @description The command to send. */
        readonly SendCommandRequest: {
            readonly type: components["schemas"]["CommandType"];
            /** @description Reason, which is shown to the agent and recorded in the audit log. */
            readonly reason?: string;
            /**
             * Format: int32
             * @description For `set_interval`: the new interval in seconds. Not used by other commands.
             * @default 60
             */
            readonly heartbeat_interval_seconds: number;
        };
        /** @description The labels that replace those of the installation. */
        readonly SetInstallationLabelsRequest: {
            readonly labels: components["schemas"]["Labels"];
        };
        /** @description The new role. */
        readonly SetMemberRoleRequest: {
            readonly role: components["schemas"]["Role"];
        };
        /** @description The new rules of the policy. */
        readonly SetPolicyRequest: {
            readonly content: components["schemas"]["PolicyContentInput"];
        };
        /** @description The new retention. */
        readonly SetRetentionRequest: {
            /**
             * Format: int32
             * @description Number of days for which to keep audit records, more than 365 and at most 3650.
             */
            readonly audit_log_retention_days: number;
        };
        /** @description Ed25519 signature in base64, base64url or hexadecimal. */
        readonly Signature: string;
        /**
         * @description The request and the address for replies. Without `contact_email`, replies are sent to up to five owners
         *     of the organization.
         */
        readonly SupportRequest: {
            readonly organization_id?: components["schemas"]["OrganizationId"];
            readonly workspace_id?: components["schemas"]["WorkspaceId"];
            /** @description Subject, on a single line. */
            readonly subject: string;
            /** @description Full description, as plain text. */
            readonly message: string;
            /**
             * @description Category of the request. Known values are `billing`, `technical`, `security`, `incident`, `onboarding` and
             *     `other`.
             * @default other
             */
            readonly category: string;
            readonly contact_email?: components["schemas"]["EmailAddress"];
        };
        /** @description A support request that was accepted. */
        readonly SupportTicket: {
            /** @description Identifier of the ticket, to be quoted in all e-mails about it. */
            readonly ticket_id: string;
            /** @description The channel on which the ticket is delivered. Known values are `email`, `chat`, `csm` and `inbox`. */
            readonly channel: string;
            /**
             * @description Status of the ticket. `accepted` means that it is stored; unless `channel` is `inbox`, its delivery is
             *     attempted for up to three days.
             */
            readonly status: string;
            /** @description Priority of the ticket. Known values are `normal` and `high`. */
            readonly priority: string;
            /** @description Human-readable message that states how the ticket is delivered. */
            readonly message: string;
            /**
             * Format: date-time
             * @description When the ticket was created.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When a first response is due, as set by the operator for this route.
             */
            readonly first_response_due_at: string;
        };
        /**
         * @description Identifier of an agent. It is not `register`, and none of its segments between slashes is a dot. It does not
         *     begin with `org_`, `key_` or `usr_` and is not an e-mail address, because those identify organizations, API keys
         *     and people, including in policies.
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
            readonly trace_id?: components["schemas"]["TraceId"];
            readonly error?: components["schemas"]["TaskError"];
            /**
             * Format: date-time
             * @description When the task was routed.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the task reached a final status.
             */
            readonly finished_at?: string;
        };
        /** @description The agent to which the task was routed. */
        readonly TaskAgent: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly installation_id: components["schemas"]["InstallationId"];
        };
        /** @description Where the task is executed, and for whom. */
        readonly TaskContext: {
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly requester_id?: components["schemas"]["RequesterId"];
        };
        /** @description Number of tasks in each status. */
        readonly TaskCounts: {
            /**
             * Format: int32
             * @description Tasks that are waiting to be sent.
             */
            readonly submitted: number;
            /**
             * Format: int32
             * @description Tasks that are in progress.
             */
            readonly working: number;
            /**
             * Format: int32
             * @description Tasks that were completed.
             */
            readonly completed: number;
            /**
             * Format: int32
             * @description Tasks that failed.
             */
            readonly failed: number;
            /**
             * Format: int32
             * @description Tasks that were canceled.
             */
            readonly canceled: number;
            /**
             * Format: int32
             * @description Tasks that the agent rejected.
             */
            readonly rejected: number;
        };
        /** @description Value of `cursor` for the next page of `listTasks`; absent on the last page. */
        readonly TaskCursor: string;
        /** @description Why the task failed. */
        readonly TaskError: {
            /** @description Machine-readable error code, for example `internal_error`. */
            readonly code: string;
            /** @description Human-readable description of the error. */
            readonly message: string;
        };
        /**
         * @description Execution times in milliseconds of the tasks for which a connection to the agent was attempted. A percentile is
         *     the smallest time that this percentage of tasks did not exceed.
         */
        readonly TaskExecutionTimes: {
            /**
             * Format: int32
             * @description Number of tasks measured.
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
             * @description The longest execution time.
             */
            readonly max: number;
        };
        /** @description Number of tasks that failed with one code. */
        readonly TaskFailureCount: {
            /** @description The code, as in the `error` of tasks. */
            readonly code: string;
            /**
             * Format: int32
             * @description Number of tasks that failed with this code.
             */
            readonly tasks: number;
        };
        /** @description Identifier of the task. */
        readonly TaskId: string;
        /**
         * @description Input of the skill other than the message, passed on unchanged, except that `skill` is set to the routed skill and
         *     `message` to the message of the request, if there is one.
         */
        readonly TaskInput: {
            readonly [key: string]: unknown;
        };
        /** @description A message to the agent, passed on unchanged. */
        readonly TaskMessage: {
            /** @description Role of the sender, such as `user` or `agent`. Defaults to `user`. */
            readonly role?: string;
            /** @description Content of the message. */
            readonly parts: readonly components["schemas"]["TaskMessagePart"][];
        };
        /** @description One part of a message. */
        readonly TaskMessagePart: {
            /** @description Type of the part. Known value: `text`. */
            readonly type: string;
            /** @description Text of any kind, in any language. The size limit of the task applies to all text together. */
            readonly text?: string;
        };
        /** @description A page of tasks, newest first. */
        readonly TaskPage: {
            /** @description The tasks on this page. */
            readonly items: readonly components["schemas"]["Task"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
            readonly next_cursor?: components["schemas"]["TaskCursor"];
        };
        /** @description The authenticated caller that routed the task, and the party for which it acted. */
        readonly TaskRequester: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description Identifier of the API key. */
            readonly key_id?: string;
            readonly member?: components["schemas"]["EmailAddress"];
            readonly installation_id?: components["schemas"]["InstallationId"];
            /**
             * @description The member, by e-mail address, or the agent, by `svc_id`, for which the credential acted with the scope
             *     `tasks:delegate`.
             */
            readonly acting_for?: string;
        };
        /** @description Result of the task, as returned by the agent. `result` and `output` are identical. */
        readonly TaskResult: {
            readonly [key: string]: unknown;
        };
        /** @description Outcomes of the tasks that were routed in one interval. */
        readonly TaskSeriesPart: {
            /**
             * Format: date-time
             * @description Start of the interval.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the interval, exclusive.
             */
            readonly to: string;
            /**
             * Format: int32
             * @description Number of tasks that were completed.
             */
            readonly completed: number;
            /**
             * Format: int32
             * @description Number of tasks that failed.
             */
            readonly failed: number;
            /**
             * Format: int32
             * @description Number of tasks in any other status.
             */
            readonly other: number;
            /**
             * Format: int32
             * @description Median of the execution times in milliseconds; absent if none was measured.
             */
            readonly p50_ms?: number;
        };
        /**
         * @description Status of a task; the last four values are final.
         * @enum {string}
         */
        readonly TaskStatus: "submitted" | "working" | "completed" | "failed" | "canceled" | "rejected";
        /** @description Statistics about the tasks of a workspace. */
        readonly TaskSummary: {
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            readonly counts: components["schemas"]["TaskCounts"];
            /**
             * Format: int32
             * @description Number of latest tasks on which the statistics below are based.
             */
            readonly recent_tasks: number;
            /** @description The most frequent failure codes, in descending order. */
            readonly failures: readonly components["schemas"]["TaskFailureCount"][];
            readonly execution_time_ms?: components["schemas"]["TaskExecutionTimes"];
            /** @description Intervals of equal length, without gaps, from the oldest of these tasks to the newest. */
            readonly series: readonly components["schemas"]["TaskSeriesPart"][];
            /**
             * Format: date-time
             * @description When the summary was computed.
             */
            readonly updated_at: string;
        };
        /** @description Restricts the choice to one agent or one installation; all specified fields must match. */
        readonly TaskTarget: {
            readonly svc_id?: components["schemas"]["SvcId"];
            readonly installation_id?: components["schemas"]["InstallationId"];
        };
        /** @description Text of any kind, in any language. */
        readonly TaskText: string;
        /**
         * @description The trace (W3C Trace Context) of the request that routed the task, if its `traceparent` named one or the platform records traces.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        readonly TraceId: string;
        /**
         * @description The period of trends.
         * @enum {string}
         */
        readonly TrendPeriod: "day" | "week" | "month";
        /** @description Figures for one step of a period. */
        readonly TrendPoint: {
            /**
             * Format: date-time
             * @description Beginning of the step.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the step. The last one may be in the future.
             */
            readonly to: string;
            /**
             * Format: int64
             * @description Average number of active installations that are online or unhealthy; absent if they were not counted in this
             *     step.
             */
            readonly online?: number;
            /**
             * Format: int64
             * @description Number of heartbeats.
             */
            readonly heartbeats: number;
            /**
             * Format: int64
             * @description Number of tasks that ended in this step.
             */
            readonly tasks: number;
            /**
             * Format: int64
             * @description Number of these tasks that failed.
             */
            readonly failures: number;
        };
        /** @description One check of a verification. */
        readonly TrustCheck: {
            /** @description Name of the check, such as `agent_active`, `signature`, `freshness` or `policy`. */
            readonly name: string;
            /** @description Whether the agent passed the check. */
            readonly passed: boolean;
            /** @description Result of the check, as a human-readable sentence. */
            readonly detail: string;
        };
        /**
         * @description The receiver for which the agent signed. Unknown fields are rejected, because such a field could restrict the
         *     audience further than the platform checks.
         */
        readonly TrustAudience: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly installation_id?: components["schemas"]["InstallationId"];
        };
        /** @description What the agent signed. Additional fields are allowed and are part of the signed message. */
        readonly TrustContext: {
            /**
             * @description The verifying workspace, whose policy applies. Defaults to the workspace to which the credential is bound;
             *     without either, no policy applies.
             */
            readonly workspace_id?: string;
            /** @description The platform that both sides use. Any issuer other than this platform fails the verification. */
            readonly issuer?: string;
            readonly audience?: components["schemas"]["TrustAudience"];
            /** @description The skill that the agent wants to use, as input for the policy. */
            readonly skill?: string;
            /**
             * Format: date-time
             * @description When the agent signed, within 300 seconds of the current time.
             */
            readonly timestamp?: string;
            /** @description A value that the agent uses only once; requires the timestamp. */
            readonly nonce?: string;
            readonly request_body_hash?: components["schemas"]["BodyHash"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Header fields by name, to be added to a response. */
        readonly TrustHeaderFields: {
            readonly "X-Svc-Agent-ID": components["schemas"]["SvcId"];
            /** @description Current reputation score, 0 to 100. */
            readonly "X-Svc-Reputation": string;
            readonly "X-Svc-Verification": components["schemas"]["VerificationStatus"];
            /** @description Identifier of the task, created for these headers. */
            readonly "X-Svc-Task-ID": string;
            /** @description Identifier that correlates log entries of all parties. */
            readonly "X-Svc-Trace-ID": string;
            /** @description Statement, signed by the platform, that the organization runs this agent. */
            readonly "X-Svc-Vouch": string;
        };
        /** @description Trust headers, and the party for which the platform vouches in them. */
        readonly TrustHeaders: {
            readonly headers: components["schemas"]["TrustHeaderFields"];
            readonly issued_to: components["schemas"]["VouchedFor"];
            /**
             * Format: date-time
             * @description When receivers should stop accepting the headers, 300 seconds from now.
             */
            readonly expires_at: string;
        };
        /** @description Decision of the verifying workspace's policy. */
        readonly TrustPolicyDecision: {
            /** @description Whether the agent may call. */
            readonly allowed: boolean;
            /** @description The rule that determined the decision, such as `a2a.allowed_callers`; `none` if no policy applies. */
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
            readonly bridge?: components["schemas"]["Bridge"];
            readonly public_key: components["schemas"]["NormalizedPublicKey"];
            /**
             * @description Whether the identifier is the hash of the registration and therefore bound to this key. If an identifier of
             *     64 lower-case hexadecimal digits is not content-addressed, do not trust signatures made with the key: the
             *     identifier may be the hash of an agent that you cannot see.
             */
            readonly content_addressed: boolean;
            readonly disputes: components["schemas"]["DisputeCounts"];
            /**
             * Format: date-time
             * @description When the agent was last installed or last answered a task; heartbeats do not count. Absent if neither has
             *     happened.
             */
            readonly last_seen_at?: string;
            readonly log?: components["schemas"]["LoggedRegistration"];
        };
        /**
         * @description The latest entry of the platform's transparency log about the registration. The log is public, under `/log` at
         *     the platform's address: its checkpoint, tiles and entries follow C2SP tlog-tiles, and `/log/key` shows the keys
         *     with which the proof is verified, one per line, the newest first.
         */
        readonly LoggedRegistration: {
            /**
             * @description The entry as it was hashed: canonical JSON with `v`, `type`, `at`, and either `agent` or, if the agent was
             *     private at that time, `agent_hash`: the hexadecimal SHA-256 of the 32 bytes of `salt`, followed by the
             *     canonical JSON of `public_key` and `svc_id`.
             * @example {"agent":{"manifest_hash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","name":"Invoice Reader","proved":true,"public_key":"11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=","svc_id":"invoice-reader","version":"1.0.0"},"at":"2026-03-01T12:00:00.000Z","type":"agent.registered","v":1}
             */
            readonly entry: string;
            /**
             * @description The proof that the log contains the entry, in the text format of C2SP tlog-proof, with the signed
             *     checkpoint. Absent for a few seconds, until the entry is included in the log.
             */
            readonly proof?: string;
            /** @description The salt of `agent_hash`, in hexadecimal; absent if the entry has `agent`. */
            readonly salt?: string;
        };
        /** @description The result of verifying a signature. */
        readonly TrustVerification: {
            /** @description Whether all checks passed. */
            readonly valid: boolean;
            readonly svc_id: components["schemas"]["SvcId"];
            /** @description Code of the first check that failed, such as `signature_invalid`; `verified` if all passed. */
            readonly reason: string;
            readonly verification_status: components["schemas"]["VerificationStatus"];
            readonly reputation_score: components["schemas"]["ReputationScore"];
            /**
             * @description Whether the context was signed for the receiver that requested the verification. Known values are `matched`,
             *     `mismatched`, `not_provided` and `not_checked`.
             */
            readonly audience: string;
            /** @description Result of the replay check. Known values are `fresh`, `stale`, `replayed` and `not_provided`. */
            readonly freshness: string;
            /** @description The checks, in the order in which they were made. */
            readonly checks: readonly components["schemas"]["TrustCheck"][];
            readonly policy: components["schemas"]["TrustPolicyDecision"];
            /**
             * Format: date-time
             * @description When the signature was verified.
             */
            readonly verified_at: string;
        };
        /**
         * @description The last use of the key that was out of the ordinary: from an address range that it had not used in 90 days, or
         *     with a scope that it had never used. At most one use of each kind is reported in a day, here and in the audit log.
         *     No use within seven days of the key's first use counts as unusual.
         */
        readonly UnusualUse: {
            /**
             * Format: date-time
             * @description When it was used in this way.
             */
            readonly at: string;
            /** @description What was unusual. Known values are `address_range` and `scope`. */
            readonly kind: string;
            /** @description The address range or the scope. */
            readonly value: string;
        };
        /**
         * @description The new details of the agent: whether it is deprecated, and all fields of its registration other than the five
         *     required ones, `proof` and `bridge`.
         */
        readonly UpdateAgentRequest: {
            /**
             * @description Whether the agent is visible only to its owner and to organizations that may install it; requires a proof and
             *     a content-addressed `svc_id`.
             * @default false
             */
            readonly private: boolean;
            /**
             * @description Whether the owner of the agent advises against new uses of it.
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
        /** @description An action, and the installations to which it is applied. */
        readonly UpdateInstallationsRequest: {
            readonly action: components["schemas"]["InstallationAction"];
            readonly select: components["schemas"]["InstallationQuery"];
            /** @description Reason, which is shown to the agents and recorded in the audit log. Not used by `label`. */
            readonly reason?: string;
            /**
             * Format: int32
             * @description For `revoke`: milliseconds that each agent has to shut down. Values above 600000 are reduced to 600000.
             *     Without a value, each agent has 30 seconds, which start no later than when its next heartbeat is due.
             */
            readonly shutdown_timeout_ms?: number;
            /** @description For `label`: labels to set. Other labels of the installation are kept. */
            readonly labels?: readonly components["schemas"]["Label"][];
            /** @description For `label`: keys of labels to remove first. */
            readonly remove_labels?: readonly components["schemas"]["LabelKey"][];
        };
        /** @description The new name and description of the workspace. */
        readonly UpdateWorkspaceRequest: {
            readonly name: components["schemas"]["WorkspaceName"];
            readonly description?: components["schemas"]["WorkspaceDescription"];
        };
        /**
         * Format: uri
         * @description URL to which tasks are forwarded. It is stored as sent and checked when the platform connects to it: private
         *     networks and plain http are rejected unless the operator of the platform allows them.
         */
        readonly UpstreamUrl: string;
        /**
         * @description Verification status of the agent.
         * @enum {string}
         */
        readonly VerificationStatus: "unverified" | "pending" | "verified" | "suspended" | "revoked";
        /** @description A signature, and the context that it is supposed to cover. */
        readonly VerifyTrustRequest: {
            readonly svc_id: components["schemas"]["SvcId"];
            readonly signature: components["schemas"]["Signature"];
            readonly context: components["schemas"]["TrustContext"];
        };
        /** @description The party that runs the agent, as stated by the platform. */
        readonly VouchedFor: {
            readonly organization_id: components["schemas"]["OrganizationId"];
            readonly installation_id?: components["schemas"]["InstallationId"];
        };
        /** @description A part of an organization with its own installations and policy. */
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
             * @description When the name or the description last changed.
             */
            readonly updated_at: string;
        };
        /** @description Purpose of the workspace; may be empty. */
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
             * @description When the person joined the organization.
             */
            readonly joined_at: string;
        };
        /** @description A page of members. */
        readonly WorkspaceMemberPage: {
            /** @description The members on this page. */
            readonly items: readonly components["schemas"]["WorkspaceMember"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
        };
        /** @description Name of the workspace. */
        readonly WorkspaceName: string;
        /** @description A page of workspaces. */
        readonly WorkspacePage: {
            /** @description The workspaces on this page. */
            readonly items: readonly components["schemas"]["Workspace"][];
            readonly total: components["schemas"]["PageTotal"];
            readonly limit: components["schemas"]["PageLimit"];
            readonly offset: components["schemas"]["PageOffset"];
        };
        /**
         * @description A version of the workspace's policy. The hash covers the canonical JSON of
         *     `{policy_id, workspace_id, version, content}`; the signature also covers `issuer`.
         */
        readonly WorkspacePolicy: {
            /** @description Identifier of the policy, which is the same for all its versions. */
            readonly policy_id: string;
            readonly workspace_id: components["schemas"]["WorkspaceId"];
            /**
             * Format: int32
             * @description Version number of the policy.
             */
            readonly version: number;
            /** @description Status of this version. Known values are `active` and `superseded`. */
            readonly status: string;
            readonly content: components["schemas"]["PolicyContent"];
            /** @description SHA-256 of the canonical JSON, in hexadecimal. */
            readonly hash: string;
            readonly issuer: components["schemas"]["Issuer"];
            /**
             * @description Ed25519 signature of the platform over `svc-policy-v1`, a line feed and the canonical JSON with the issuer,
             *     in base64.
             */
            readonly signature: string;
            /** @description The `kid` of the platform key that created the signature. */
            readonly signing_key_id: string;
            /**
             * Format: date-time
             * @description When the first version was created.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When this version was created.
             */
            readonly updated_at: string;
            readonly author?: components["schemas"]["PolicyAuthor"];
        };
    };
    responses: {
        /** @description The agent does not exist, or the caller may not see it; the response is the same in both cases. */
        readonly AgentNotFound: {
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
        /** @description The request cannot be read, or a parameter is invalid. */
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
        /** @description The body exceeds the size limit, or contains too many values. */
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
        /** @description The cursor belongs to a different order of the list. */
        readonly CursorMismatch: {
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
        /** @description The dispute does not exist, or is between other organizations; the response is the same in both cases. */
        readonly DisputeNotFound: {
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
        /** @description The credential is valid, but does not permit this request. The message states what is missing. */
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
        /** @description The request headers exceed the size limit. The connection is closed after this response. */
        readonly HeadersTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The installation does not exist or is not visible to the caller; the response is the same in both cases. */
        readonly InstallationNotFound: {
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
        /** @description The install token was used, has expired or is revoked; nothing was changed. */
        readonly InstallTokenNotOutstanding: {
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
        /**
         * @description An internal error occurred. The cause is not disclosed; the operator can find it in the logs by its request
         *     identifier.
         */
        readonly InternalError: {
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
        /** @description The organization would have no owner; nothing was changed. */
        readonly LastOwner: {
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
        /**
         * @description The path belongs to another operation, for example because `register` was sent as an identifier, which no agent
         *     has.
         */
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
        /** @description The organization does not exist or is not visible to the caller; the response is the same in both cases. */
        readonly OrganizationNotFound: {
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
        /** @description The organization's plan does not include the operation, or its quota is exhausted; nothing was consumed. */
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
        /** @description The body did not arrive in time. */
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
        /**
         * @description The store is unavailable, or there is not enough memory for the body. Nothing was changed, unless the operation
         *     is documented to work in steps, or the connection to the database was lost during the commit. Wait for the time
         *     in `Retry-After`, and send the request again.
         */
        readonly ServiceUnavailable: {
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
        /**
         * @description A rate limit is exhausted, or a limit on concurrent requests, on the memory for their bodies or on work in
         *     progress. Wait for the time in `Retry-After`.
         */
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
        /** @description The credential is missing, unknown, expired or revoked. The message states how to proceed. */
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
        /** @description The body is JSON, but does not match its schema. `issues` lists the invalid fields. */
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
        /** @description The body is compressed, or is not sent as `application/json` in UTF-8. */
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
        /** @description The workspace does not exist, or belongs to another organization; the response is the same in both cases. */
        readonly WorkspaceNotFound: {
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
        readonly AgentDidParameter: components["schemas"]["AgentDid"];
        /**
         * @description Return only results that concern this agent.
         * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
         */
        readonly AgentFilter: components["schemas"]["SvcId"];
        /**
         * @description The order of the agents: by `name`, highest `reputation` first, most recently `registered` first, or by
         *     `relevance` to `q`, which means by name if `q` is absent. A cursor for a different order returns 409
         *     `CURSOR_MISMATCH`.
         * @default name
         */
        readonly AgentOrderParameter: components["schemas"]["AgentOrder"];
        /** @description The `next_cursor` of the previous page. Any other value returns 400 `INVALID_CURSOR`. */
        readonly AgentSearchCursorParameter: components["schemas"]["AgentSearchCursor"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly ApiKeyCursorParameter: components["schemas"]["ApiKeyCursor"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly AuditLogCursorParameter: components["schemas"]["AuditLogCursor"];
        /** @description The `next_cursor` of the previous page. Any other value returns 400 `INVALID_CURSOR`. */
        readonly AuditSearchCursorParameter: components["schemas"]["AuditSearchCursor"];
        /**
         * @description Text contained in the identifier of the actor, the target, the request or the record, or in the reason.
         *     Case-insensitive.
         * @example ws_7b1e5c90d2f4
         */
        readonly AuditSearchText: string;
        /**
         * @description Return only agents of one of these categories, or of `category`. Repeat the parameter for several.
         * @example [
         *       "productivity",
         *       "data"
         *     ]
         */
        readonly CategoriesFilter: readonly components["schemas"]["Category"][];
        /**
         * @description Return only agents of this category.
         * @example productivity
         */
        readonly CategoryFilter: components["schemas"]["Category"];
        /**
         * @description Identifier of the workspace.
         * @example ws_e4a91c07b3d8
         */
        readonly ClosedWorkspaceId: components["schemas"]["WorkspaceId"];
        /**
         * @description Identifier of the installation, from the response to its bootstrap.
         * @example 1f6d8a25-4c39-47be-9e02-a5b7c3d1e8f4
         */
        readonly CommandedInstallationId: components["schemas"]["AnyId"];
        /** @description Whether the newest scan that has read the image completely is used instead of the latest scan. */
        readonly CompletedScan: boolean;
        /**
         * @description Contract to return: `platform` for the contract of this service, `agent` for the contract that agents implement.
         * @default platform
         * @example platform
         */
        readonly ContractNameParameter: components["schemas"]["ContractName"];
        /**
         * @description Kind of tool that reads the document: `sdk` for client generators (no links, no examples, one schema for all
         *     errors, and only operations that return JSON), `fuzzing` for fuzzers (links with bodies), `validation` for
         *     validators (no examples, any character in a query, and no `not` in parameters). The default document suits most
         *     other tools.
         * @example sdk
         */
        readonly ContractUseParameter: components["schemas"]["ContractUse"];
        /** @description Return only this key. An unknown key returns an empty page. */
        readonly KeyFilter: components["schemas"]["AnyId"];
        /** @description Return only keys that this key created. An unknown key returns an empty page. */
        readonly CreatedByKey: components["schemas"]["AnyId"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly DisputeCaseCursorParameter: components["schemas"]["DisputeCaseCursor"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly DisputeCursorParameter: components["schemas"]["DisputeCursor"];
        /** @description Return only keys that are neither revoked nor expired, and expire before this time. */
        readonly ExpiresBefore: string;
        /**
         * @description Identifier of an invitation for the signed-in person, from the session or the list.
         * @example inv_01955617-5c20-7d3b-9f4e-8a7b6c5d4e3f
         */
        readonly DeclinedInvitationId: components["schemas"]["AnyId"];
        /**
         * @description Identifier of the dispute, from the response that opened it or from the list.
         * @example dsp_01955628-4c60-7e1f-a0b1-c2d3e4f50617
         */
        readonly DisputeId: components["schemas"]["AnyId"];
        /**
         * @description State of the disputes to list. A cursor of undecided disputes returns 409 `CURSOR_MISMATCH` for decided ones,
         *     and vice versa.
         * @default open
         */
        readonly DisputeQueue: components["schemas"]["DisputeState"];
        /**
         * @description Disputes to list: `made` for those that the organization opened, `received` for those about its agents.
         * @default made
         */
        readonly DisputeSideParameter: components["schemas"]["DisputeSide"];
        /**
         * @description Return only disputes in this state.
         * @example open
         */
        readonly DisputeStateFilter: components["schemas"]["DisputeState"];
        /**
         * @description Return only the disputes of this organization, for which the credential must act. An organization in which the
         *     person's role does not suffice returns 403 `ROLE_REQUIRED`, and any other 404 `ORGANIZATION_NOT_FOUND`.
         * @example org_acme
         */
        readonly DisputesOf: components["schemas"]["OrganizationId"];
        /**
         * @description Return only records of this event type, for example `policy.updated`.
         * @example workspace.created
         */
        readonly EventTypeFilter: components["schemas"]["ExportEventType"];
        /**
         * @description Identifier of the export, from the response that created it.
         * @example 0195561d-5b80-7d1e-b2c4-9a7f30e6d815
         */
        readonly ExportId: components["schemas"]["AnyId"];
        /** @description Delete the workspace even if it has active or paused installations, which are revoked first. */
        readonly Force: boolean;
        /**
         * @description Identifier of the person, from the list of members.
         * @example usr_01955617-3b10-7e4f-8a2c-6d5e4f302918
         */
        readonly FormerMemberId: components["schemas"]["AnyId"];
        /**
         * @description The organization for which to act. Defaults to the organization of the API key, or to the first organization in
         *     which the signed-in person's role permits the operation.
         * @example org_acme
         */
        readonly ForOrganization: components["schemas"]["OrganizationId"];
        /**
         * @description Sequence number of the first record to verify. If omitted, or if it precedes the oldest remaining record,
         *     verification starts at the beginning of the chain. After the newest record there is nothing to verify.
         * @example 1
         */
        readonly FromSequence: number;
        /**
         * @description Return only installations in this health state.
         * @example online
         */
        readonly HealthFilter: components["schemas"]["InstallationHealth"];
        /**
         * @description Return only installations in one of these health states. Repeat the parameter for several.
         * @example [
         *       "online"
         *     ]
         */
        readonly HealthsFilter: readonly components["schemas"]["InstallationHealth"][];
        /**
         * @description Maximum number of days to return, including today.
         * @example 30
         */
        readonly HistoryDays: number;
        /**
         * @description Entity tags of earlier responses, or `*`. If one of them matches the response, the status is 304.
         * @example "dGhlIGNvbnRyYWN0IG9mIDI"
         */
        readonly IfNoneMatch: string;
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly ImageCursorParameter: components["schemas"]["ImageCursor"];
        /**
         * @description Reference of the image, percent-encoded as one path segment: `acme/invoice-reader:1.4.0` is sent as
         *     `acme%2Finvoice-reader%3A1.4.0`. It is decoded once. A doubly encoded value is not a valid reference and returns
         *     400. An unencoded slash, for example because a proxy decoded it, makes a different path and returns 404.
         * @example acme/invoice-reader:1.4.0
         */
        readonly ImageRef: components["schemas"]["ImageReference"];
        /** @description The `next_cursor` of the previous response. Any other value returns 400 `INVALID_CURSOR`. */
        readonly InstallationActionCursorParameter: components["schemas"]["InstallationActionCursor"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly InstallationCommandCursorParameter: components["schemas"]["InstallationCommandCursor"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly InstallationCursorParameter: components["schemas"]["InstallationCursor"];
        /**
         * @description Identifier of the installation, from the response to its bootstrap.
         * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
         */
        readonly InstallationIdParameter: components["schemas"]["AnyId"];
        /** @description The `next_cursor` of the previous page. Any other value returns 400 `INVALID_CURSOR`. */
        readonly InstallationSearchCursorParameter: components["schemas"]["InstallationSearchCursor"];
        /**
         * @description Words or prefixes of words in the name of the agent, in any order, ignoring case and accents. A value that begins
         *     with 4 hexadecimal digits, continues with hexadecimal digits and dashes, and contains at least one decimal digit
         *     is treated as the beginning of an installation's identifier if there is such an installation in the workspaces
         *     that are searched. A value without words matches all installations.
         * @example invoice
         */
        readonly InstallationTextParameter: components["schemas"]["InstallationText"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly InstallTokenCursorParameter: components["schemas"]["InstallTokenCursor"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly InvitationCursorParameter: components["schemas"]["InvitationCursor"];
        /**
         * @description Identifier of the invitation, from the response that created it or from the list of the organization.
         * @example inv_01955618-40a0-7b11-8c2d-3e4f50617284
         */
        readonly InvitationIdParameter: components["schemas"]["AnyId"];
        /**
         * @description Identifier of the dispute, from the response that opened it or from the list.
         * @example dsp_01955629-1d70-7a2b-8c3d-4e5f60718293
         */
        readonly JudgedDisputeId: components["schemas"]["AnyId"];
        /**
         * @description Identifier of the API key, from the response that created it or from the list.
         * @example key_01955617-2e40-7a6b-b1c2-3d4e5f60718a
         */
        readonly KeyId: components["schemas"]["AnyId"];
        /**
         * @description Return only installations whose labels meet all requirements, which are separated by commas: `env=prod` (or
         *     `env==prod`), `tier!=canary`, `region in (eu, us)`, `region notin (eu, us)`, `team` (has the key) and `!team`
         *     (does not have it). `!=` and `notin` also match installations without the key. At most 8 requirements.
         * @example tier!=canary
         */
        readonly LabelSelectorParameter: components["schemas"]["LabelSelector"];
        /**
         * @description Identifier of the organization.
         * @example org_northwind
         */
        readonly LeftOrgId: components["schemas"]["OrganizationId"];
        /**
         * @description Return only installations in this lifecycle state.
         * @example active
         */
        readonly LifecycleFilter: components["schemas"]["InstallationLifecycle"];
        /**
         * @description Return only installations in one of these lifecycle states. Repeat the parameter for several.
         * @example [
         *       "active"
         *     ]
         */
        readonly LifecyclesFilter: readonly components["schemas"]["InstallationLifecycle"][];
        /**
         * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
         *     applied.
         */
        readonly Limit: number;
        /** @description Return only agents that are installed in the organizations for which the credential acts, or in its workspace. */
        readonly InstalledFilter: boolean;
        /**
         * @description Return only agents that are installed in this workspace. A workspace to which the credential has no access
         *     yields no results.
         */
        readonly InstalledInFilter: components["schemas"]["WorkspaceId"];
        /**
         * @description Return only agents that use a language model of this provider.
         * @example example-llm
         */
        readonly LlmProviderFilter: components["schemas"]["LlmProvider"];
        /**
         * @description Return only agents that use a language model of one of these providers, or of `llm_provider`. Repeat the
         *     parameter for several.
         * @example [
         *       "example-llm"
         *     ]
         */
        readonly LlmProvidersFilter: readonly components["schemas"]["LlmProvider"][];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly MemberCursorParameter: components["schemas"]["MemberCursor"];
        /** @description Return only agents with at least this reputation score. */
        readonly MinReputation: number;
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly NetworkAgentCursorParameter: components["schemas"]["NetworkAgentCursor"];
        /**
         * @description Maximum number of agents to return. Values above 200 are reduced to 200; the response states the value that was
         *     applied.
         */
        readonly NetworkLimit: number;
        /** @description Number of items to skip. */
        readonly Offset: number;
        /**
         * @description OpenAPI version: `3.0`, in which the contract is written, or `3.1` for tools that require it.
         * @default 3.0
         * @example 3.0
         */
        readonly OpenApiVersionParameter: components["schemas"]["OpenApiVersion"];
        /**
         * @description Return only agents that belong to the organizations for which the credential acts. Private ones do not appear,
         *     as in the rest of the network.
         */
        readonly OwnFilter: boolean;
        /**
         * @description Return only installations whose beacon names one of these platforms. Repeat the parameter for several.
         * @example [
         *       "kubernetes"
         *     ]
         */
        readonly PlatformsFilter: readonly components["schemas"]["PlatformName"][];
        /**
         * @description Return only agents of this publisher, ignoring case and accents.
         * @example Acme
         */
        readonly PublisherFilter: components["schemas"]["Publisher"];
        /**
         * @description The organization whose records to return. Defaults to the organization of the API key, or to the first
         *     organization in which the signed-in person's role permits the operation.
         * @example org_acme
         */
        readonly OrganizationFilter: components["schemas"]["OrganizationId"];
        /**
         * @description Identifier of the organization.
         * @example org_acme
         */
        readonly OrgId: components["schemas"]["OrganizationId"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly OwnInvitationCursorParameter: components["schemas"]["OwnInvitationCursor"];
        /**
         * @description Identifier of an invitation for the signed-in person, from the session or the list.
         * @example inv_01955617-0b98-7a2c-9d3e-4f5061728394
         */
        readonly OwnInvitationId: components["schemas"]["AnyId"];
        /**
         * @description The `ETag` of the policy on which the change is based, or `*` for any version. Required, because a concurrent
         *     change could otherwise be overwritten unnoticed.
         * @example "1"
         */
        readonly PolicyPrecondition: string;
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly PolicyVersionCursorParameter: components["schemas"]["PolicyVersionCursor"];
        /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
        readonly TaskCursorParameter: components["schemas"]["TaskCursor"];
        /**
         * @description Version number of the policy.
         * @example 1
         */
        readonly VersionNumber: number;
        /**
         * @description Format of the report.
         * @default json
         */
        readonly ReportFormatParameter: components["schemas"]["ReportFormat"];
        /**
         * @description The frameworks to report on, at most 20, separated by commas, case-insensitive. Defaults to all of them. Known
         *     values are `soc2`, `iso27001`, `iso42001`, `hipaa`, `gdpr`, `eu_ai_act` and `nist_ai_rmf`. An unknown framework
         *     is included in the report with the status `unsupported`.
         * @example gdpr,soc2
         */
        readonly ReportFrameworks: string;
        /**
         * @description Identifier of the installation, from the response to its bootstrap.
         * @example c81b2e60-93f4-4d7a-b5c6-7f0e1a2d3b49
         */
        readonly RetiredInstallationId: components["schemas"]["AnyId"];
        /**
         * @description Reference of the image, percent-encoded as one path segment: `acme/invoice-reader:1.4.0` is sent as
         *     `acme%2Finvoice-reader%3A1.4.0`. It is decoded once. A doubly encoded value is not a valid reference and returns
         *     400. An unencoded slash, for example because a proxy decoded it, makes a different path and returns 404.
         * @example acme/invoice-reader:1.4.1
         */
        readonly ScannedImageRef: components["schemas"]["ImageReference"];
        /**
         * @description The organization to which `own` and `installed` refer. Defaults to all for which the credential acts; any other
         *     organization returns 404 `ORGANIZATION_NOT_FOUND`. The plan of a named organization must include the operation.
         * @example org_acme
         */
        readonly SearchFor: components["schemas"]["OrganizationId"];
        /**
         * @description Words or prefixes of words in the name, publisher, category, skills or description of the agent, in any order,
         *     ignoring case and accents, or the beginning of its identifier, at least 4 characters. Outside of the name, words
         *     of one or two characters match whole words only. All characters other than letters and digits separate words. A
         *     value without words matches all agents.
         * @example inv read
         */
        readonly SearchText: string;
        /**
         * @description Return only results at or after this time.
         * @example 2026-03-01T00:00:00Z
         */
        readonly Since: components["schemas"]["Moment"];
        /**
         * @description Return only agents that offer exactly this skill.
         * @example extract_invoice
         */
        readonly SkillFilter: components["schemas"]["Capability"];
        /**
         * @description Identifier of the agent, percent-encoded if it contains a slash.
         * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
         */
        readonly SvcIdParameter: components["schemas"]["SvcId"];
        /**
         * @description Return only tasks for this skill.
         * @example extract_invoice
         */
        readonly TaskSkillFilter: components["schemas"]["Capability"];
        /**
         * @description Return only tasks in this state.
         * @example completed
         */
        readonly TaskStatusFilter: components["schemas"]["TaskStatus"];
        /**
         * @description Identifier of the install token, from the response that created it or from the list.
         * @example tok_0195561a-8d30-7c4b-a2f1-5e6d7c8b9a02
         */
        readonly TokenId: components["schemas"]["AnyId"];
        /**
         * @description The period: a `day` in steps of one hour, a `week` in steps of six hours, or a `month` of 30 days in steps of a
         *     day.
         * @default day
         * @example day
         */
        readonly TrendPeriodParameter: components["schemas"]["TrendPeriod"];
        /**
         * @description Return only results at or before this time.
         * @example 2099-12-31T23:59:59Z
         */
        readonly Until: components["schemas"]["Moment"];
        /**
         * @description Identifier of the person, from the list of members.
         * @example usr_01955617-0f80-7c3d-9a1b-2c3d4e5f6071
         */
        readonly UserId: components["schemas"]["AnyId"];
        /**
         * @description Maximum number of records to verify in this request.
         * @example 10000
         */
        readonly VerificationLimit: number;
        /** @description Return only agents whose verification status is `verified`. */
        readonly VerifiedOnly: boolean;
        /**
         * @description Return only records that concern this workspace of the organization.
         * @example ws_7b1e5c90d2f4
         */
        readonly WorkspaceFilter: components["schemas"]["WorkspaceId"];
        /**
         * @description Identifier of the workspace.
         * @example ws_7b1e5c90d2f4
         */
        readonly WorkspaceHeader: components["schemas"]["WorkspaceId"];
        /**
         * @description Return only installations of agents of one of these versions. Repeat the parameter for several.
         * @example [
         *       "1.4.0"
         *     ]
         */
        readonly VersionsFilter: readonly components["schemas"]["AgentVersion"][];
        /**
         * @description Whether the first page also has `counts`.
         * @example true
         */
        readonly WithCounts: boolean;
        /**
         * @description Identifier of the workspace.
         * @example ws_7b1e5c90d2f4
         */
        readonly WorkspaceIdParameter: components["schemas"]["WorkspaceId"];
        /**
         * @description Return only installations in one of these workspaces. Repeat the parameter for several. A workspace to which the
         *     credential has no access yields no results.
         */
        readonly WorkspacesFilter: readonly components["schemas"]["WorkspaceId"][];
    };
    requestBodies: never;
    headers: {
        /** @description The methods that the path supports. */
        readonly Allow: string;
        /** @description The keys may be stored for a few seconds, which is shorter than the overlap of two keys. */
        readonly KeysCacheControl: string;
        /** @description The response may be stored, but must be revalidated before each use. */
        readonly CacheControl: string;
        /** @description Version of the returned representation. */
        readonly ETag: string;
        /**
         * @description Path at which the created resource can be read, relative to the host of the service. For an agent it is the path of
         *     `verifyAgent`.
         */
        readonly Location: string;
        /** @description Removes the session cookie from the browser; absent if the session was identified by a bearer token. */
        readonly NoSessionCookie: string;
        /**
         * @description The limit that has the fewest requests left: requests remaining (`r`) and seconds until it is fully replenished
         *     (`t`). Absent if the request was neither counted against a limit nor refused by one.
         */
        readonly RateLimit: string;
        /** @description The limit that `RateLimit` names, with its quota (`q`) and its window in seconds (`w`). */
        readonly RateLimitPolicy: string;
        /** @description Identifier of this request, the same as `request_id` in errors and audit records. */
        readonly RequestId: string;
        /** @description Number of seconds to wait before retrying. */
        readonly RetryAfter: number;
        /** @description The session cookie. Only this response contains the session token. Over http it has no `Secure` attribute. */
        readonly SessionCookie: string;
        /**
         * @description The credentials that the operation accepts: an API key with the name of its header (`header`), a bearer token with
         *     its kind (`scheme`), and a credential in the body with the name of its member (`member`). The session cookie is
         *     not listed.
         */
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
            /** @description The challenge. The PIN is sent by e-mail. */
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
            /** @description The body is JSON, but does not match its schema. `issues` lists the invalid fields. */
            readonly 422: {
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
            /** @description The session. The token is returned only once. */
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
            /** @description The PIN is wrong, or its challenge has been used, has expired or belongs to another address. */
            readonly 401: {
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
                    readonly "application/json": components["schemas"]["AdminSessionDetails"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            /** @description There is no session, or it is unknown, ended or expired. */
            readonly 401: {
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
            /** @description The session. The token is in the cookie. */
            readonly 201: {
                headers: {
                    readonly "Set-Cookie": components["headers"]["SessionCookie"];
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdminSessionDetails"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            /** @description The PIN is wrong, or its challenge has been used, has expired or belongs to another address. */
            readonly 401: {
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
            /** @description The session has ended and its token is no longer valid. */
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
            /** @description There is no session, or it has already ended or expired. */
            readonly 401: {
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
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["OwnInvitationCursorParameter"];
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
            /** @description There is no session, or it is unknown, ended or expired. */
            readonly 401: {
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
                 * @description Identifier of an invitation for the signed-in person, from the session or the list.
                 * @example inv_01955617-0b98-7a2c-9d3e-4f5061728394
                 */
                readonly invitation_id: components["parameters"]["OwnInvitationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The person is a member of the organization. */
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
            /** @description The invitation is no longer open, or is for another person. */
            readonly 404: {
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
                 * @description Identifier of an invitation for the signed-in person, from the session or the list.
                 * @example inv_01955617-5c20-7d3b-9f4e-8a7b6c5d4e3f
                 */
                readonly invitation_id: components["parameters"]["DeclinedInvitationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The invitation is closed. */
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
            /** @description The invitation is no longer open, or is for another person. */
            readonly 404: {
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
                 * @example org_northwind
                 */
                readonly org_id: components["parameters"]["LeftOrgId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The person is no longer a member of the organization. */
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
            readonly 404: components["responses"]["OrganizationNotFound"];
            /** @description The organization would have no owner; nothing was changed. */
            readonly 409: {
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
            /**
             * @description The key lacks the scope `organization:read`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["MemberCursorParameter"];
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
            /**
             * @description The key lacks the scope `organization:read`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listInvitations: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["InvitationCursorParameter"];
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
            /**
             * @description The key lacks the scope `organization:read`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
            /** @description The invitation was created. */
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
            readonly 404: components["responses"]["OrganizationNotFound"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** @description The person is already a member or invited, or there are too many invitations; nothing was changed. */
            readonly 409: {
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
                 * @description Identifier of the invitation, from the response that created it or from the list of the organization.
                 * @example inv_01955618-40a0-7b11-8c2d-3e4f50617284
                 */
                readonly invitation_id: components["parameters"]["InvitationIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The invitation is closed. */
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
            /** @description The open invitation or the organization does not exist or is not visible to the caller. */
            readonly 404: {
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
            /** @description The member with the new role. */
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
            /** @description The member or the organization does not exist or is not visible to the caller. */
            readonly 404: {
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
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["LastOwner"];
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
                 * @example usr_01955617-3b10-7e4f-8a2c-6d5e4f302918
                 */
                readonly user_id: components["parameters"]["FormerMemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The member was removed. */
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
            /** @description The member or the organization does not exist or is not visible to the caller. */
            readonly 404: {
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
            readonly 409: components["responses"]["LastOwner"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listApiKeys: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["ApiKeyCursorParameter"];
                /** @description Return only this key. An unknown key returns an empty page. */
                readonly key_id?: components["parameters"]["KeyFilter"];
                /** @description Return only keys that this key created. An unknown key returns an empty page. */
                readonly created_by_key?: components["parameters"]["CreatedByKey"];
                /** @description Return only keys that are neither revoked nor expired, and expire before this time. */
                readonly expires_before?: components["parameters"]["ExpiresBefore"];
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
            /**
             * @description The key lacks the scope `organization:read`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
            /** @description The key, which is returned only once. */
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
            /** @description The organization or the workspace of the key does not exist or is not visible to the caller. */
            readonly 404: {
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
                 * @description Identifier of the API key, from the response that created it or from the list.
                 * @example key_01955617-2e40-7a6b-b1c2-3d4e5f60718a
                 */
                readonly key_id: components["parameters"]["KeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The record of the key. */
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
            /** @description The API key or the organization does not exist or is not visible to the caller. */
            readonly 404: {
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
            /** @description This organization had already registered the agent, and the registration now has a proof signed with its key. */
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
            /** @description The agent was registered. */
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
            readonly 408: components["responses"]["RequestTimeout"];
            /**
             * @description The organization has already registered this identifier, another organization owns it, or it is the issuer
             *     of this platform; nothing was changed.
             */
            readonly 409: {
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
                 * @description Identifier of the agent, percent-encoded if it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcIdParameter"];
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
            /** @description The key lacks the scope `agents:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["AgentNotFound"];
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
                 * @description Identifier of the agent, percent-encoded if it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateAgentRequest"];
            };
        };
        readonly responses: {
            /** @description The updated agent. */
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
            /**
             * @description The key lacks the scope `agents:write` or is bound to a workspace, the person's role does not permit the
             *     operation, the agent belongs to another organization, or the request restricts the agent although the
             *     organization has not proved that it owns it.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["AgentNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 408: components["responses"]["RequestTimeout"];
            /**
             * @description Another organization has publicly proved that it owns this identifier, so the registration stays private; nothing
             *     was changed.
             */
            readonly 409: {
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
                 * @description Maximum number of days to return, including today.
                 * @example 30
                 */
                readonly days?: components["parameters"]["HistoryDays"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the agent, percent-encoded if it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The days, oldest first. */
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
            /** @description The key lacks the scope `agents:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["AgentNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listAgentVersions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the agent, percent-encoded if it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The versions, newest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentVersions"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            /** @description The key lacks the scope `agents:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["AgentNotFound"];
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
                 * @description Identifier of the agent, percent-encoded if it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcIdParameter"];
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
            /** @description The key lacks the scope `agents:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["AgentNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listWorkspaces: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
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
            /** @description The key lacks the scope `workspaces:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
            /** @description The workspace was created. */
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
            /**
             * @description The key lacks the scope `workspaces:write`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
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
            /**
             * @description The key lacks the scope `workspaces:read`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateWorkspaceRequest"];
            };
        };
        readonly responses: {
            /** @description The updated workspace. */
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
            /**
             * @description The key lacks the scope `workspaces:write`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
    readonly deleteWorkspace: {
        readonly parameters: {
            readonly query?: {
                /** @description Delete the workspace even if it has active or paused installations, which are revoked first. */
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
                 * @example ws_e4a91c07b3d8
                 */
                readonly workspace_id: components["parameters"]["ClosedWorkspaceId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The workspace was deleted. */
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
            /** @description The workspace has active or paused installations; nothing was changed. */
            readonly 409: {
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
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listWorkspaceMembers: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
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
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
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
            /**
             * @description The key lacks the scope `workspaces:read`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listInstallTokens: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["InstallTokenCursorParameter"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
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
            /**
             * @description The key lacks the scope `tokens:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
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
            /** @description The workspace or the agent does not exist or is not visible to the caller. */
            readonly 404: {
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
    readonly revokeInstallToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
                /**
                 * @description Identifier of the install token, from the response that created it or from the list.
                 * @example tok_0195561a-8d30-7c4b-a2f1-5e6d7c8b9a02
                 */
                readonly token_id: components["parameters"]["TokenId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The record of the token. */
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
            /** @description The install token or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
            readonly 409: components["responses"]["InstallTokenNotOutstanding"];
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
                 * @description Return only installations in this lifecycle state.
                 * @example active
                 */
                readonly lifecycle?: components["parameters"]["LifecycleFilter"];
                /**
                 * @description Return only installations in this health state.
                 * @example online
                 */
                readonly health?: components["parameters"]["HealthFilter"];
                /**
                 * @description Return only results that concern this agent.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly agent_id?: components["parameters"]["AgentFilter"];
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["InstallationCursorParameter"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
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
            /**
             * @description The key lacks the scope `installations:read`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevokeInstallationsRequest"];
            };
        };
        readonly responses: {
            /** @description The installations that were revoked by this call. */
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
            /**
             * @description The key lacks the scope `installations:write`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
    readonly searchInstallations: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Words or prefixes of words in the name of the agent, in any order, ignoring case and accents. A value that begins
                 *     with 4 hexadecimal digits, continues with hexadecimal digits and dashes, and contains at least one decimal digit
                 *     is treated as the beginning of an installation's identifier if there is such an installation in the workspaces
                 *     that are searched. A value without words matches all installations.
                 * @example invoice
                 */
                readonly q?: components["parameters"]["InstallationTextParameter"];
                /**
                 * @description Return only installations in one of these workspaces. Repeat the parameter for several. A workspace to which the
                 *     credential has no access yields no results.
                 */
                readonly workspace_ids?: components["parameters"]["WorkspacesFilter"];
                /**
                 * @description Return only results that concern this agent.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly agent_id?: components["parameters"]["AgentFilter"];
                /**
                 * @description Return only installations whose labels meet all requirements, which are separated by commas: `env=prod` (or
                 *     `env==prod`), `tier!=canary`, `region in (eu, us)`, `region notin (eu, us)`, `team` (has the key) and `!team`
                 *     (does not have it). `!=` and `notin` also match installations without the key. At most 8 requirements.
                 * @example tier!=canary
                 */
                readonly label_selector?: components["parameters"]["LabelSelectorParameter"];
                /**
                 * @description Return only installations whose beacon names one of these platforms. Repeat the parameter for several.
                 * @example [
                 *       "kubernetes"
                 *     ]
                 */
                readonly platforms?: components["parameters"]["PlatformsFilter"];
                /**
                 * @description Return only installations of agents of one of these versions. Repeat the parameter for several.
                 * @example [
                 *       "1.4.0"
                 *     ]
                 */
                readonly versions?: components["parameters"]["VersionsFilter"];
                /**
                 * @description Return only installations in one of these lifecycle states. Repeat the parameter for several.
                 * @example [
                 *       "active"
                 *     ]
                 */
                readonly lifecycle?: components["parameters"]["LifecyclesFilter"];
                /**
                 * @description Return only installations in one of these health states. Repeat the parameter for several.
                 * @example [
                 *       "online"
                 *     ]
                 */
                readonly health?: components["parameters"]["HealthsFilter"];
                /**
                 * @description Whether the first page also has `counts`.
                 * @example true
                 */
                readonly counts?: components["parameters"]["WithCounts"];
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["InstallationSearchCursorParameter"];
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
            /** @description A page of matching installations. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallationSearchPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            /** @description The key lacks the scope `installations:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly updateInstallations: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the previous response. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["InstallationActionCursorParameter"];
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
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateInstallationsRequest"];
            };
        };
        readonly responses: {
            /** @description The outcome for each installation that this call handled. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallationActionResults"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            /** @description The key lacks the scope `installations:write`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
    readonly getFleetTrends: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The period: a `day` in steps of one hour, a `week` in steps of six hours, or a `month` of 30 days in steps of a
                 *     day.
                 * @default day
                 * @example day
                 */
                readonly period?: components["parameters"]["TrendPeriodParameter"];
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
            /** @description The trends. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FleetTrends"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            /**
             * @description The key lacks the scope `installations:read`, the person's role does not permit the operation, or the key is
             *     bound to a workspace.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
            /** @description The new installation and its credentials. */
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
            readonly 404: components["responses"]["AgentNotFound"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** @description The install token was already used, and can no longer be exchanged again; nothing was changed. */
            readonly 409: {
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
                 * @description Identifier of the installation, from the response to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdParameter"];
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
            /** @description The key lacks the scope `installations:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["InstallationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listInstallationCommands: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["InstallationCommandCursorParameter"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the response to its bootstrap.
                 * @example 1f6d8a25-4c39-47be-9e02-a5b7c3d1e8f4
                 */
                readonly installation_id: components["parameters"]["CommandedInstallationId"];
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
            /** @description The key lacks the scope `installations:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["InstallationNotFound"];
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
                 * @description Identifier of the installation, from the response to its bootstrap.
                 * @example 1f6d8a25-4c39-47be-9e02-a5b7c3d1e8f4
                 */
                readonly installation_id: components["parameters"]["CommandedInstallationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SendCommandRequest"];
            };
        };
        readonly responses: {
            /** @description The command, which is pending until the agent acknowledges it, it expires or another replaces it. */
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
            /**
             * @description The key lacks the scope `installations:write`, the person's role does not permit the operation, or the
             *     installation was revoked or terminated (`INSTALLATION_REVOKED`, `INSTALLATION_TERMINATED`).
             */
            readonly 403: {
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
            readonly 404: components["responses"]["InstallationNotFound"];
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
    readonly setInstallationLabels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the response to its bootstrap.
                 * @example 1f6d8a25-4c39-47be-9e02-a5b7c3d1e8f4
                 */
                readonly installation_id: components["parameters"]["CommandedInstallationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetInstallationLabelsRequest"];
            };
        };
        readonly responses: {
            /** @description The labels of the installation. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LabeledInstallation"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            /** @description The key lacks the scope `installations:write`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["InstallationNotFound"];
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
    readonly renewLease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the response to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdParameter"];
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
            /** @description The runtime token is missing, unknown, expired, replaced or revoked. */
            readonly 401: {
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["InstallationNotFound"];
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
    readonly refreshRuntimeToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the response to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdParameter"];
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
            /** @description The refresh token does not belong to an active or paused installation with this id. */
            readonly 401: {
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
            /** @description The recovered installation and its new credentials. */
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
            /**
             * @description The workspace does not exist or is not visible to the caller (`WORKSPACE_NOT_FOUND`), the agent has no
             *     installation in it (`INSTALLATION_NOT_FOUND`), or the agent is no longer visible to the organization
             *     (`AGENT_NOT_FOUND`).
             */
            readonly 404: {
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
    readonly registerBeacon: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the response to its bootstrap.
                 * @example 4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3
                 */
                readonly installation_id: components["parameters"]["InstallationIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RegisterBeaconRequest"];
            };
        };
        readonly responses: {
            /** @description The recorded beacon. */
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
            /**
             * @description The key lacks the scope `installations:write`, the person's role does not permit the operation, or the
             *     installation was revoked or terminated (`INSTALLATION_REVOKED`, `INSTALLATION_TERMINATED`).
             */
            readonly 403: {
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
            readonly 404: components["responses"]["InstallationNotFound"];
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
    readonly revokeInstallation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the installation, from the response to its bootstrap.
                 * @example c81b2e60-93f4-4d7a-b5c6-7f0e1a2d3b49
                 */
                readonly installation_id: components["parameters"]["RetiredInstallationId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevokeInstallationRequest"];
            };
        };
        readonly responses: {
            /** @description The installation was revoked. */
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
            /** @description The key lacks the scope `installations:write`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["InstallationNotFound"];
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
    readonly getWorkspacePolicy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
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
            /**
             * @description The key lacks the scope `policy:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
                 * @description The `ETag` of the policy on which the change is based, or `*` for any version. Required, because a concurrent
                 *     change could otherwise be overwritten unnoticed.
                 * @example "1"
                 */
                readonly "If-Match": components["parameters"]["PolicyPrecondition"];
            };
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetPolicyRequest"];
            };
        };
        readonly responses: {
            /** @description The new policy, which is now active. */
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** @description Another version of the policy is in force; nothing was changed. */
            readonly 409: {
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
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly evaluateWorkspacePolicy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EvaluatePolicyRequest"];
            };
        };
        readonly responses: {
            /** @description The decisions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PolicyEvaluation"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            /**
             * @description The key lacks the scope `policy:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
    readonly listPolicyVersions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["PolicyVersionCursorParameter"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
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
            /**
             * @description The key lacks the scope `policy:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
                /**
                 * @description Version number of the policy.
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
            /** @description The version or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
            /** @description The result of the verification. */
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
            /** @description The agent or the workspace of the context does not exist or is not visible to the caller. */
            readonly 404: {
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
    readonly getTrustProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Decentralized identifier of the agent, `did:svc:` followed by its `svc_id`.
                 * @example did:svc:af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly did: components["parameters"]["AgentDidParameter"];
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
            /** @description The key lacks the scope `trust:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["AgentNotFound"];
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
            /** @description The key lacks the scope `trust:sign`. */
            readonly 403: {
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
            readonly 404: components["responses"]["AgentNotFound"];
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
                    readonly "Cache-Control": components["headers"]["KeysCacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
            /** @description The request cannot be read, or has a query parameter; this operation has none. */
            readonly 400: {
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
                 * @description Identifier of the agent, percent-encoded if it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenDisputeRequest"];
            };
        };
        readonly responses: {
            /** @description The dispute was opened. */
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
            /** @description The agent or the organization does not exist or is not visible to the caller. */
            readonly 404: {
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
            readonly 408: components["responses"]["RequestTimeout"];
            /** @description The organization already has an open dispute about this agent and this task, or too many open disputes about this agent; nothing was changed. */
            readonly 409: {
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
                 * @description Return only the disputes of this organization, for which the credential must act. An organization in which the
                 *     person's role does not suffice returns 403 `ROLE_REQUIRED`, and any other 404 `ORGANIZATION_NOT_FOUND`.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["DisputesOf"];
                /**
                 * @description Disputes to list: `made` for those that the organization opened, `received` for those about its agents.
                 * @default made
                 */
                readonly side?: components["parameters"]["DisputeSideParameter"];
                /**
                 * @description Return only disputes in this state.
                 * @example open
                 */
                readonly state?: components["parameters"]["DisputeStateFilter"];
                /**
                 * @description Return only results that concern this agent.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly agent_id?: components["parameters"]["AgentFilter"];
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["DisputeCursorParameter"];
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
            /**
             * @description The key lacks the scope `disputes:read`, the person's role does not permit the operation, or the credential
             *     is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
                 * @description Identifier of the dispute, from the response that opened it or from the list.
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
            /**
             * @description The key lacks the scope `disputes:read`, the person's role does not permit the operation, or the credential
             *     is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["DisputeNotFound"];
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
                 * @description Identifier of the dispute, from the response that opened it or from the list.
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
            /** @description The dispute with the new comment. */
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
            readonly 404: components["responses"]["DisputeNotFound"];
            readonly 408: components["responses"]["RequestTimeout"];
            /** @description The dispute is already decided, or has too many comments; nothing was changed. */
            readonly 409: {
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
                /**
                 * @description State of the disputes to list. A cursor of undecided disputes returns 409 `CURSOR_MISMATCH` for decided ones,
                 *     and vice versa.
                 * @default open
                 */
                readonly state?: components["parameters"]["DisputeQueue"];
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["DisputeCaseCursorParameter"];
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
            /** @description The session is not that of an operator. */
            readonly 403: {
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
            readonly 409: components["responses"]["CursorMismatch"];
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
                 * @description Identifier of the dispute, from the response that opened it or from the list.
                 * @example dsp_01955628-4c60-7e1f-a0b1-c2d3e4f50617
                 */
                readonly dispute_id: components["parameters"]["DisputeId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dispute and the information needed to judge it. */
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
            /** @description The session is not that of an operator. */
            readonly 403: {
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
            /** @description The dispute does not exist. */
            readonly 404: {
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
                 * @description Identifier of the dispute, from the response that opened it or from the list.
                 * @example dsp_01955629-1d70-7a2b-8c3d-4e5f60718293
                 */
                readonly dispute_id: components["parameters"]["JudgedDisputeId"];
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
            /** @description The session is not that of an operator, or the operator belongs to a party to the dispute. */
            readonly 403: {
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
            /** @description The dispute does not exist. */
            readonly 404: {
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
            readonly 408: components["responses"]["RequestTimeout"];
            /** @description The dispute is already decided; nothing was changed. */
            readonly 409: {
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
                 * @description The organization for which to act. Defaults to the organization of the API key, or to the first organization in
                 *     which the signed-in person's role permits the operation.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["ForOrganization"];
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["ImageCursorParameter"];
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
            /**
             * @description The key lacks the scope `images:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
                 * @description The organization for which to act. Defaults to the organization of the API key, or to the first organization in
                 *     which the signed-in person's role permits the operation.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["ForOrganization"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Reference of the image, percent-encoded as one path segment: `acme/invoice-reader:1.4.0` is sent as
                 *     `acme%2Finvoice-reader%3A1.4.0`. It is decoded once. A doubly encoded value is not a valid reference and returns
                 *     400. An unencoded slash, for example because a proxy decoded it, makes a different path and returns 404.
                 * @example acme/invoice-reader:1.4.1
                 */
                readonly image_ref: components["parameters"]["ScannedImageRef"];
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
            /** @description The organization or the image does not exist or is not visible to the caller. */
            readonly 404: {
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
                 * @description The organization for which to act. Defaults to the organization of the API key, or to the first organization in
                 *     which the signed-in person's role permits the operation.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["ForOrganization"];
                /** @description Whether the newest scan that has read the image completely is used instead of the latest scan. */
                readonly completed?: components["parameters"]["CompletedScan"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Reference of the image, percent-encoded as one path segment: `acme/invoice-reader:1.4.0` is sent as
                 *     `acme%2Finvoice-reader%3A1.4.0`. It is decoded once. A doubly encoded value is not a valid reference and returns
                 *     400. An unencoded slash, for example because a proxy decoded it, makes a different path and returns 404.
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
            /** @description There is no such scan of the image, or the organization does not exist or is not visible to the caller. */
            readonly 404: {
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
                 * @description The organization for which to act. Defaults to the organization of the API key, or to the first organization in
                 *     which the signed-in person's role permits the operation.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["ForOrganization"];
                /** @description Whether the newest scan that has read the image completely is used instead of the latest scan. */
                readonly completed?: components["parameters"]["CompletedScan"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Reference of the image, percent-encoded as one path segment: `acme/invoice-reader:1.4.0` is sent as
                 *     `acme%2Finvoice-reader%3A1.4.0`. It is decoded once. A doubly encoded value is not a valid reference and returns
                 *     400. An unencoded slash, for example because a proxy decoded it, makes a different path and returns 404.
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
            /**
             * @description The scan has not read the image completely, no scan was requested, or the organization does not exist or is
             *     not visible to the caller.
             */
            readonly 404: {
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
                 * @description The organization whose records to return. Defaults to the organization of the API key, or to the first
                 *     organization in which the signed-in person's role permits the operation.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["OrganizationFilter"];
                /**
                 * @description Return only records that concern this workspace of the organization.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id?: components["parameters"]["WorkspaceFilter"];
                /**
                 * @description Return only records of this event type, for example `policy.updated`.
                 * @example workspace.created
                 */
                readonly event_type?: components["parameters"]["EventTypeFilter"];
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["AuditLogCursorParameter"];
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
            /**
             * @description The key lacks the scope `audit:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
                 * @description The organization whose records to return. Defaults to the organization of the API key, or to the first
                 *     organization in which the signed-in person's role permits the operation.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["OrganizationFilter"];
                /**
                 * @description Sequence number of the first record to verify. If omitted, or if it precedes the oldest remaining record,
                 *     verification starts at the beginning of the chain. After the newest record there is nothing to verify.
                 * @example 1
                 */
                readonly from_sequence?: components["parameters"]["FromSequence"];
                /**
                 * @description Maximum number of records to verify in this request.
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
            /** @description The result of this step, even if the chain is broken. */
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
            /**
             * @description The key lacks the scope `audit:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getAuditHead: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The organization whose records to return. Defaults to the organization of the API key, or to the first
                 *     organization in which the signed-in person's role permits the operation.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["OrganizationFilter"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The newest published head of the chain. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditHead"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PlanLimitExceeded"];
            /**
             * @description The key lacks the scope `audit:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
                 * @description Text contained in the identifier of the actor, the target, the request or the record, or in the reason.
                 *     Case-insensitive.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly q?: components["parameters"]["AuditSearchText"];
                /**
                 * @description The organization whose records to return. Defaults to the organization of the API key, or to the first
                 *     organization in which the signed-in person's role permits the operation.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["OrganizationFilter"];
                /**
                 * @description Return only records that concern this workspace of the organization.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id?: components["parameters"]["WorkspaceFilter"];
                /**
                 * @description Return only records of this event type, for example `policy.updated`.
                 * @example workspace.created
                 */
                readonly event_type?: components["parameters"]["EventTypeFilter"];
                /**
                 * @description Return only results at or after this time.
                 * @example 2026-03-01T00:00:00Z
                 */
                readonly since?: components["parameters"]["Since"];
                /**
                 * @description Return only results at or before this time.
                 * @example 2099-12-31T23:59:59Z
                 */
                readonly until?: components["parameters"]["Until"];
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["AuditSearchCursorParameter"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of matching records. */
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
            /**
             * @description The key lacks the scope `audit:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
            /** @description The export, which runs in the background. */
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
            /** @description The organization or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
            /** @description The export, which runs in the background. */
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
            /** @description The organization or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
            /** @description The export, which runs in the background. */
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
            /** @description The organization or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
    readonly getAuditExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the export, from the response that created it.
                 * @example 0195561d-5b80-7d1e-b2c4-9a7f30e6d815
                 */
                readonly export_id: components["parameters"]["ExportId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The current state of the export. */
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
            /** @description The export does not exist or is not visible to the caller; the response is the same in both cases. */
            readonly 404: {
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
            /** @description The ticket was stored; `channel` states where it goes. */
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
            /** @description The organization or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
            /** @description The ticket was stored; `channel` states where it goes. */
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
            /** @description The organization or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
            /** @description The ticket was stored; `channel` states where it goes. */
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
            /** @description The organization or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
            /** @description The ticket was stored; `channel` states where it goes. */
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
            /** @description The organization or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
    readonly getNetworkSummary: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The organization for which to act. Defaults to the organization of the API key, or to the first organization in
                 *     which the signed-in person's role permits the operation.
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
            /** @description The key lacks the scope `network:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
                 * @description Return only agents of this category.
                 * @example productivity
                 */
                readonly category?: components["parameters"]["CategoryFilter"];
                /** @description Return only agents whose verification status is `verified`. */
                readonly verified_only?: components["parameters"]["VerifiedOnly"];
                /**
                 * @description Maximum number of agents to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["NetworkLimit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["NetworkAgentCursorParameter"];
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
            /** @description The key lacks the scope `network:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
                 * @description Words or prefixes of words in the name, publisher, category, skills or description of the agent, in any order,
                 *     ignoring case and accents, or the beginning of its identifier, at least 4 characters. Outside of the name, words
                 *     of one or two characters match whole words only. All characters other than letters and digits separate words. A
                 *     value without words matches all agents.
                 * @example inv read
                 */
                readonly q?: components["parameters"]["SearchText"];
                /**
                 * @description Return only agents of this category.
                 * @example productivity
                 */
                readonly category?: components["parameters"]["CategoryFilter"];
                /**
                 * @description Return only agents that offer exactly this skill.
                 * @example extract_invoice
                 */
                readonly skill?: components["parameters"]["SkillFilter"];
                /**
                 * @description Return only agents that use a language model of this provider.
                 * @example example-llm
                 */
                readonly llm_provider?: components["parameters"]["LlmProviderFilter"];
                /** @description Return only agents whose verification status is `verified`. */
                readonly verified_only?: components["parameters"]["VerifiedOnly"];
                /** @description Return only agents with at least this reputation score. */
                readonly min_reputation?: components["parameters"]["MinReputation"];
                /**
                 * @description The order of the agents: by `name`, highest `reputation` first, most recently `registered` first, or by
                 *     `relevance` to `q`, which means by name if `q` is absent. A cursor for a different order returns 409
                 *     `CURSOR_MISMATCH`.
                 * @default name
                 */
                readonly sort?: components["parameters"]["AgentOrderParameter"];
                /**
                 * @description Maximum number of agents to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["NetworkLimit"];
                /** @description The `next_cursor` of the previous page. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["AgentSearchCursorParameter"];
                /**
                 * @description Return only agents of this publisher, ignoring case and accents.
                 * @example Acme
                 */
                readonly publisher?: components["parameters"]["PublisherFilter"];
                /**
                 * @description Return only agents that belong to the organizations for which the credential acts. Private ones do not appear,
                 *     as in the rest of the network.
                 */
                readonly own?: components["parameters"]["OwnFilter"];
                /** @description Return only agents that are installed in the organizations for which the credential acts, or in its workspace. */
                readonly installed?: components["parameters"]["InstalledFilter"];
                /**
                 * @description Return only agents that are installed in this workspace. A workspace to which the credential has no access
                 *     yields no results.
                 */
                readonly installed_in?: components["parameters"]["InstalledInFilter"];
                /**
                 * @description The organization to which `own` and `installed` refer. Defaults to all for which the credential acts; any other
                 *     organization returns 404 `ORGANIZATION_NOT_FOUND`. The plan of a named organization must include the operation.
                 * @example org_acme
                 */
                readonly organization_id?: components["parameters"]["SearchFor"];
                /**
                 * @description Return only agents of one of these categories, or of `category`. Repeat the parameter for several.
                 * @example [
                 *       "productivity",
                 *       "data"
                 *     ]
                 */
                readonly categories?: components["parameters"]["CategoriesFilter"];
                /**
                 * @description Return only agents that use a language model of one of these providers, or of `llm_provider`. Repeat the
                 *     parameter for several.
                 * @example [
                 *       "example-llm"
                 *     ]
                 */
                readonly llm_providers?: components["parameters"]["LlmProvidersFilter"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of matching agents. */
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
            /** @description The key lacks the scope `network:read`, or the person's role does not permit the operation. */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
            readonly 409: components["responses"]["CursorMismatch"];
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
            /** @description The new retention and the time from which it applies. */
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
            /**
             * @description The key lacks the scope `retention:write`, the person's role does not permit the operation, or the
             *     credential is bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["OrganizationNotFound"];
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
    readonly getComplianceReport: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Format of the report.
                 * @default json
                 */
                readonly format?: components["parameters"]["ReportFormatParameter"];
                /**
                 * @description The frameworks to report on, at most 20, separated by commas, case-insensitive. Defaults to all of them. Known
                 *     values are `soc2`, `iso27001`, `iso42001`, `hipaa`, `gdpr`, `eu_ai_act` and `nist_ai_rmf`. An unknown framework
                 *     is included in the report with the status `unsupported`.
                 * @example gdpr,soc2
                 */
                readonly frameworks?: components["parameters"]["ReportFrameworks"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Identifier of the agent, percent-encoded if it contains a slash.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly svc_id: components["parameters"]["SvcIdParameter"];
                /**
                 * @description Identifier of the workspace.
                 * @example ws_7b1e5c90d2f4
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdParameter"];
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
            /** @description The agent or the workspace does not exist or is not visible to the caller. */
            readonly 404: {
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
            /** @description No installation can take the task, or the requester or the workspace is unknown. */
            readonly 404: {
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
    readonly listTasks: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Return only tasks in this state.
                 * @example completed
                 */
                readonly status?: components["parameters"]["TaskStatusFilter"];
                /**
                 * @description Return only tasks for this skill.
                 * @example extract_invoice
                 */
                readonly skill?: components["parameters"]["TaskSkillFilter"];
                /**
                 * @description Return only results that concern this agent.
                 * @example af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51
                 */
                readonly agent_id?: components["parameters"]["AgentFilter"];
                /**
                 * @description Maximum number of items to return. Values above 200 are reduced to 200; the response states the value that was
                 *     applied.
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description Number of items to skip. */
                readonly offset?: components["parameters"]["Offset"];
                /** @description The `next_cursor` of the previous page; replaces `offset`. Any other value returns 400 `INVALID_CURSOR`. */
                readonly cursor?: components["parameters"]["TaskCursorParameter"];
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
            /**
             * @description The key lacks the scope `tasks:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
            /**
             * @description The key lacks the scope `tasks:read`, the person's role does not permit the operation, or the credential is
             *     bound to a workspace that does not include the resource.
             */
            readonly 403: {
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
            readonly 404: components["responses"]["WorkspaceNotFound"];
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
                 * @description Contract to return: `platform` for the contract of this service, `agent` for the contract that agents implement.
                 * @default platform
                 * @example platform
                 */
                readonly document?: components["parameters"]["ContractNameParameter"];
                /**
                 * @description OpenAPI version: `3.0`, in which the contract is written, or `3.1` for tools that require it.
                 * @default 3.0
                 * @example 3.0
                 */
                readonly version?: components["parameters"]["OpenApiVersionParameter"];
                /**
                 * @description Kind of tool that reads the document: `sdk` for client generators (no links, no examples, one schema for all
                 *     errors, and only operations that return JSON), `fuzzing` for fuzzers (links with bodies), `validation` for
                 *     validators (no examples, any character in a query, and no `not` in parameters). The default document suits most
                 *     other tools.
                 * @example sdk
                 */
                readonly for?: components["parameters"]["ContractUseParameter"];
            };
            readonly header?: {
                /**
                 * @description Entity tags of earlier responses, or `*`. If one of them matches the response, the status is 304.
                 * @example "dGhlIGNvbnRyYWN0IG9mIDI"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
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
            /** @description The contract still has the `ETag` in `If-None-Match`. */
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
            /** @description The request cannot be read, or a parameter is unknown or has an invalid value. */
            readonly 400: {
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
                 * @description Contract to return: `platform` for the contract of this service, `agent` for the contract that agents implement.
                 * @default platform
                 * @example platform
                 */
                readonly document?: components["parameters"]["ContractNameParameter"];
                /**
                 * @description OpenAPI version: `3.0`, in which the contract is written, or `3.1` for tools that require it.
                 * @default 3.0
                 * @example 3.0
                 */
                readonly version?: components["parameters"]["OpenApiVersionParameter"];
                /**
                 * @description Kind of tool that reads the document: `sdk` for client generators (no links, no examples, one schema for all
                 *     errors, and only operations that return JSON), `fuzzing` for fuzzers (links with bodies), `validation` for
                 *     validators (no examples, any character in a query, and no `not` in parameters). The default document suits most
                 *     other tools.
                 * @example sdk
                 */
                readonly for?: components["parameters"]["ContractUseParameter"];
            };
            readonly header?: {
                /**
                 * @description Entity tags of earlier responses, or `*`. If one of them matches the response, the status is 304.
                 * @example "dGhlIGNvbnRyYWN0IG9mIDI"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
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
                    readonly "application/yaml": unknown;
                };
            };
            /** @description The contract still has the `ETag` in `If-None-Match`. */
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
            /** @description The request cannot be read, or a parameter is unknown or has an invalid value. */
            readonly 400: {
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
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
}
