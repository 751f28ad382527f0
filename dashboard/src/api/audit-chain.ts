import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { AuditRecord } from './audit.ts'
import { unwrap, api, type Schemas } from './client.ts'

/** Records per request: few enough to show progress, many enough to be fast. */
const VERIFICATION_BATCH_SIZE = 5000

type VerificationStep = Schemas['AuditVerification']

/** The state of a verification of the chain. */
export type ChainVerification =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running'
      readonly records: number
      readonly step: VerificationStep | undefined
    }
  | {
      readonly kind: 'intact' | 'broken'
      readonly records: number
      readonly step: VerificationStep
    }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Verifies the audit chain of an organization in batches, until its end or its first error. */
export function useChainVerification(organization_id: string) {
  const [verification, setVerification] = useState<ChainVerification>({ kind: 'idle' })
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => {
    running.current?.abort()
    setVerification({ kind: 'idle' })
  }
  useEffect(() => stop, [organization_id])
  const start = async () => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const update = (next: ChainVerification) => {
      if (!signal.aborted) setVerification(next)
    }
    await verifyChain(organization_id, signal, update).catch((error: unknown) =>
      update({ kind: 'failed', error }),
    )
  }
  return { verification, start, stop }
}

/** Verifies an audit chain from its start and reports the progress before the first batch and after each. */
export async function verifyChain(
  organization_id: string,
  signal: AbortSignal,
  onProgress: (verification: ChainVerification) => void,
): Promise<void> {
  let records = 0
  let from_sequence: number | undefined
  onProgress({ kind: 'running', records, step: undefined })
  for (;;) {
    const query = { organization_id, from_sequence, limit: VERIFICATION_BATCH_SIZE }
    const step: VerificationStep = await unwrap(
      api.GET('/audit-logs/verification', { params: { query }, signal }),
    )
    records += step.records
    if (step.complete) return onProgress({ kind: step.status, records, step })
    from_sequence = step.next_sequence
    onProgress({ kind: 'running', records, step })
  }
}

/**
 * Why there is no record with a sequence number: it is newer than the chain, was removed by the retention policy, is missing although it
 * should be stored, or is too old to be reached.
 */
type Absence = 'not_written' | 'removed' | 'missing' | 'too_old'

/** A record with a sequence number, or why there is none. */
export type ChainLink =
  | { readonly record: AuditRecord; readonly absence?: undefined }
  | { readonly record?: undefined; readonly absence: Absence }

/** A position in the chain: its record and the two neighbours. */
export interface RecordInChain {
  readonly at: ChainLink
  readonly before: ChainLink
  readonly after: ChainLink
}

/** Reads the record with a sequence number and its neighbours. */
export const useRecordInChain = (organization_id: string, sequence: number) =>
  useQuery({
    queryKey: ['audit', 'record', organization_id, sequence],
    queryFn: ({ signal }) => readRecordInChain(organization_id, sequence, signal),
    // A record may be opened because the chain is broken there, so it must be read again.
    staleTime: 0,
  })

type Page = Schemas['AuditLogPage']

/** Records per request: enough that the record is still on the page if others are appended between two requests. */
const PAGE_SIZE = 20
/** The maximum offset of the list of records. */
export const MAX_OFFSET = 1_000_000
/** Enough for a binary search of all offsets. */
const MAX_REQUESTS = 24

/**
 * Finds a page with the record and both neighbours. In a complete chain, the distance from the newest record is the offset in the list. If
 * records are missing from the chain or are appended during the search, the sequences on each page narrow the search. It counts positions
 * from the oldest record, because appended records do not change them.
 */
async function readRecordInChain(
  organization_id: string,
  sequence: number,
  signal: AbortSignal,
): Promise<RecordInChain> {
  let [offset, below, above] = [0, 0, Number.POSITIVE_INFINITY]
  for (let request = 0; request < MAX_REQUESTS; request += 1) {
    const query = { organization_id, offset, limit: PAGE_SIZE }
    const page = await unwrap(api.GET('/audit-logs', { params: { query }, signal }))
    const newest = page.items[0]?.sequence ?? 0
    const position = countOf(page) - offset
    const beginsAfter = offset === 0 || newest > sequence
    if (beginsAfter && endsBefore(page, sequence)) return positionOn(page, sequence)
    if (beginsAfter && offset === MAX_OFFSET) return TOO_OLD
    if (beginsAfter) above = position - PAGE_SIZE + 2
    else below = position
    const estimate = position + sequence + 1 - newest
    const isPossible = page.items.length > 0 && below < estimate && estimate <= above
    const next = isPossible ? estimate : Math.ceil((below + above) / 2)
    offset = Math.min(Math.max(0, countOf(page) - next), MAX_OFFSET)
  }
  throw new Error(`Record ${sequence} was not reached in ${MAX_REQUESTS} requests.`)
}

/** Returns how many records were ever written, which includes removed ones and those that are missing although they should be stored. */
const countOf = ({ total, checkpoint }: Page): number => (checkpoint?.sequence ?? 0) + total

const TOO_OLD: RecordInChain = {
  at: { absence: 'too_old' },
  before: { absence: 'too_old' },
  after: { absence: 'too_old' },
}

/** Returns whether the list ends on a page, or continues below a sequence. */
const endsBefore = ({ items }: Page, sequence: number): boolean =>
  items.length < PAGE_SIZE || items.at(-1)!.sequence < sequence

function positionOn(page: Page, sequence: number): RecordInChain {
  const absenceOf = (wanted: number): Absence => {
    if (wanted <= (page.checkpoint?.sequence ?? 0)) return 'removed'
    return wanted > countOf(page) ? 'not_written' : 'missing'
  }
  const linkAt = (wanted: number): ChainLink => {
    const record = page.items.find((item) => item.sequence === wanted)
    return record ? { record } : { absence: absenceOf(wanted) }
  }
  return { at: linkAt(sequence), before: linkAt(sequence - 1), after: linkAt(sequence + 1) }
}
