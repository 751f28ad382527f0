import { agents } from './agents/agents.ts'
import { audit } from './audit/audit.ts'
import { compliance } from './compliance/compliance.ts'
import { contract } from './contract.ts'
import { disputeCases } from './agents/dispute-cases.ts'
import { disputes } from './agents/disputes.ts'
import { exports } from './audit/exports.ts'
import { images } from './images/images.ts'
import { installTokens } from './installations/install-tokens.ts'
import { installations } from './installations/installations.ts'
import { labels } from './installations/labels.ts'
import { network } from './search/network.ts'
import { apiKeys } from './organizations/api-keys.ts'
import { invitations } from './organizations/invitations.ts'
import { members } from './organizations/members.ts'
import { organizations } from './organizations/organizations.ts'
import { policy } from './policies/policy.ts'
import { routing } from './tasks/routing.ts'
import { fleet } from './installations/fleet.ts'
import { fleetActions } from './installations/fleet-actions.ts'
import { fleetSearch } from './installations/fleet-search.ts'
import type { Handlers } from './services.ts'
import { signIn } from './organizations/sign-in.ts'
import { support } from './support/support.ts'
import { tasks } from './tasks/tasks.ts'
import { trust } from './trust/trust.ts'
import { workspaces } from './organizations/workspaces.ts'

/** Holds one handler for each operation of the contract. It does not compile if an operation has no handler. */
export const handlers: Handlers = {
  ...signIn,
  ...organizations,
  ...members,
  ...invitations,
  ...apiKeys,
  ...agents,
  ...workspaces,
  ...installTokens,
  ...installations,
  ...fleet,
  ...fleetActions,
  ...labels,
  ...fleetSearch,
  ...policy,
  ...trust,
  ...disputes,
  ...disputeCases,
  ...images,
  ...audit,
  ...exports,
  ...support,
  ...network,
  ...compliance,
  ...routing,
  ...tasks,
  ...contract,
}
