import type { ProblemDefinitions } from '../contract/typed.ts'

const notFound = (message: string) => ({ status: 404, error: 'not_found', message }) as const

/** Lists the errors about things that do not exist or are not visible to the caller. */
export const notFoundProblems = {
  ROUTE_NOT_FOUND: notFound(
    'There is nothing at this address; see /docs for the documentation, or /api/v1/openapi.json for the contract as JSON.',
  ),
  AGENT_NOT_FOUND: notFound('There is no such agent.'),
  ORGANIZATION_NOT_FOUND: notFound('There is no such organization.'),
  WORKSPACE_NOT_FOUND: notFound('There is no such workspace.'),
  INSTALLATION_NOT_FOUND: notFound('There is no such installation.'),
  DISPUTE_NOT_FOUND: notFound(
    'There is no such dispute; list the disputes that your organization opened or received.',
  ),
  MEMBER_NOT_FOUND: notFound(
    'The organization has no member with this identifier; list its members.',
  ),
  INVITATION_NOT_FOUND: notFound(
    'There is no such open invitation; it was accepted, declined or withdrawn, or it has expired. List the invitations to see which are open.',
  ),
  API_KEY_NOT_FOUND: notFound('There is no such API key; list the keys of the organization.'),
  POLICY_VERSION_NOT_FOUND: notFound('The policy has no such version; list its versions.'),
  INSTALL_TOKEN_NOT_FOUND: notFound(
    'There is no such install token; tokens are deleted 30 days after they expire or are revoked.',
  ),
  EXPORT_NOT_FOUND: notFound(
    'There is no such export; exports are deleted 30 days after they end.',
  ),
  NO_AGENT_FOR_SKILL: notFound(
    'No installation in this workspace offers this skill, matches `target` if you sent it, and is available; install an agent that offers the skill, or wait until one is online and not paused.',
  ),
  REQUESTER_NOT_FOUND: notFound(
    'The requester does not belong to this organization; omit it, or name the organization, one of its members, or an agent that it owns or runs in this workspace.',
  ),
  IMAGE_NOT_FOUND: notFound(
    'There is no such image for this organization; name one in a namespace that the operator assigned to it.',
  ),
  IMAGE_NOT_SCANNED: notFound(
    'The requested scan of this image does not exist or has not completed; request a scan and wait until it completes, or send completed=true to use an earlier one that has completed.',
  ),
} as const satisfies ProblemDefinitions
