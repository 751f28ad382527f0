import type { AuditRecord } from '../../api/audit.ts'
import { Named } from '../../parts/named.tsx'

export const Actor = ({ actor: { type, id } }: { actor: AuditRecord['actor'] }) => (
  <Named type={type} id={id} />
)
export const Target = ({ target }: { target: AuditRecord['target'] }) =>
  target ? <Named {...target} /> : <span class="muted">nothing</span>
