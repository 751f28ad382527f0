import type { Timestamp } from '../../time.ts'
import type { Evaluator, EvidenceKind, Finding } from '../evidence.ts'
import type { ComplianceFacts } from '../facts.ts'
import type { EvidenceNeed } from '../catalogues.ts'
import { access, credentials } from './access.ts'
import { identity, inventory, thirdParty } from './agent.ts'
import { alerts, auditChain, images, retention } from './audit.ts'
import { health, policy, revocation } from './operation.ts'

/** Lists the title and the evaluator of each kind of evidence. */
export const EVALUATORS: Readonly<
  Record<EvidenceKind, { readonly title: string; readonly evaluate: Evaluator }>
> = {
  inventory: { title: 'Inventory', evaluate: inventory },
  identity: { title: 'Identity', evaluate: identity },
  credentials: { title: 'Credentials', evaluate: credentials },
  access: { title: 'Access', evaluate: access },
  revocation: { title: 'Revocation', evaluate: revocation },
  health: { title: 'Health', evaluate: health },
  policy: { title: 'Policy', evaluate: policy },
  audit_chain: { title: 'Audit chain', evaluate: auditChain },
  retention: { title: 'Retention', evaluate: (facts, now) => retention(facts, now) },
  alerts: { title: 'Exports and alerts', evaluate: alerts },
  images: { title: 'Image scans', evaluate: images },
  third_party: { title: 'Third party', evaluate: thirdParty },
}

/** A finding with the identifier by which controls refer to it. */
export interface NamedFinding extends Finding {
  readonly kind: EvidenceKind
  readonly id: string
  readonly title: string
}

export const idOf = (need: EvidenceNeed): string =>
  typeof need === 'string' ? need : `${need.kind}_${need.days}_days`

/** Evaluates the evidence that a control needs. */
export function evaluate(need: EvidenceNeed, facts: ComplianceFacts, now: Timestamp): NamedFinding {
  const id = idOf(need)
  if (typeof need === 'object')
    return {
      id,
      kind: need.kind,
      title: `Retention of ${need.days} days`,
      ...retention(facts, now, need.days),
    }
  const { title, evaluate: evaluateKind } = EVALUATORS[need]
  return { id, kind: need, title, ...evaluateKind(facts, now) }
}
