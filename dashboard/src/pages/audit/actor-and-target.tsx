import type { AuditRecord } from '../../api/audit.ts'
import { EntityName } from '../../parts/text/entity-name.tsx'

export const Actor = ({ actor: { type, id } }: { actor: AuditRecord['actor'] }) => (
  <EntityName type={type} id={id} />
)
export const Target = ({ target }: { target: AuditRecord['target'] }) =>
  target ? <EntityName {...target} /> : <span class="muted">nothing</span>
