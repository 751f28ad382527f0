import { describe, expect, it } from 'vitest'
import {
  revokeAll,
  BATCH_SIZE,
  type RevocationProgress,
  type RevocationCounts,
} from '../../../dashboard/src/api/view-revocation.ts'
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

/** Runs against a registry with the given responses: the number of revoked installations, or an error. Later batches are revoked completely. */
async function run(
  from: RevocationCounts,
  responses: readonly (number | Problem)[] = [],
  stopAfter = Infinity,
) {
  const reports: RevocationProgress[] = []
  const sent: string[][] = []
  const waited: number[] = []
  /** The requests and pauses in the order in which they were sent and had passed. */
  const steps: string[] = []
  const stopping = new AbortController()
  await revokeAll(from, {
    send: async (batch) => {
      const response = responses[sent.length] ?? batch.length
      sent.push(batch)
      steps.push('sent')
      if (sent.length === stopAfter) stopping.abort()
      if (typeof response !== 'number') throw response
      return { items: Array.from({ length: response }, () => revocation) }
    },
    wait: async (seconds) => {
      await new Promise((resolve) => setTimeout(resolve))
      waited.push(seconds)
      steps.push('waited')
    },
    stop: stopping.signal,
    onProgress: (progress) => reports.push(progress),
  })
  return { last: reports.at(-1)!, states: reports.map(({ state }) => state), sent, waited, steps }
}

describe('revoking a whole view', () => {
  it('revokes each installation once in sequential batches', async () => {
    const { last, sent } = await run(all(2 * BATCH_SIZE + 1))
    expect(last).toEqual({ state: 'done', revoked: 2 * BATCH_SIZE + 1, skipped: 0, remaining: [] })
    expect(sent.map((batch) => batch.length)).toEqual([BATCH_SIZE, BATCH_SIZE, 1])
    expect(new Set(sent.flat())).toEqual(new Set(ids(2 * BATCH_SIZE + 1)))
  })

  it('counts installations that had already ended separately', async () => {
    expect((await run(all(10), [7])).last).toMatchObject({ state: 'done', revoked: 7, skipped: 3 })
  })

  it('waits for a busy registry and sends the same batch again', async () => {
    const { last, states, sent, waited, steps } = await run(all(10), [BUSY, BUSY])
    expect([last.revoked, states, waited]).toEqual([
      10,
      ['running', 'waiting', 'running', 'waiting', 'running', 'done'],
      [7, 7],
    ])
    expect(sent[2]).toEqual(sent[0])
    expect(steps).toEqual(['sent', 'waited', 'sent', 'waited', 'sent'])
  })

  it('stops at any other error and reports the rest', async () => {
    const unreachable = new Problem(0, { code: 'UNREACHABLE' })
    const { last, sent } = await run(all(2 * BATCH_SIZE), [BATCH_SIZE, unreachable])
    expect(last).toEqual({
      state: 'failed',
      error: unreachable,
      revoked: BATCH_SIZE,
      skipped: 0,
      remaining: ids(2 * BATCH_SIZE).slice(BATCH_SIZE),
    })
    expect(sent).toHaveLength(2)
    expect((await run(last)).last).toMatchObject({ state: 'done', revoked: 2 * BATCH_SIZE })
  })

  it('stops between batches', async () => {
    const { last, sent } = await run(all(3 * BATCH_SIZE), [], 1)
    expect([last.state, last.revoked, last.remaining.length, sent.length]).toEqual([
      'stopped',
      BATCH_SIZE,
      2 * BATCH_SIZE,
      1,
    ])
  })

  it('does not wait after it was stopped', async () => {
    const { last, waited } = await run(all(10), [BUSY], 1)
    expect([last.state, last.revoked, waited]).toEqual(['stopped', 0, []])
  })
})
