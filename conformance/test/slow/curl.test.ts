import { spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/engine/http.ts'
import { conduct, judged, type Result, type Run } from '../../src/engine/run.ts'
import type { Exchange, Seen } from '../../src/engine/types.ts'
import { nodeTransport } from '../../src/engine/node-transport.ts'
import { reportOf } from '../../src/report/data.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { DEFAULT_LIMITS } from '../../src/engine/settings.ts'
import { AGENT_MUTANTS } from '../agent/mutants/index.ts'
import { serve, type Served } from '../support/handler.ts'
import { tellTime } from '../support/judge.ts'
import { settings } from '../support/settings.ts'

const LIMIT_MS = 7000

interface Shell { readonly status: number; readonly stdout: string; readonly ms: number }

/** Runs lines as a person would paste them. */
function shell(lines: readonly string[]): Promise<Shell> {
  const started = performance.now()
  const child = spawn('sh', ['-c', lines.join('\n')], { stdio: ['ignore', 'pipe', 'ignore'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => child.once('close', (status) => resolve({ status: status ?? -1, stdout: Buffer.concat(chunks).toString('utf8'), ms: performance.now() - started })))
}

/** What `curl -i` printed, as the outcome that the suite would have seen. */
function outcomeOf({ status, stdout, ms }: Shell): Outcome {
  const at = Date.now()
  if (status === 28) return { kind: 'failure', phase: 'answer', code: 'timeout', says: `no complete answer within ${LIMIT_MS} ms`, ms, at }
  if (status !== 0) return { kind: 'failure', phase: 'answer', code: 'reset', says: 'the connection was closed before a complete answer', ms, at }
  const cut = stdout.indexOf('\r\n\r\n')
  const [first = '', ...heads] = stdout.slice(0, cut).split('\r\n')
  const headers = heads.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const)
  return { kind: 'answer', status: Number(first.split(' ')[1]), headers, body: stdout.slice(cut + 4), ms, at }
}

/** Judges a rule again, with the one exchange that was sent anew. */
function again({ rule, violation, evidence }: Result, run: Run, outcome: Outcome): ReturnType<typeof judged> {
  const key = violation?.exchange ?? evidence.at(-1)
  const exchanges = run.exchanges.map((exchange): Exchange => (exchange.key === key ? { ...exchange, outcome } : exchange))
  const of: Seen['of'] = (...probes) => probes.flatMap((probe) => exchanges.filter((exchange) => exchange.probe === probe))
  return judged(rule, { of, one: (probe) => of(probe)[0] as Exchange, settings: run.settings })
}

describe.skipIf(spawnSync('curl', ['--version']).status !== 0)('every curl line, pasted into a shell', () => {
  const served: Served[] = []
  const figures = { lines: 0, without: 0 }
  afterAll(() => {
    for (const { close } of served) close()
    console.log(`${figures.lines} curl lines run and judged again; ${figures.without} violations take several requests at once or are in a file.`)
  })
  beforeAll(() => expect(AGENT_MUTANTS.length).toBeGreaterThan(100))

  it.each(AGENT_MUTANTS.filter(({ kills }) => kills.length > 0))('$name: shows the same violation', async ({ make, kills, settings: changes }) => {
    const target = await serve(make())
    served.push(target)
    const chosen = settings({ base: target.url, limits: { ...DEFAULT_LIMITS, request: LIMIT_MS, first: LIMIT_MS }, ...changes })
    const run = await conduct({ suite: agentSuite, settings: chosen, selected: agentSuite.sections.flatMap(({ rules }) => rules).filter(({ id }) => kills.includes(id)) }, nodeTransport, tellTime())
    expect(run.results.map(({ rule }) => rule.id).toSorted()).toEqual(kills.toSorted())
    const report = reportOf(run, { started_at: '' })
    for (const result of run.results.filter(({ violation }) => violation !== undefined)) {
      const curl = report.rules.find(({ id }) => id === result.rule.id)?.curl ?? []
      if (curl.length === 0) {
        figures.without += 1
        expect(result.violation?.together ?? result.violation?.pointer.startsWith('manifest')).toBe(true)
        continue
      }
      figures.lines += 1
      const { violation } = again(result, run, outcomeOf(await shell(curl)))
      expect([result.rule.id, violation?.pointer]).toEqual([result.rule.id, result.violation?.pointer])
    }
  })
})
