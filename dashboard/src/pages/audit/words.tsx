import type { AuditRecord } from '../../api/audit.ts'
import { Badge } from '../../parts/badge.tsx'
import { shortened } from '../../parts/id.tsx'

const TONES = { success: 'good', failure: 'bad', denied: 'warn' } as const

export const Outcome = ({ outcome }: { outcome: AuditRecord['outcome'] }) => <Badge tone={TONES[outcome]}>{outcome}</Badge>

const Named = ({ type, id }: { type: string; id?: string }) => (
  <span class="named">{type.replaceAll('_', ' ')}{id !== undefined && <> <code title={id}>{shortened(id)}</code></>}</span>
)

export const Actor = ({ actor: { type, id } }: { actor: AuditRecord['actor'] }) => <Named type={type} id={id} />
export const Target = ({ target }: { target: AuditRecord['target'] }) => (target ? <Named type={target.type} id={target.id} /> : <span class="muted">nothing</span>)
