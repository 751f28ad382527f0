import type { Agent, Reputation, Task } from '../../domain/records.ts'
import { recount, unknownReputation } from '../../domain/reputation.ts'
import type { ReadTx } from '../database.ts'
import { withStatus } from '../intents/agents.ts'
import type { Check } from './check.ts'
import { eachRow } from './lookup.ts'

/** What follows from other facts of an agent must not contradict them. */
export const standing: Check = {
  name: 'agents',
  says: 'the status of an agent follows from what is known of it',
  async* run({ snapshot }) {
    for await (const agent of eachRow<Agent>(snapshot, 'agents')) {
      const { svc_id, verification_status, category, llm_provider, details, updated_at } = agent
      const expected = withStatus(agent, updated_at).verification_status
      if (verification_status !== expected) yield `agents ${svc_id}: it is ${verification_status}, and ought to be ${expected}`
      if (category !== (details?.category ?? null) || llm_provider !== (details?.llm_provider ?? null)) yield `agents ${svc_id}: its category or model is not that of its registration`
    }
  },
}

/** I-32: the reputation that is kept is the one that its tasks make. */
export const reputations: Check = {
  name: 'reputations',
  says: 'a reputation is the sum of the tasks that count',
  async* run({ snapshot: { rows, tx } }) {
    for await (const agents of rows('agents')) yield* miscounted(tx, agents as unknown as readonly Agent[])
  },
}

async function* miscounted(tx: ReadTx, agents: readonly Agent[]): AsyncGenerator<string> {
  const counted = await tx.tasks.count({ agent_id: { in: agents.map(({ svc_id }) => svc_id) }, counted_at: { gt: '' } })
  for (const agent of agents.filter(({ reputation }) => counted > 0 || reputation.samples > 0)) {
    const again = await recounted(tx, agent)
    if (!isSame(again, agent.reputation)) yield `agents ${agent.svc_id}: its reputation counts ${agent.reputation.samples} tasks, and the ${again.samples} that there are make another one`
  }
}

const PAGE = 1000

/** Counts an agent's tasks anew, however many there are. */
async function recounted(tx: ReadTx, { svc_id, organization_id, reputation }: Agent): Promise<Reputation> {
  let sum = reputation.forgotten ?? unknownReputation(reputation.as_of)
  for (let after: readonly (string | number)[] = []; ;) {
    const where = { agent_id: svc_id, counts_for: organization_id, counted_at: { gt: '' } }
    const tasks = (await tx.tasks.find({ where, orderBy: ['counted_at', 'task_id'] as never, after, limit: PAGE })) as readonly Task[]
    sum = recount(tasks.map(({ status, counted_at }) => ({ succeeded: status === 'completed', counted_at: counted_at! })), sum)
    if (tasks.length < PAGE) return sum
    after = [tasks.at(-1)!.counted_at!, tasks.at(-1)!.task_id]
  }
}

const isSame = (a: Reputation, b: Reputation): boolean => a.samples === b.samples && a.successes === b.successes && a.failures === b.failures && a.as_of === b.as_of
