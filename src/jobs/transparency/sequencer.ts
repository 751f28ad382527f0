import type { CallContext } from '../../store/context.ts'
import type { Store } from '../../store/store.ts'
import type { LogSigner } from '../../domain/transparency/log-signer.ts'

export interface SequencerServices {
  readonly store: Store
  readonly log: LogSigner
  readonly platformContext: () => CallContext
}

/** Maximum number of transactions in one pass, so that other jobs have their turn. */
const MAX_BATCHES = 20

/** Sequences the pending entries of the log. Returns how many there were. */
export async function sequenceEntries({
  store,
  log,
  platformContext,
}: SequencerServices): Promise<number> {
  // Usually no entry is pending, and this check takes no lock.
  if (!(await store.isLogBehind({}))) return 0
  let all = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { added, more } = await store.sequenceLog(platformContext(), { signer: log })
    all += added
    if (!more) break
  }
  return all
}
