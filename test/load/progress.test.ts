import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RequestStatistics } from '../../src/load/histogram/request-statistics.ts'
import type { Progress } from '../../src/load/run.ts'
import { lineOf, screenOf, progressPrinter } from '../../src/load/progress.ts'

function progressOf(statistics: RequestStatistics, changes: Partial<Progress> = {}): Progress {
  return {
    phase: 'steady',
    elapsed_s: 12,
    of_s: 120,
    now_ms: 12_000,
    statistics,
    connections: { open: 3, waiting: 0 },
    simulation: { fleet: { size: 1000 } } as Progress['simulation'],
    prepared: {
      install_target: { workspace_id: 'ws_1', agent_id: 'svc-load' },
      own: null,
      allowance: undefined,
    },
    ...changes,
  }
}
const filled = (bad: readonly string[] = []): RequestStatistics => {
  const statistics = new RequestStatistics()
  const add = (second: number, outcome: string, judgement: 'good' | 'bad') =>
    statistics.record(
      { phase: 'steady', operation: 'renewLease', outcome, judgement },
      { due: second * 1000, milliseconds: 5, live: 1000 },
    )
  for (let second = 0; second < 12; second += 1)
    for (let index = 0; index < 17; index += 1) add(second, '200', 'good')
  for (const outcome of bad) add(11, outcome, 'bad')
  return statistics
}

describe('the progress of a run', () => {
  it('shows rate, latency, errors and the size of the fleet', () => {
    const screen = screenOf(
      progressOf(filled(['429 RATE_LIMITED', 'TIMEOUT', 'TIMEOUT'])),
      '127.0.0.1:8080',
      100,
    ).join('\n')
    for (const part of [
      'measuring 12 s of 2 min',
      '1,000',
      '18/s',
      '5.0 ms',
      '2 TIMEOUT (heartbeat)',
      '1 429 RATE_LIMITED (heartbeat)',
      '▇█',
    ])
      expect(screen).toContain(part)
  })

  it('is never wider than the terminal, so that it can be redrawn', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 200 }),
        fc.array(fc.string({ minLength: 1, maxLength: 80 })),
        (columns, bad) => {
          const own = { organization_id: 'org', workspace_id: 'w'.repeat(60), name: 'n' }
          const lines = screenOf(
            progressOf(filled(bad), {
              prepared: {
                install_target: { workspace_id: 'ws', agent_id: 'a' },
                own,
                allowance: undefined,
              },
            }),
            'host.example:8080',
            columns,
          )
          expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
          expect(lines.length).toBeLessThan(20)
        },
      ),
    )
  })

  it('is redrawn on a terminal, and printed as plain lines elsewhere', () => {
    const [drawn, lines]: [string[], string[]] = [[], []]
    const screen = progressPrinter('host', { print: (text) => drawn.push(text), columns: () => 80 })
    const log = progressPrinter('host', { print: (text) => lines.push(text), columns: undefined })
    for (let elapsed_s = 1; elapsed_s <= 25; elapsed_s += 1)
      for (const show of [screen, log]) show(progressOf(filled(), { elapsed_s }))
    expect(drawn).toHaveLength(25)
    expect(drawn[0]).not.toContain('\u001b')
    expect(drawn[1]!.startsWith(`\u001b[${drawn[0]!.split('\n').length}A\r\u001b[J`)).toBe(true)
    expect(lines).toEqual(
      [1, 11, 21].map((elapsed_s) => lineOf(progressOf(filled(), { elapsed_s }))),
    )
    expect(lines.join('')).not.toContain('\u001b')
  })
})
