import { admin } from './admin.ts'
import { agents } from './agents.ts'
import { audit } from './audit.ts'
import { contract } from './contract.ts'
import { disputes } from './disputes.ts'
import { enterprise } from './enterprise.ts'
import { exports } from './exports.ts'
import { images } from './images.ts'
import { installTokens } from './install-tokens.ts'
import { installations } from './installations.ts'
import { network } from './network.ts'
import { operator } from './operator.ts'
import { organizations } from './organizations.ts'
import { policy } from './policy.ts'
import { routing } from './routing.ts'
import { fleet } from './fleet.ts'
import type { Handlers } from './services.ts'
import { support } from './support.ts'
import { tasks } from './tasks.ts'
import { trust } from './trust.ts'
import { workspaces } from './workspaces.ts'

/** One handler per operation of the contract; while any lacks one, this does not compile. */
export const handlers: Handlers = {
  ...admin,
  ...organizations,
  ...agents,
  ...workspaces,
  ...installTokens,
  ...installations,
  ...fleet,
  ...policy,
  ...trust,
  ...disputes,
  ...operator,
  ...images,
  ...audit,
  ...exports,
  ...support,
  ...network,
  ...enterprise,
  ...routing,
  ...tasks,
  ...contract,
}
