import {
  GENERATION_BYTES,
  nextGeneration,
  type LogGeneration,
} from '../../domain/transparency/generation.ts'
import type { Loader } from '../snapshot.ts'
import type { StoredRow, TableName } from '../tables.ts'
import { LOG_FACTS, asPending } from '../transactions/transparency/renamed-log.ts'
import { GENERATION_FACT, HEAD_FACT, type LogHead } from '../transactions/transparency/log.ts'

/** The tables that are not carried over from the previous log to a new one: its tree, and the delivery state of its witnesses. */
const OMITTED_TABLES: readonly TableName[] = ['log_tiles', 'witnesses']
const FACTS: readonly unknown[] = LOG_FACTS

/**
 * Returns a loader whose store begins a new log: the entries of the previous log become pending again, in the same order
 * (docs/specification/transparency.md#generations).
 */
export function withNewLog(loader: Loader, random: (bytes: number) => Uint8Array): Loader {
  const facts = new Map<unknown, unknown>()
  let generation: LogGeneration | undefined
  // The facts come before the entries (`TABLES`).
  const current = () =>
    (generation ??= nextGeneration(
      (facts.get(GENERATION_FACT) ?? undefined) as LogGeneration | undefined,
      (facts.get(HEAD_FACT) as LogHead | null | undefined)?.checkpoint,
      random(GENERATION_BYTES),
    ))
  const withoutLog = (rows: readonly StoredRow[]) => {
    for (const { name, value } of rows) if (FACTS.includes(name)) facts.set(name, value)
    return rows.filter(({ name }) => !FACTS.includes(name))
  }
  return {
    async add(table, rows) {
      if (OMITTED_TABLES.includes(table)) return
      if (table === 'platform_facts') return loader.add(table, withoutLog(rows))
      if (table !== 'log_entries') return loader.add(table, rows)
      return loader.add(
        table,
        rows.map((row) => withoutLeafIndex(row, current())),
      )
    },
    async commit() {
      await loader.add('platform_facts', [{ name: GENERATION_FACT, value: current() }])
      await loader.commit()
    },
    abandon: loader.abandon,
  }
}

function withoutLeafIndex(row: StoredRow, generation: LogGeneration): StoredRow {
  const { leaf_index, subject, entry } = row
  if (typeof leaf_index !== 'number') return row
  const placed = { leaf_index, subject: String(subject), entry: String(entry) }
  return { ...row, ...asPending(generation, placed) }
}
