import type { ProblemDefinitions } from '../contract/typed.ts'

const forbidden = (message: string) => ({ status: 403, error: 'forbidden', message }) as const

/** Lists the errors about operations that the caller may not perform. */
export const permissionProblems = {
  SCOPE_REQUIRED: forbidden(
    'The API key lacks a scope that this operation requires; use a key that has it.',
  ),
  API_KEY_EXPIRY_TOO_LATE: forbidden(
    'An API key cannot create a key that expires later than it does; request an earlier expiry, or omit the expiry to inherit that of the creating key.',
  ),
  NOT_KEY_MAKER: forbidden(
    'An API key can revoke only itself and the keys that it created; ask an owner or admin to revoke others.',
  ),
  ROLE_REQUIRED: forbidden(
    'Your role in this organization does not permit this; ask an owner or admin to do it, or to give you another role.',
  ),
  CROSS_ORIGIN_REQUEST: forbidden(
    'A page from another origin made your browser send this request; use the pages of this service, or send a token in the Authorization header.',
  ),
  OWNER_REQUIRED: forbidden('Only owners can add, change and remove owners; ask one of them.'),
  OPERATOR_REQUIRED: forbidden(
    'Only operators of the registry may judge disputes; they are added with `svc-registry operator add`.',
  ),
  CONFLICT_OF_INTEREST: forbidden(
    'You belong to one of the two organizations in this dispute, so you cannot judge it; ask another operator.',
  ),
  WORKSPACE_NOT_ALLOWED: forbidden(
    'The credential is bound to one workspace; use a credential of that workspace, or an API key for the whole organization.',
  ),
  IMAGE_SCANNING_NOT_ENABLED: forbidden(
    'No namespace of an image registry is assigned to this organization, so it cannot scan images; ask the operator to assign one in SVC_IMAGES_NAMESPACES.',
  ),
  POLICY_DENIED: forbidden(
    'The policy of the workspace denies this task; ask an owner or admin to change the policy.',
  ),
  INVALID_PROOF: forbidden(
    'The proof is not a signature over this registration by its key for your organization and this platform, or its `issued_at` is more than ten minutes from the current time; sign again as specified for `proof`, or omit `proof`.',
  ),
  OWNERSHIP_NOT_PROVED: forbidden(
    'Only the proven owner of a content-addressed svc_id can make the agent private or restrict who installs it; register it with the hash of its fields as the svc_id and a `proof` signed with its key.',
  ),
  AGENT_OWNER_REQUIRED: forbidden(
    'This agent belongs to another organization, and only its owner can change it; if you hold its key, register it with a `proof` first.',
  ),
  INSTALLATION_NOT_ALLOWED: forbidden(
    'The owner of this agent does not allow your organization to install it; ask the owner to list your organization_id.',
  ),
  AGENT_NOT_ACTIVE: forbidden(
    'The operator has suspended or revoked the agent, so it cannot be installed; ask the operator of the registry.',
  ),
  INSTALLATION_REVOKED: forbidden(
    'The installation was revoked permanently; install the agent again with a new install token.',
  ),
  INSTALLATION_TERMINATED: forbidden(
    'The installation was terminated; install the agent again with a new install token.',
  ),
} as const satisfies ProblemDefinitions
