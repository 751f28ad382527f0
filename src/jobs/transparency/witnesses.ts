import type { WitnessState, WitnessTarget } from '../../domain/transparency/delivery.ts'
import { parseHeadsEntry } from '../../domain/transparency/heads.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { appendHeads } from '../../ports/witness-file.ts'
import type { CosignPort } from '../../ports/witness-http.ts'
import { readPublishedHeads } from '../../store/long-reads/published-heads.ts'
import type { Evidence, WitnessResult } from '../../store/transactions/transparency/witnesses.ts'
import type { LogServices } from './log.ts'

export interface WitnessServices extends LogServices {
  readonly witnesses: readonly WitnessTarget[]
  readonly cosign: CosignPort
  readonly mailer: Mailer
  /** Called with the result of each attempt. */
  readonly onWitness: (name: string, result: WitnessResult) => void
}

/**
 * Hands the latest publication, with the latest checkpoint, to the witnesses that are due: those that lack it, and those that have received
 * nothing for an hour (docs/specification/transparency.md#delivery).
 * @param signal once this signal is aborted, results are not recorded, and the claim of the attempt expires
 * @returns the number of successes
 */
export async function submitToWitnesses(
  services: WitnessServices,
  signal?: AbortSignal,
): Promise<number> {
  const { store, platformContext, witnesses } = services
  if (witnesses.length === 0) return 0
  const names = witnesses.map(({ name }) => name)
  const context = platformContext()
  const publication = await store.findDuePublication({ names, now: context.now })
  if (publication === undefined) return 0
  const claimed = await store.claimWitnesses(context, { names, publication })
  if (claimed.length === 0) return 0
  // If a later publication is pending now, the claims expire.
  const evidence = await store.readEvidence({})
  if (!evidence) return 0
  const results = await Promise.all(
    claimed.map(async (state) => {
      const target = witnesses.find(({ name }) => name === state.name)!
      const result = await attempt(services, target, state, evidence).catch(
        (cause: unknown): WitnessResult => ({ kind: 'failed', reason: (cause as Error).message }),
      )
      if (signal?.aborted) return result
      await store.recordWitness(platformContext(), { name: state.name, result })
      services.onWitness(state.name, result)
      return result
    }),
  )
  return results.filter(({ kind }) => kind === 'delivered').length
}

async function attempt(
  services: WitnessServices,
  target: WitnessTarget,
  state: WitnessState,
  evidence: Evidence,
): Promise<WitnessResult> {
  if (target.kind === 'http') return cosign(services, target, state, evidence)
  if (target.kind === 'file') {
    await appendHeads(target.path, evidence, readPublishedHeads(services.store, evidence.number))
    return { kind: 'delivered', evidence }
  }
  // The e-mail is not sent again if its content would be the same.
  if (state.size === evidence.size) return { kind: 'delivered', evidence }
  const sent = await services.mailer.send(mailOf(target.address, evidence))
  return sent.kind === 'sent'
    ? { kind: 'delivered', evidence }
    : { kind: 'failed', reason: sent.reason }
}

const mailOf = (to: string, { origin, size, entry, proof }: Evidence) => ({
  id: `heads.${size}`,
  to,
  subject: `Audit heads of ${origin}, ${parseHeadsEntry(entry)?.at ?? ''}`,
  text: [
    'Keep this e-mail. It proves which audit records the registry had committed to at this time.',
    '',
    'Entry of the transparency log:',
    entry,
    '',
    'Proof (C2SP tlog-proof), with the signed checkpoint of the log:',
    proof,
  ].join('\n'),
})

/** Asks an HTTP witness for a cosignature, and retries once with the size that the witness reports if it differs from the expected one. */
async function cosign(
  { store, cosign: port }: WitnessServices,
  { url, key }: WitnessTarget & { kind: 'http' },
  state: WitnessState,
  evidence: Evidence,
): Promise<WitnessResult> {
  const { size, checkpoint } = evidence
  const ask = async (old: number) =>
    port.cosign({
      url,
      key,
      old,
      note: checkpoint,
      proof: await store.readConsistencyProof({ old, size }),
    })
  const first = await ask(Math.min(state.size, size))
  const result = first.kind === 'conflict' && first.size <= size ? await ask(first.size) : first
  if (result.kind === 'cosigned') return { kind: 'delivered', evidence, cosignature: result.line }
  if (result.kind === 'failed') return result
  return { kind: 'failed', reason: conflictReason(result.size, size), size: state.size }
}

/** Returns why a witness that knows a tree of one size does not cosign a tree of another size, or another tree of the same size. */
function conflictReason(known: number, size: number): string {
  if (known > size)
    return `the witness knows a log of ${known} entries, but this one has ${size}, so this log was truncated or restored from a backup`
  return known === size
    ? `the witness has cosigned another tree of ${size} entries, so this log was forked or restored from a backup`
    : `the witness reports that it cosigned a tree of ${known} entries, but refuses the proof that this log continues that tree`
}
