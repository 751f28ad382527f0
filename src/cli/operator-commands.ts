import { advisories } from './advisories.ts'
import { agent } from './agent.ts'
import { apiKey } from './api-key.ts'
import { audit } from './audit.ts'
import { compliance } from './compliance.ts'
import { counts } from './counts.ts'
import { dispute } from './dispute.ts'
import { image } from './image.ts'
import { invitation } from './invitation.ts'
import { installation } from './installation.ts'
import { member } from './member.ts'
import type { OperatorCommand } from './operator.ts'
import { operators } from './operators.ts'
import { org } from './org.ts'
import { outbox } from './outbox.ts'
import { pin } from './pin.ts'
import { policy } from './policy.ts'
import { session } from './session.ts'
import { ticket } from './ticket.ts'
import { workspace } from './workspace.ts'

/** Every command over a store, in the order in which help lists them. */
export const operatorCommands: readonly OperatorCommand[] = [
  ...org,
  ...workspace,
  ...apiKey,
  ...member,
  ...invitation,
  ...pin,
  ...session,
  ...policy,
  ...agent,
  ...dispute,
  ...operators,
  ...installation,
  ...image,
  ...advisories,
  ...audit,
  ...compliance,
  ...ticket,
  ...outbox,
  ...counts,
]
