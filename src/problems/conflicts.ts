import type { ProblemDefinitions } from '../contract/typed.ts'

const conflict = (message: string) => ({ status: 409, error: 'conflict', message }) as const

/** Lists the errors about operations that conflict with the current state. */
export const conflictProblems = {
  AGENT_EXISTS: conflict(
    'Your organization has already registered this svc_id, and nothing was changed; update its details with PUT /agents/{svc_id}, prove a claim with `proof`, or register a new version under its own id.',
  ),
  INSTALL_TOKEN_CONSUMED: conflict(
    'The install token has already been used; an existing installation keeps its credentials, and a new one requires a new token.',
  ),
  INSTALL_TOKEN_NOT_OUTSTANDING: conflict(
    'The install token was used, has expired or is already revoked, so it cannot be revoked; to end an installation, revoke the installation.',
  ),
  MEMBER_EXISTS: conflict(
    'This person is already a member of the organization, and nothing was changed; set the role instead.',
  ),
  INVITATION_EXISTS: conflict(
    'This address already has an invitation to the organization, and nothing was changed; withdraw that invitation before you create another.',
  ),
  TOO_MANY_INVITATIONS: conflict(
    'The organization has reached the limit of open invitations; withdraw some, or wait until some are accepted or declined, or expire.',
  ),
  LAST_OWNER: conflict(
    'This is the last owner, and an organization must have one; make another member an owner first.',
  ),
  DISPUTE_EXISTS: conflict(
    'Your organization already has an open dispute about this agent and task, or about this agent without a task; add a comment to it instead.',
  ),
  TOO_MANY_DISPUTES: conflict(
    'Your organization has reached the limit of open disputes about this agent; wait until some are decided.',
  ),
  DISPUTE_DECIDED: conflict(
    'The operator has decided this dispute, so it accepts no comments; open a new dispute if there is new information.',
  ),
  TOO_MANY_COMMENTS: conflict(
    'Your organization has reached the limit of comments on this dispute; put new information in a new dispute after the decision.',
  ),
  POLICY_CHANGED: conflict(
    'The policy does not match If-Match, so nothing was changed; read it again and send the ETag of that response.',
  ),
  WORKSPACE_IN_USE: conflict(
    'The workspace has active or paused installations; revoke them first, or delete the workspace with ?force=true.',
  ),
  CURSOR_MISMATCH: conflict(
    'The cursor belongs to a different order of this list; send the `sort` or `state` of its first page, or omit the cursor.',
  ),
} as const satisfies ProblemDefinitions
