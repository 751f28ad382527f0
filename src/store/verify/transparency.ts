import type { Agent, AuditCheckpoint } from '../../domain/records.ts'
import { parseCheckpoint } from '../../domain/transparency/checkpoint.ts'
import {
  privateAgentHash,
  type LoggedAgent,
  type LoggedKey,
} from '../../domain/transparency/entries.ts'
import { headLeaf, inLeafOrder, type PublishedHead } from '../../domain/transparency/heads.ts'
import { leafHash, type Hash } from '../../domain/transparency/merkle.ts'
import { ED25519, parseNote, verifyNote } from '../../domain/transparency/note.ts'
import type { OpenedKey } from '../../domain/trust/signing-keys.ts'
import type { ReadTable, ReadTx } from '../database.ts'
import type { Rows } from '../tables.ts'
import type { TileRow } from '../tables/transparency.ts'
import { subjectOf, subjectOfKey } from '../transactions/transparency/entries.ts'
import { readPublication } from '../transactions/transparency/heads.ts'
import { readPublishedLeaves } from '../transactions/transparency/publication.ts'
import {
  readLogEntries,
  readSignedHead,
  readWitnessed,
  type LogHead,
} from '../transactions/transparency/log.ts'
import { openKeys } from '../transactions/trust/platform-keys.ts'
import { eachRecord, portionsOf, type Check } from './check.ts'
import { recomputeTree } from './tree.ts'

/** The entries that are read together. */
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
      yield `log_entries: ${placed} entries have a place, but only the first ${tree.size()} follow each other`
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

async function* wrongTiles(
  table: ReadTable<TileRow>,
  name: string,
  computed: readonly TileRow[],
): AsyncGenerator<string> {
  for (const { level, tile_index, hashes } of computed) {
    const stored = await table.get({ level, tile_index })
    if (stored?.hashes !== hashes)
      yield `${name} ${level} ${tile_index}: its hashes are not those of its ${level === 0 ? 'leaves' : 'tiles'}`
  }
}

/** Returns whether a checkpoint states this root. Its signature is verified if the keys could be opened; a key may have ended since. */
function isSignedHead(
  { size, checkpoint }: Pick<LogHead, 'size' | 'checkpoint'>,
  root: Hash | undefined,
  keys: readonly OpenedKey[] | undefined,
): boolean {
  const stated = parseCheckpoint(parseNote(checkpoint)?.text ?? '')
  if (stated?.size !== size || root?.equals(stated.root) !== true) return false
  if (keys === undefined) return true
  const verifiers = keys
    .filter(({ use }) => use === 'log')
    .map(({ public_key }) => ({ name: stated.origin, type: ED25519, public_key }) as const)
  return (verifyNote(checkpoint, verifiers)?.verified.length ?? 0) > 0
}

/** Checks that agents have the keys that the log states. Whoever exchanges the key of an agent in the database is found this way. */
export const loggedAgents: Check = {
  name: 'logged agents',
  says: 'the last entry of the log about an agent is about its key',
  async *run({ snapshot }) {
    for await (const agents of portionsOf(snapshot, 'agents'))
      yield* wrongAgents(snapshot.tx, agents)
  },
}

async function* wrongAgents(tx: ReadTx, agents: readonly Agent[]): AsyncGenerator<string> {
  const entries = await tx.log_entries.find({
    where: { subject: { in: agents.map(subjectOf) } },
  })
  const bySubject = Map.groupBy(entries, ({ subject }) => subject)
  for (const agent of agents) {
    const about = bySubject.get(subjectOf(agent)) ?? []
    const last = about.toSorted((one, other) => one.arrival - other.arrival).at(-1)
    // A store of an earlier version has agents that were registered before there was a log.
    if (last && !isAbout(last, agent))
      yield `agents ${agent.svc_id} ${agent.organization_id}: the last entry of the log about it is about another agent or key`
  }
}

function isAbout({ entry, salt }: Rows['log_entries'], agent: Agent): boolean {
  const stated = parseObject(entry) as {
    readonly agent?: Partial<LoggedAgent>
    readonly agent_hash?: string
  }
  return stated.agent
    ? stated.agent.svc_id === agent.svc_id && stated.agent.public_key === agent.public_key
    : stated.agent_hash === privateAgentHash(agent, Buffer.from(salt ?? '', 'hex'))
}

function parseObject(text: string): object {
  try {
    return (JSON.parse(text) ?? {}) as object
  } catch {
    return {}
  }
}

/**
 * Checks that the entries about a signing key are found by that key. The tree does not cover the subject of an entry, so whoever changes it
 * in the database hides the end of a key from this platform, and from nobody else.
 */
export const loggedKeys: Check = {
  name: 'logged keys',
  says: 'the entries of the log about signing keys are found by their keys',
  async *run({ snapshot }) {
    for await (const { subject, leaf_index, entry } of eachRecord(snapshot, 'log_entries')) {
      const { key } = parseObject(entry) as { readonly key?: Partial<LoggedKey> }
      if (key?.key_id !== undefined && subject !== subjectOfKey(key.key_id))
        yield `log_entries ${leaf_index ?? 'without a place'}: it is about the signing key ${key.key_id} but has the subject ${subject}`
    }
  },
}

/** Checks the last publication of audit heads against the log and against the chains (docs/specification/transparency.md#heads). */
export const publishedHeads: Check = {
  name: 'published heads',
  says: 'the published heads of the audit chains are those of their records, and have the root in the log',
  async *run({ snapshot }) {
    const { tx } = snapshot
    const checkpoints = new Map<string, AuditCheckpoint>()
    for await (const checkpoint of eachRecord(snapshot, 'audit_checkpoints'))
      checkpoints.set(checkpoint.chain, checkpoint)
    const heads = inLeafOrder(await readPublishedLeaves(tx))
    const tree = recomputeTree()
    for (const [place, head] of heads.entries()) {
      if (head.leaf_index !== place)
        yield `published_heads ${head.chain}: its place is ${head.leaf_index} and should be ${place}`
      yield* wrongTiles(tx.published_tiles, 'published_tiles', tree.add(headLeaf(head)))
      if (!(await isOfChain(tx, head, checkpoints.get(head.chain))))
        yield `published_heads ${head.chain}: record ${head.sequence} of the chain is missing, or is another one`
    }
    yield* wrongTiles(tx.published_tiles, 'published_tiles', tree.edge())
    const published = await readPublication(tx, {})
    if ((published?.count ?? 0) !== heads.length)
      yield `published_heads: there are ${heads.length}, but the log states ${published?.count ?? 0}`
    else if (published && published.root !== tree.root().toString('hex'))
      yield 'published_heads: they do not have the root that the log states'
  },
}

/** Returns whether a head is that of a stored record, or of one that retention has removed. */
async function isOfChain(
  tx: ReadTx,
  { chain, sequence, hash }: PublishedHead,
  checkpoint: AuditCheckpoint | undefined,
): Promise<boolean> {
  if (checkpoint && checkpoint.sequence > sequence) return true
  const record =
    checkpoint?.sequence === sequence ? checkpoint : await tx.audit_log.get({ chain, sequence })
  return record?.hash === hash
}

/** Checks that what is stored of deliveries to witnesses refers to the log. */
export const witnesses: Check = {
  name: 'witnesses',
  says: 'no witness has more of the log than there is',
  async *run({ snapshot }) {
    const size = (await readSignedHead(snapshot.tx))?.size ?? 0
    for await (const witness of eachRecord(snapshot, 'witnesses')) {
      const { name, publication } = witness
      if (witness.size > size || (publication !== null && publication >= witness.size))
        yield `witnesses ${name}: it is said to have ${witness.size} entries and publication ${publication}, but the log has ${size} entries`
    }
  },
}
