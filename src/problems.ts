import type { ProblemDefinitions } from './contract/typed.ts'

const bad_request = (message: string) => ({ status: 400, error: 'bad_request', message }) as const
const unauthorized = (message: string) => ({ status: 401, error: 'unauthorized', message }) as const
const plan_limit = (message: string) =>
  ({ status: 402, error: 'plan_limit_exceeded', message }) as const
const forbidden = (message: string) => ({ status: 403, error: 'forbidden', message }) as const
const not_found = (message: string) => ({ status: 404, error: 'not_found', message }) as const
const conflict = (message: string) => ({ status: 409, error: 'conflict', message }) as const

/** Every error the platform answers with: a stable code, its status and class, the fact and the way out. */
export const problems = {
  MALFORMED_REQUEST: bad_request(
    'The request cannot be read; check the path, its percent escapes and the headers.',
  ),
  MALFORMED_JSON: bad_request(
    'The body is not JSON in UTF-8; send one JSON value, nested at most 64 levels deep.',
  ),
  INVALID_PARAMETER: bad_request(
    'A parameter is missing, unknown, repeated or out of range; `issues` says which.',
  ),

  MISSING_API_KEY: unauthorized(
    'This operation needs an API key; send it in the X-API-Key header.',
  ),
  INVALID_API_KEY: unauthorized(
    'The API key is unknown or revoked; use a live key, or ask an owner for a new one.',
  ),
  API_KEY_EXPIRED: unauthorized('The API key has expired; ask an owner or admin for a new one.'),
  MISSING_BEARER_TOKEN: unauthorized(
    'This operation needs a bearer token; send it as `Authorization: Bearer <token>`.',
  ),
  INVALID_BEARER_TOKEN: unauthorized(
    'The bearer token is not one that this operation accepts, or it is dead; send a live one.',
  ),
  INVALID_RUNTIME_TOKEN: unauthorized(
    'The runtime token is unknown, expired, replaced or revoked; refresh it with the refresh token, or recover the installation with an API key.',
  ),
  INVALID_SESSION: unauthorized(
    'The admin session is unknown, ended or expired; request a new PIN and sign in again.',
  ),
  INVALID_PIN: unauthorized(
    'The PIN does not match, or its challenge is used up or expired; request a new PIN.',
  ),
  INVALID_INSTALL_TOKEN: unauthorized(
    'The install token is unknown; check that it was copied whole, or create a new one.',
  ),
  INSTALL_TOKEN_EXPIRED: unauthorized(
    'The install token has expired; create a new one and bootstrap within its lifetime.',
  ),
  INVALID_REFRESH_TOKEN: unauthorized(
    'The refresh token does not belong to a live installation with this id; recover the installation with an API key.',
  ),

  AUDIT_LOGS_REQUIRES_UPGRADE: plan_limit('The audit log needs a higher plan.'),
  AUDIT_EXPORT_REQUIRES_UPGRADE: plan_limit('Exporting the audit log needs a higher plan.'),
  EMAIL_SUPPORT_REQUIRES_UPGRADE: plan_limit('Support by e-mail needs a higher plan.'),
  PRIORITY_SUPPORT_REQUIRES_UPGRADE: plan_limit('Support with priority needs a higher plan.'),
  CHAT_SUPPORT_REQUIRES_UPGRADE: plan_limit('Support in the chat needs a higher plan.'),
  CUSTOMER_SUCCESS_REQUIRES_UPGRADE: plan_limit('Customer success needs a higher plan.'),
  REGISTRY_NETWORK_REQUIRES_UPGRADE: plan_limit('The registry network needs a higher plan.'),
  COMPLIANCE_REQUIRES_UPGRADE: plan_limit('A compliance report needs a higher plan.'),
  RETENTION_REQUIRES_UPGRADE: plan_limit('A retention override needs a higher plan.'),
  WORKSPACES_LIMIT_EXCEEDED: plan_limit('The plan allows no more workspaces.'),
  AGENTS_LIMIT_EXCEEDED: plan_limit('The plan allows no more agents.'),
  INSTALLATIONS_LIMIT_EXCEEDED: plan_limit('The plan allows no more installations.'),
  INSTALL_TOKENS_LIMIT_EXCEEDED: plan_limit(
    'The plan allows no more outstanding install tokens; use or let expire some of them.',
  ),
  API_KEYS_LIMIT_EXCEEDED: plan_limit(
    'The plan allows no more API keys; revoke some that nobody uses.',
  ),
  STORED_BYTES_LIMIT_EXCEEDED: plan_limit('The organization stores as much as its plan allows.'),

  SCOPE_REQUIRED: forbidden(
    'The API key lacks a scope that this operation needs; use a key that has it.',
  ),
  API_KEY_EXPIRY_TOO_LATE: forbidden(
    'An API key makes no key that expires later than itself; name a shorter time, or none for the same one.',
  ),
  NOT_KEY_MAKER: forbidden(
    'An API key revokes itself and the keys that it made, and no others; ask an owner or admin.',
  ),
  ROLE_REQUIRED: forbidden(
    'Only owners and admins act for an organization; ask one of them, or to become one.',
  ),
  CROSS_ORIGIN_REQUEST: forbidden(
    'A page of another origin made your browser send this; use the pages of this service, or send a token in the Authorization header.',
  ),
  OWNER_REQUIRED: forbidden('Owners are made, changed and removed by owners; ask one of them.'),
  OPERATOR_REQUIRED: forbidden(
    'Only operators of the registry judge disputes; whoever runs it names them with `svc-registry operator add`.',
  ),
  CONFLICT_OF_INTEREST: forbidden(
    'You belong to one of the two organizations of this dispute, so somebody else has to judge it; ask another operator.',
  ),
  WORKSPACE_NOT_ALLOWED: forbidden(
    'The credential is bound to one workspace; use a credential of that workspace, or an API key of the whole organization.',
  ),
  IMAGE_SCANNING_NOT_ENABLED: forbidden(
    'No part of a registry belongs to this organization, so it can have no image scanned; ask the operator to name it in SVC_IMAGES_NAMESPACES.',
  ),
  POLICY_DENIED: forbidden(
    'The policy of the workspace refuses this task; ask whoever writes the policy.',
  ),
  INVALID_PROOF: forbidden(
    'The proof is not a signature of this registration by its key for your organization and this platform, or is older than ten minutes; sign anew as the specification of `proof` says, or leave `proof` out.',
  ),
  OWNERSHIP_NOT_PROVED: forbidden(
    'Only the proved owner of a content-addressed svc_id can keep the agent private or restrict who installs it; register it with a `proof` by its key, under the hash of its fields.',
  ),
  AGENT_OWNER_REQUIRED: forbidden(
    'This agent belongs to another organization, and only its owner changes it; if you hold its key, register it with a `proof` first.',
  ),
  INSTALLATION_NOT_ALLOWED: forbidden(
    'The owner of this agent does not let your organization install it; ask the owner to list your organization_id.',
  ),
  AGENT_NOT_ACTIVE: forbidden(
    'The agent is suspended or revoked by the operator and cannot be installed; ask the operator of the registry.',
  ),
  INSTALLATION_REVOKED: forbidden(
    'The installation was revoked for good; install the agent again with a new install token.',
  ),
  INSTALLATION_TERMINATED: forbidden(
    'The installation was terminated; install the agent again with a new install token.',
  ),

  ROUTE_NOT_FOUND: not_found(
    'There is no such address; /docs shows all of them, and /api/v1/openapi.json lists them for programs.',
  ),
  AGENT_NOT_FOUND: not_found('There is no such agent.'),
  ORGANIZATION_NOT_FOUND: not_found('There is no such organization.'),
  WORKSPACE_NOT_FOUND: not_found('There is no such workspace.'),
  INSTALLATION_NOT_FOUND: not_found('There is no such installation.'),
  DISPUTE_NOT_FOUND: not_found(
    'There is no such dispute; list those that your organization made or received.',
  ),
  MEMBER_NOT_FOUND: not_found(
    'Nobody with this identifier belongs to the organization; list its members to see who does.',
  ),
  INVITATION_NOT_FOUND: not_found(
    'There is no such open invitation; it was answered, withdrawn or has expired. List the invitations to see which are open.',
  ),
  API_KEY_NOT_FOUND: not_found(
    'There is no such API key; list those of the organization to see which there are.',
  ),
  POLICY_VERSION_NOT_FOUND: not_found(
    'The policy has no such version; list them to see which there are.',
  ),
  INSTALL_TOKEN_NOT_FOUND: not_found(
    'There is no such install token; it is forgotten 30 days after it expired or was revoked.',
  ),
  EXPORT_NOT_FOUND: not_found('There is no such export; it is forgotten 30 days after it ended.'),
  NO_AGENT_FOR_SKILL: not_found(
    'No installation in this workspace offers this skill and can take a task now; install an agent that has it, or wait for one to come back.',
  ),
  REQUESTER_NOT_FOUND: not_found(
    'The requester is nobody of this organization; leave it out, or name the organization, one of its members, or an agent that it owns or runs in this workspace.',
  ),
  IMAGE_NOT_FOUND: not_found(
    'There is no such image for this organization; name one in a part of the registry that the operator gave to it.',
  ),
  IMAGE_NOT_SCANNED: not_found(
    'No scan of this image is on record, or none that read it to its end; ask for one, and wait until it is completed.',
  ),
  REQUEST_TIMEOUT: {
    status: 408,
    error: 'request_timeout',
    message: 'The request timed out; send it again.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    error: 'method_not_allowed',
    message: 'This address does not know that method; the Allow header lists those it knows.',
  },

  AGENT_EXISTS: conflict(
    'Your organization has registered this svc_id already and nothing was changed; change what is said of it with PUT /agents/{svc_id}, prove a claim with `proof`, or register a new version under its own id.',
  ),
  INSTALL_TOKEN_CONSUMED: conflict(
    'The install token was used already; an installation keeps its credentials, a new one needs a new token.',
  ),
  INSTALL_TOKEN_NOT_OUTSTANDING: conflict(
    'The install token was used, has expired or is revoked, so there is nothing to take back; end an installation by revoking it.',
  ),
  MEMBER_EXISTS: conflict(
    'This person belongs to the organization already, and nothing was changed; set the role instead.',
  ),
  INVITATION_EXISTS: conflict(
    'This address is invited to the organization already, and nothing was changed; withdraw that invitation to make another one.',
  ),
  TOO_MANY_INVITATIONS: conflict(
    'The organization has as many open invitations as it can have; withdraw some, or wait until they are answered or expire.',
  ),
  LAST_OWNER: conflict(
    'This is the last owner, and an organization needs one; make somebody else an owner first.',
  ),
  DISPUTE_EXISTS: conflict(
    'Your organization has an open dispute about this agent and this task; comment on that one.',
  ),
  TOO_MANY_DISPUTES: conflict(
    'Your organization has as many open disputes about this agent as it can; wait until some are decided.',
  ),
  DISPUTE_DECIDED: conflict(
    'The operator has decided this dispute, so there is nothing to add; open another one if there is something new.',
  ),
  TOO_MANY_COMMENTS: conflict(
    'The dispute has as many comments of this organization as it can hold.',
  ),
  POLICY_CHANGED: conflict(
    'The policy is not the one that If-Match names, so nothing was changed; read it again, and send the ETag of that answer.',
  ),
  WORKSPACE_IN_USE: conflict(
    'The workspace has active installations; revoke them first, or delete it with ?force=true.',
  ),

  BODY_TOO_LARGE: {
    status: 413,
    error: 'content_too_large',
    message: 'The body is larger than the platform reads; send less.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    error: 'unsupported_media_type',
    message:
      'The body must be `application/json` and not compressed; set the Content-Type header, and no Content-Encoding.',
  },
  INVALID_BODY: {
    status: 422,
    error: 'validation_error',
    message: 'The body was read, but breaks its schema; `issues` says where.',
  },
  RATE_LIMITED: {
    status: 429,
    error: 'too_many_requests',
    message: 'Too many requests; wait as long as Retry-After says.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    error: 'headers_too_large',
    message: 'The request headers are larger than the platform reads; send fewer or shorter ones.',
  },
  INTERNAL_ERROR: {
    status: 500,
    error: 'internal_error',
    message: 'The platform failed; the operator finds the cause under this request_id.',
  },
  SERVER_BUSY: {
    status: 503,
    error: 'unavailable',
    message:
      'Too many bodies without a credential are being read; send the request again after the time in Retry-After.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    error: 'unavailable',
    message: 'The store cannot be reached right now; nothing was changed, try again later.',
  },
} as const satisfies ProblemDefinitions

export type ProblemCode = keyof typeof problems
