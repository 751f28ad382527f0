import { admin } from './organizations/admin.ts'
import { agents } from './agents/agents.ts'
import { agentVersions } from './agents/versions.ts'
import { audit } from './audit/audit.ts'
import { auditHead } from './audit/head.ts'
import { contract } from './contract.ts'
import { disputes } from './agents/disputes.ts'
import { enterprise } from './organizations/enterprise.ts'
import { exports } from './audit/exports.ts'
import { images } from './images/images.ts'
import { installTokens } from './installations/install-tokens.ts'
import { installations } from './installations/installations.ts'
import { network } from './search/network.ts'
import { operator } from './organizations/operator.ts'
import { apiKeys } from './organizations/api-keys.ts'
import { invitations } from './organizations/invitations.ts'
import { members } from './organizations/members.ts'
import { organizations } from './organizations/organizations.ts'
import { policy } from './policies/policy.ts'
import { routing } from './tasks/routing.ts'
import { fleet } from './installations/fleet.ts'
import { fleetSearch } from './installations/fleet-search.ts'
import type { Handlers } from './services.ts'
import { support } from './support/support.ts'
import { tasks } from './tasks/tasks.ts'
import { trust } from './trust/trust.ts'
import { workspaces } from './organizations/workspaces.ts'

/** Holds one handler for each operation of the contract. It does not compile if an operation has no handler. */
export const handlers: Handlers = {
  ...admin,
  ...organizations,
  ...members,
  ...invitations,
  ...apiKeys,
  ...agents,
  ...agentVersions,
  ...workspaces,
  ...installTokens,
  ...installations,
  ...fleet,
  ...fleetSearch,
  ...policy,
  ...trust,
  ...disputes,
  ...operator,
  ...images,
  ...audit,
  ...auditHead,
  ...exports,
  ...support,
  ...network,
  ...enterprise,
  ...routing,
  ...tasks,
  ...contract,
}
