import { describe, expect, it } from 'vitest'
import {
  applyToAll,
  BATCH_SIZE,
  type ActionCounts,
  type ActionProgress,
} from '../../../dashboard/src/api/fleet-action.ts'
import { Problem } from '../../../dashboard/src/api/problem.ts'

const ids = (many: number) => Array.from({ length: many }, (_, index) => `installation-${index}`)
const all = (many: number): ActionCounts => ({ results: [], remaining: ids(many) })
const LIMITED = new Problem(429, { code: 'RATE_LIMITED' }, { retry_after: 7 })
const BUSY = new Problem(503, { code: 'SERVER_BUSY' }, { retry_after: 7 })

/**
 * Runs an action against a registry with the given responses: the number of installations to which the action was applied, or an error.
 * Later batches succeed completely.
 */
async function run(
  from: ActionCounts,
  responses: readonly (number | Problem)[] = [],
  stopAfter = Infinity,
) {
  const reports: ActionProgress[] = []
  const sent: string[][] = []
  const waited: number[] = []
  /** The order of the requests and waits: `sent` when a request is sent, `waited` when a wait is over. */
  const steps: string[] = []
  const stopping = new AbortController()
  await applyToAll(from, {
    send: async (batch) => {
      const response = responses[sent.length] ?? batch.length
      sent.push(batch)
      steps.push('sent')
      if (sent.length === stopAfter) stopping.abort()
      if (typeof response !== 'number') throw response
      return {
        items: batch.map((installation_id, at) => ({
          installation_id,
          outcome: at < response ? ('applied' as const) : ('ended' as const),
        })),
      }
    },
    wait: async (seconds) => {
      await new Promise((resolve) => setTimeout(resolve))
      waited.push(seconds)
      steps.push('waited')
    },
    stop: stopping.signal,
    onProgress: (progress) => reports.push(progress),
  })
  const last = reports.at(-1)!
  const applied = last.results.filter(({ outcome }) => outcome === 'applied').length
  return { last, applied, states: reports.map(({ state }) => state), sent, waited, steps }
}

describe('an action on all matching installations', () => {
  it('is applied to each installation once in sequential batches', async () => {
    const { last, applied, sent } = await run(all(2 * BATCH_SIZE + 1))
    expect([last.state, last.remaining, applied]).toEqual(['done', [], 2 * BATCH_SIZE + 1])
    expect(sent.map((batch) => batch.length)).toEqual([BATCH_SIZE, BATCH_SIZE, 1])
    expect(new Set(sent.flat())).toEqual(new Set(ids(2 * BATCH_SIZE + 1)))
  })

  it('keeps the outcome for each installation', async () => {
    const { last, applied } = await run(all(10), [7])
    expect([last.state, last.results.length, applied]).toEqual(['done', 10, 7])
  })

  it('waits for a busy registry and sends the same batch again', async () => {
    const { applied, states, sent, waited, steps } = await run(all(10), [LIMITED, BUSY])
    expect([applied, states, waited]).toEqual([
      10,
      ['running', 'waiting', 'running', 'waiting', 'running', 'done'],
      [7, 7],
    ])
    expect(sent[2]).toEqual(sent[0])
    expect(steps).toEqual(['sent', 'waited', 'sent', 'waited', 'sent'])
  })

  it('stops at any other error and reports the rest', async () => {
    const unreachable = new Problem(0, { code: 'UNREACHABLE' })
    const { last, applied, sent } = await run(all(2 * BATCH_SIZE), [BATCH_SIZE, unreachable])
    expect(last).toMatchObject({
      state: 'failed',
      error: unreachable,
      remaining: ids(2 * BATCH_SIZE).slice(BATCH_SIZE),
    })
    expect([applied, sent.length]).toEqual([BATCH_SIZE, 2])
    const continued = await run(last)
    expect([continued.last.state, continued.applied]).toEqual(['done', 2 * BATCH_SIZE])
  })

  it('stops between batches', async () => {
    const { last, applied, sent } = await run(all(3 * BATCH_SIZE), [], 1)
    expect([last.state, applied, last.remaining.length, sent.length]).toEqual([
      'stopped',
      BATCH_SIZE,
      2 * BATCH_SIZE,
      1,
    ])
  })

  it('does not wait after it has been stopped', async () => {
    const { last, applied, waited } = await run(all(10), [BUSY], 1)
    expect([last.state, applied, waited]).toEqual(['stopped', 0, []])
  })
})
