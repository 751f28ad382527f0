import { parseObject } from '../../domain/json.ts'
import type { Agent } from '../../domain/records.ts'
import { privateAgentHash, type LoggedAgent } from '../../domain/transparency/entries.ts'
import type { LoggedKey } from '../../domain/transparency/key-entries.ts'
import type { ReadTx } from '../database.ts'
import type { Rows } from '../tables.ts'
import { subjectOf, subjectOfKey } from '../transactions/transparency/entries.ts'
import { eachRecord, batchesOf, type Check } from './check.ts'

/** Checks that agents have the keys that the log records. This detects an agent key that was replaced in the database. */
export const loggedAgents: Check = {
  name: 'logged agents',
  says: 'the last entry of the log about an agent is about its key',
  async *run({ snapshot }) {
    for await (const agents of batchesOf(snapshot, 'agents'))
      yield* wrongAgents(snapshot.tx, agents)
  },
}

async function* wrongAgents(tx: ReadTx, agents: readonly Agent[]): AsyncGenerator<string> {
  const lastEntries = await lastEntriesAbout(tx, agents.map(subjectOf))
  for (const agent of agents) {
    const last = lastEntries.get(subjectOf(agent))
    // A store of an earlier version has agents that were registered before there was a log.
    if (last && !isAbout(last, agent))
      yield `agents ${agent.svc_id} ${agent.organization_id}: the last entry of the log about it is about another agent or key`
  }
}

/** Limits the entries that one query reads. Their number for one agent is not limited. */
const PAGE = 1000
type Entry = Pick<Rows['log_entries'], 'subject' | 'arrival' | 'entry' | 'salt'>

async function lastEntriesAbout(
  tx: ReadTx,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Entry>> {
  const last = new Map<string, Entry>()
  for (let after: readonly (string | number)[] = []; ;) {
    const entries: readonly Entry[] = await tx.log_entries.select(
      ['subject', 'arrival', 'entry', 'salt'],
      {
        where: { subject: { in: subjects } },
        orderBy: ['subject', 'arrival'],
        after,
        limit: PAGE,
      },
    )
    for (const entry of entries) last.set(entry.subject, entry)
    if (entries.length < PAGE) return last
    after = [entries.at(-1)!.subject, entries.at(-1)!.arrival]
  }
}

function isAbout({ entry, salt }: Entry, agent: Agent): boolean {
  const stated = parseObject(entry) as {
    readonly agent?: Partial<LoggedAgent>
    readonly agent_hash?: string
  }
  return stated.agent
    ? stated.agent.svc_id === agent.svc_id && stated.agent.public_key === agent.public_key
    : stated.agent_hash === privateAgentHash(agent, Buffer.from(salt ?? '', 'hex'))
}

/**
 * Checks that the entries about a signing key are stored under that key. The tree does not cover the subject of an entry, so somebody may
 * have changed it in the database.
 */
export const loggedKeys: Check = {
  name: 'logged keys',
  says: 'the log entries about signing keys are stored under those keys',
  async *run({ snapshot }) {
    for await (const { subject, leaf_index, entry } of eachRecord(snapshot, 'log_entries')) {
      const { key } = parseObject(entry) as { readonly key?: Partial<LoggedKey> }
      if (key?.key_id !== undefined && subject !== subjectOfKey(key.key_id))
        yield `log_entries ${leaf_index ?? 'without a leaf index'}: it is about the signing key ${key.key_id} but has the subject ${subject}`
    }
  },
}
