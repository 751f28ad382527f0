import type { Agent } from '../../domain/records.ts'
import { privateAgentHash, type LoggedAgent } from '../../domain/transparency/entries.ts'
import type { LoggedKey } from '../../domain/transparency/key-entries.ts'
import { parseObject } from '../../domain/transparency/parse-object.ts'
import type { ReadTx } from '../database.ts'
import type { Rows } from '../tables.ts'
import { subjectOf, subjectOfKey } from '../transactions/transparency/entries.ts'
import { eachRecord, batchesOf, type Check } from './check.ts'

/** Checks that agents have the keys that the log states. This detects an agent key that was replaced in the database. */
export const loggedAgents: Check = {
  name: 'logged agents',
  says: 'the last entry of the log about an agent is about its key',
  async *run({ snapshot }) {
    for await (const agents of batchesOf(snapshot, 'agents'))
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
