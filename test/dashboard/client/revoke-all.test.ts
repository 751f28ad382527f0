import { describe, expect, it } from 'vitest'
import {
  revokeAll,
  BATCH_SIZE,
  type RevocationProgress,
  type RevocationCounts,
} from '../../../dashboard/src/api/revoke-all.ts'
import { Problem } from '../../../dashboard/src/api/problem.ts'

const ids = (many: number) => Array.from({ length: many }, (_, index) => `installation-${index}`)
const all = (many: number): RevocationCounts => ({ revoked: 0, skipped: 0, remaining: ids(many) })
const revocation = {
  installation_id: 'one',
  status: 'revoked' as const,
  revoked_at: '',
  deadline: '',
}
const BUSY = new Problem(429, { code: 'RATE_LIMITED' }, 7)

/** A run against a registry that gives these answers: how many it ended, or why it refused; afterwards it ends all it is sent. */
async function run(
  from: RevocationCounts,
  answers: readonly (number | Problem)[] = [],
  stopAfter = Infinity,
) {
  const reports: RevocationProgress[] = []
  const sent: string[][] = []
  const waited: number[] = []
  const stopping = new AbortController()
  await revokeAll(from, {
    send: async (batch) => {
      const answer = answers[sent.length] ?? batch.length
      sent.push(batch)
      if (sent.length === stopAfter) stopping.abort()
      if (typeof answer !== 'number') throw answer
      return { items: Array.from({ length: answer }, () => revocation) }
    },
    wait: async (seconds) => {
      waited.push(seconds)
    },
    stop: stopping.signal,
    onProgress: (course) => reports.push(course),
  })
  return { last: reports.at(-1)!, states: reports.map(({ state }) => state), sent, waited }
}

describe('revoking a whole view', () => {
  it('ends each installation once, in steps, one after the other', async () => {
    const { last, sent } = await run(all(2 * BATCH_SIZE + 1))
    expect(last).toEqual({ state: 'done', revoked: 2 * BATCH_SIZE + 1, skipped: 0, remaining: [] })
    expect(sent.map((batch) => batch.length)).toEqual([BATCH_SIZE, BATCH_SIZE, 1])
    expect(new Set(sent.flat())).toEqual(new Set(ids(2 * BATCH_SIZE + 1)))
  })

  it('counts by themselves those that had ended before', async () => {
    expect((await run(all(10), [7])).last).toMatchObject({ state: 'done', revoked: 7, skipped: 3 })
  })

  it('waits as long as a busy registry says, and sends the same step again', async () => {
    const { last, states, sent, waited } = await run(all(10), [BUSY, BUSY])
    expect([last.revoked, states, waited]).toEqual([
      10,
      ['running', 'waiting', 'running', 'waiting', 'running', 'done'],
      [7, 7],
    ])
    expect(sent[2]).toEqual(sent[0])
  })

  it('ends with any other refusal, and says what is left', async () => {
    const away = new Problem(0, { code: 'UNREACHABLE' })
    const { last, sent } = await run(all(2 * BATCH_SIZE), [BATCH_SIZE, away])
    expect(last).toEqual({
      state: 'failed',
      error: away,
      revoked: BATCH_SIZE,
      skipped: 0,
      remaining: ids(2 * BATCH_SIZE).slice(BATCH_SIZE),
    })
    expect(sent).toHaveLength(2)
    expect((await run(last)).last).toMatchObject({ state: 'done', revoked: 2 * BATCH_SIZE })
  })

  it('stops between two steps, never in the middle of one', async () => {
    const { last, sent } = await run(all(3 * BATCH_SIZE), [], 1)
    expect([last.state, last.revoked, last.remaining.length, sent.length]).toEqual([
      'stopped',
      BATCH_SIZE,
      2 * BATCH_SIZE,
      1,
    ])
  })

  it('waits for nobody once it was told to stop', async () => {
    const { last, waited } = await run(all(10), [BUSY], 1)
    expect([last.state, last.revoked, waited]).toEqual(['stopped', 0, []])
  })
})
