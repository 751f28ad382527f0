import { advisories } from '../images/advisories.ts'
import { agent } from '../agents/agent.ts'
import { apiKey } from '../organizations/api-key.ts'
import { audit } from '../audit/audit.ts'
import { compliance } from '../compliance/compliance.ts'
import { counts } from '../data/counts.ts'
import { dispute } from '../agents/dispute.ts'
import { heads } from '../transparency/heads.ts'
import { image } from '../images/image.ts'
import { invitation } from '../organizations/invitation.ts'
import { installation } from '../installations/installation.ts'
import { keys } from '../trust/keys.ts'
import { member } from '../organizations/member.ts'
import type { OperatorCommand } from './command.ts'
import { operators } from '../organizations/operator.ts'
import { org } from '../organizations/org.ts'
import { outbox } from '../outbox/outbox.ts'
import { policy } from '../policies/policy.ts'
import { signIn } from '../organizations/sign-in.ts'
import { ticket } from '../support/ticket.ts'
import { workspace } from '../organizations/workspace.ts'

/** All operator commands, in the order in which help lists them. */
export const operatorCommands: readonly OperatorCommand[] = [
  ...org,
  ...workspace,
  ...apiKey,
  ...member,
  ...invitation,
  ...signIn,
  ...policy,
  ...agent,
  ...dispute,
  ...operators,
  ...keys,
  ...installation,
  ...image,
  ...advisories,
  ...audit,
  ...heads,
  ...compliance,
  ...ticket,
  ...outbox,
  ...counts,
]
