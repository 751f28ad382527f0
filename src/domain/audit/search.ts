import type { AuditRecord } from './record.ts'

/** Of a record, what somebody who searches may have at hand. */
type Searchable = Pick<AuditRecord, 'id' | 'actor' | 'target' | 'reason' | 'request_id'>

/** Whether a record contains this text, in any case: who acted, on what, why, in which request, or its own identifier. */
export function mentions(
  { id, actor, target, reason, request_id }: Searchable,
  text: string,
): boolean {
  const wanted = text.toLowerCase()
  return [actor.id, target?.id, reason, request_id, id].some((told) =>
    told?.toLowerCase().includes(wanted),
  )
}
