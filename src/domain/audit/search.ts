import type { AuditRecord } from './record.ts'

/** The searchable fields of a record. */
type Searchable = Pick<AuditRecord, 'id' | 'actor' | 'target' | 'reason' | 'request_id'>

/** Returns whether a record contains the text, ignoring case, in its actor, target, reason, request or identifier. */
export function mentions(
  { id, actor, target, reason, request_id }: Searchable,
  text: string,
): boolean {
  const wanted = text.toLowerCase()
  return [actor.id, target?.id, reason, request_id, id].some((value) =>
    value?.toLowerCase().includes(wanted),
  )
}
