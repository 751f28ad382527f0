import { checkpointOfNote } from '../../domain/transparency/checkpoint.ts'
import { leafHash, type Hash } from '../../domain/transparency/merkle.ts'
import type { OpenedKey } from '../../domain/trust/signing-keys.ts'
import type { ReadTx } from '../database.ts'
import { readLogEntries, readSignedHead, type LogHead } from '../transactions/transparency/log.ts'
import { isSignedByLog } from '../transactions/transparency/log-digest.ts'
import { readWitnessed } from '../transactions/transparency/witnessed.ts'
import { openKeys } from '../transactions/trust/platform-keys.ts'
import type { Check } from './check.ts'
import { recomputeTree, wrongTiles } from './tree.ts'

/** The number of entries that one query reads. */
const PAGE = 1000

/** Checks that the log is the tree over its entries (docs/specification/transparency.md#log). */
export const log: Check = {
  name: 'transparency log',
  says: 'the entries of the log have the root that the platform signed',
  async *run({ snapshot: { tx }, masterKeys }) {
    const head = (await readSignedHead(tx)) ?? { origin: '', size: 0, checkpoint: '' }
    const witnessed = await readWitnessed(tx)
    const [tree, roots] = [recomputeTree(), new Map<number, Hash>()]
    for await (const entry of entriesOf(tx)) {
      yield* wrongTiles(tx.log_tiles, 'log_tiles', tree.add(leafHash(Buffer.from(entry, 'utf8'))))
      if (tree.size() === head.size || witnessed.some(({ size }) => size === tree.size()))
        roots.set(tree.size(), tree.root())
    }
    yield* wrongTiles(tx.log_tiles, 'log_tiles', tree.edge())
    const placed = await tx.log_entries.count({ leaf_index: { gte: 0 } })
    if (placed !== tree.size())
      yield `log_entries: ${placed} entries have a leaf index, but only the first ${tree.size()} are consecutive`
    if (tree.size() !== head.size)
      yield `log_entries: there are ${tree.size()} entries in order, but the log has ${head.size}`
    if ((await tx.log_tiles.count({})) !== tree.tiles())
      yield `log_tiles: the number of tiles is not that of a tree of ${tree.size()} entries`
    if (head.size === 0) return
    const keys = masterKeys.length > 0 ? await openKeys(tx, { master_keys: masterKeys }) : undefined
    for (const [name, stated] of [
      ['log_head', head] as const,
      ...witnessed.map((one) => ['log_witnessed', one] as const),
    ])
      if (!isSignedHead(stated, roots.get(stated.size), keys))
        yield `platform_facts ${name}: the platform did not sign the root of the first ${stated.size} entries`
  },
}

async function* entriesOf(tx: ReadTx): AsyncGenerator<string> {
  for (let first = 0; ; first += PAGE) {
    const entries = await readLogEntries(tx, { first, limit: PAGE })
    yield* entries
    if (entries.length < PAGE) return
  }
}

/**
 * Returns whether a checkpoint states this root. Its signature is verified if there is a master key, and counts as invalid if no master key
 * opens the key of the log. A signature of a key that was retired or compromised since then is accepted.
 */
function isSignedHead(
  { size, checkpoint }: Pick<LogHead, 'size' | 'checkpoint'>,
  root: Hash | undefined,
  keys: readonly OpenedKey[] | undefined,
): boolean {
  const stated = checkpointOfNote(checkpoint)
  if (stated?.size !== size || root?.equals(stated.root) !== true) return false
  return keys === undefined || isSignedByLog(checkpoint, stated.origin, keys)
}
