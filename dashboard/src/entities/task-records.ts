import type { AuditRecord } from '../api/audit.ts'

/** A record, and for the end of a task the record of its start. */
export interface RecordRow {
  readonly record: AuditRecord
  readonly started?: AuditRecord
}

const ENDS: readonly string[] = ['task.completed', 'task.failed']

/**
 * Joins the start of each task with its end, so that one task is one row. A start or an end without its counterpart in the list remains a
 * row of its own.
 */
export function joinTaskRecords(records: readonly AuditRecord[]): readonly RecordRow[] {
  const taskOf = ({ target }: AuditRecord) => target?.id
  const ended = new Set(
    records.filter(({ event_type }) => ENDS.includes(event_type)).map((record) => taskOf(record)),
  )
  const starts = new Map(
    records
      .filter((record) => record.event_type === 'task.routed' && ended.has(taskOf(record)))
      .map((record) => [taskOf(record), record]),
  )
  const joined = new Set(starts.values())
  return records
    .filter((record) => !joined.has(record))
    .map((record) => {
      const started = ENDS.includes(record.event_type) ? starts.get(taskOf(record)) : undefined
      return { record, ...(started && { started }) }
    })
}

/** Returns how long a task took, in milliseconds, or undefined if its agent was not called. */
export function taskDuration({ metadata }: AuditRecord): number | undefined {
  const { execution_time_ms } = metadata as { readonly execution_time_ms?: unknown }
  return typeof execution_time_ms === 'number' ? execution_time_ms : undefined
}
