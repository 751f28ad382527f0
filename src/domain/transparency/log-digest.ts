import { sameText } from '../crypto/hash.ts'
import { fingerprint, type KeyRing, type MasterKey } from '../secrets.ts'
import { earlierEnd, parseKeyEntry, type LoggedEnd } from './key-entries.ts'
import { appendLeaf, EMPTY_EDGE, leafHash, type TreeEdge } from './merkle.ts'

/**
 * The part of a log that has been read so far: its tree, and when keys were retired, compromised or superseded according to its
 * entries (docs/specification/trust.md#log-digest).
 */
export interface LogDigest {
  /** The name of the log. */
  readonly origin: string
  readonly edge: TreeEdge
  /** When each key was retired, compromised or superseded, by the identifier of the key. */
  readonly ends: Readonly<Record<string, LoggedEnd>>
}

/** Returns the digest of a log of which nothing has been read. */
export const emptyDigest = (origin: string): LogDigest => ({ origin, edge: EMPTY_EDGE, ends: {} })

/** Returns the digest after the next entries. */
export function digestEntries(
  { origin, edge, ends }: LogDigest,
  entries: readonly string[],
): LogDigest {
  const after = { ...ends }
  for (const { key_id, end } of entries.flatMap((entry) => parseKeyEntry(entry) ?? [])) {
    const before = after[key_id]
    after[key_id] = before ? earlierEnd(before, end) : end
  }
  const leaves = entries.map((entry) => leafHash(Buffer.from(entry, 'utf8')))
  return { origin, edge: leaves.reduce(appendLeaf, edge), ends: after }
}

/** A digest as it is stored. Without the master key, nobody can create a digest that states less than the entries do. */
export interface StoredDigest {
  /** The id of the master key. */
  readonly master_key_id: string
  readonly text: string
  /** The HMAC of the text under the master key, in hexadecimal. */
  readonly mac: string
}
const PURPOSE = 'log-digest'

/** Returns the stored form of a digest. */
export function storeDigest(key: MasterKey, { origin, edge, ends }: LogDigest): StoredDigest {
  const subtrees = edge.subtrees.map((hash) => Buffer.from(hash).toString('base64'))
  const text = JSON.stringify({ origin, size: edge.size, subtrees, ends })
  return { master_key_id: key.id, text, mac: fingerprint(key, PURPOSE, text) }
}

/** Opens a stored digest; returns undefined unless one of these master keys authenticated it. */
export function openDigest(keys: KeyRing, stored: Partial<StoredDigest>): LogDigest | undefined {
  const { master_key_id, text = '', mac = '' } = stored
  const key = keys.find(({ id }) => id === master_key_id)
  if (!key || !sameText(fingerprint(key, PURPOSE, text), mac)) return undefined
  const { origin, size, subtrees, ends } = JSON.parse(text) as Pick<
    LogDigest,
    'origin' | 'ends'
  > & {
    readonly size: number
    readonly subtrees: readonly string[]
  }
  return {
    origin,
    edge: { size, subtrees: subtrees.map((hash) => Buffer.from(hash, 'base64')) },
    ends,
  }
}
