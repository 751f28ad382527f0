import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/kit/bounds.ts'
import { BodyBuffer } from '../../src/engine/body.ts'
import { runSuite, type Run } from '../../src/engine/run.ts'
import { createMemoryBudget, memorySharesOf, type MemoryBudget } from '../../src/engine/memory.ts'
import { nodeTransport } from '../../src/engine/node-transport.ts'
import { fetchTransport } from '../../src/engine/fetch-transport.ts'
import { startCallbackServer } from '../../src/engine/callback-server.ts'
import { select } from '../../src/engine/select.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { generate } from '../../src/probes/agent/inputs.ts'
import { createRandom } from '../../src/engine/random.ts'
import { reportOf } from '../../src/report/data.ts'
import { har } from '../../src/report/har.ts'
import { PLATFORM_SETTINGS } from '../platform/reference.ts'
import { inState } from '../support/judge.ts'
import { realClock } from '../../src/engine/clock.ts'
import { settings } from '../support/settings.ts'
import * as agents from './agents.ts'
import { started } from './started.ts'

const MIB = 1024 * 1024
const MEMORY = 64 * MIB
const { response: MAX_RESPONSE, recorded: MAX_RECORDED } = memorySharesOf(MEMORY)
/** Buffers of the kernel on both ends, which fill whether or not anybody reads. */
const SOCKETS = 8 * MIB

const GET = { method: 'GET', headers: {} }

describe('one answer', () => {
  const ask = async (target: agents.Hostile, budget: MemoryBudget, ms = 5000) =>
    nodeTransport({ ...GET, url: target.url }, { ms, bytes: MAX_RESPONSE, budget })

  it.each([
    ['a gzip bomb', () => agents.bomb('gzip')],
    ['a deflate bomb', () => agents.bomb('deflate')],
    ['a brotli bomb', () => agents.bomb('br')],
    ['endless empty members of gzip', agents.emptyMembers],
    ['an endless body', agents.endlessBody],
    ['endless chunks of one byte', agents.tinyChunks],
    ['two million empty objects', agents.manyObjects],
    ['a million nested arrays', agents.deepJson],
    ['endless interim answers', agents.endlessInterim],
  ])('M9: of %s is not taken beyond the bound, and nothing of it is kept', async (_, make) => {
    const [target, budget] = [await started(make()), createMemoryBudget(MAX_RECORDED)]
    const outcome = await ask(target, budget)
    expect(outcome).toMatchObject({ kind: 'failure', phase: 'answer', code: 'too_large' })
    // What is counted while it is read: the packed bytes and what came out of them, each at its full cost.
    expect(budget.peak()).toBeLessThanOrEqual(2 * 4 * MAX_RESPONSE)
    expect(budget.used()).toBe(0)
    expect(target.sent()).toBeLessThanOrEqual(MAX_RESPONSE + SOCKETS)
  })

  it.each([
    ['headers', agents.endlessHeaders],
    ['trailers', agents.endlessTrailers],
  ])('with endless %s is no HTTP', async (_, make) => {
    const [target, budget] = [await started(make()), createMemoryBudget(MAX_RECORDED)]
    expect(await ask(target, budget)).toMatchObject({ kind: 'failure', code: 'not_http' })
    await eventually(() => expect(budget.used()).toBe(0))
    expect(target.sent()).toBeLessThanOrEqual(SOCKETS)
  })

  it('that drips ends with its time', async () => {
    const [target, budget] = [await started(agents.drip()), createMemoryBudget(MAX_RECORDED)]
    expect(await ask(target, budget, 300)).toMatchObject({ kind: 'failure', code: 'timeout' })
    await eventually(() => expect(budget.used()).toBe(0))
  })

  it.each(['gzip', 'deflate', 'br'])('that says %s and is not is no HTTP', async (coding) => {
    const target = await started(
      agents.answering((_, res) =>
        res
          .writeHead(200, { 'Content-Encoding': coding })
          .end('\u0001plain text, and enough of it to be read as something else'),
      ),
    )
    expect(await ask(target, createMemoryBudget(MAX_RECORDED))).toMatchObject({
      kind: 'failure',
      code: 'not_http',
    })
  })

  it('that is as large as allowed is read, and counts as held', async () => {
    const [target, budget] = [
      await started(agents.answering((_, res) => res.end('x'.repeat(MAX_RESPONSE)))),
      createMemoryBudget(MAX_RECORDED),
    ]
    expect(await ask(target, budget)).toMatchObject({ kind: 'response' })
    expect(budget.used()).toBe(2 * MAX_RESPONSE)
  })

  it('of a handler in this process has the same bounds', async () => {
    let pulled = 0
    const endless = (): Response =>
      new Response(
        new ReadableStream({
          pull: (to) => {
            pulled += 65_536
            to.enqueue(new Uint8Array(65_536))
          },
        }),
      )
    expect(
      await fetchTransport(endless)(
        { ...GET, url: 'http://localhost/' },
        { ms: 5000, bytes: MAX_RESPONSE },
      ),
    ).toMatchObject({ kind: 'failure', code: 'too_large' })
    expect(pulled).toBeLessThanOrEqual(MAX_RESPONSE + 3 * 65_536)
  })

  it('in many pieces is held in one', () => {
    const body = new BodyBuffer({ ms: 0, bytes: MAX_RESPONSE })
    const slab = Buffer.alloc(65_536, 'y')
    for (let i = 0; i < 10_000; i += 1) body.push(slab.subarray(i, i + 1))
    expect(body.bytes().buffer).not.toBe(slab.buffer)
    expect(body.text()).toBe('y'.repeat(10_000))
  })
})

/** The whole suite against an agent, with a budget to look into. */
async function run(
  target: agents.Hostile,
  changes = {},
): Promise<{ readonly run: Run; readonly budget: MemoryBudget }> {
  const budget = createMemoryBudget(MAX_RECORDED)
  const own = settings({ base: target.url, max_memory: MEMORY, ...changes })
  return {
    run: await runSuite(
      { suite: agentSuite, settings: own, selected: select(agentSuite, { profile: 'full' }) },
      nodeTransport,
      realClock,
      { budget },
    ),
    budget,
  }
}

describe('a run', () => {
  it.each([
    ['a gzip bomb', () => agents.bomb('gzip')],
    ['an endless body', agents.endlessBody],
    ['endless headers', agents.endlessHeaders],
    ['two million empty objects', agents.manyObjects],
    ['a million nested arrays', agents.deepJson],
    ['as much as one answer may be, every time', agents.hoard],
    ['a card that asks for more than there is', agents.greedyCard],
  ])(
    'against %s passes nothing by mistake, and keeps to its memory',
    async (_, make) => {
      const {
        run: { results, exchanges },
        budget,
      } = await run(await started(make()))
      expect(results.filter(({ state }) => state === 'ERROR')).toEqual([])
      expect(budget.peak()).toBeLessThanOrEqual(MAX_RECORDED)
      expect(
        exchanges.reduce(
          (sum, { outcome }) => sum + (outcome.kind === 'response' ? outcome.body.length : 0),
          0,
        ),
      ).toBeLessThanOrEqual(MAX_RECORDED / 2)
    },
    60_000,
  )

  it('tells an answer that it does not read as untested, not as broken', async () => {
    const { run: it } = await run(await started(agents.bomb('gzip')))
    expect(inState(it, 'FAIL', 'WARN')).toEqual([])
    expect(inState(it, 'NOT_TESTED').map(({ rule, reason }) => [rule.id, reason])).toContainEqual([
      'CARD-01',
      expect.stringContaining('--max-memory'),
    ])
  })

  it('asks no skill for more than a hundred, and sends no input larger than it can mean', async () => {
    const {
      run: { exchanges },
    } = await run(await started(agents.greedyCard()))
    expect(exchanges.filter(({ probe }) => probe === 'task.skills')).toHaveLength(100)
    expect(Math.max(...exchanges.map(({ request }) => request.body?.length ?? 0))).toBeLessThan(
      2 * MIB,
    )
  }, 60_000)

  it('M9: ends in its own time, however slow each answer is', async () => {
    const target = await started(
      agents.answering(
        (_, res) => void setTimeout(() => res.writeHead(429, { 'Retry-After': '3600' }).end(), 150),
      ),
    )
    const { run: it } = await run(target, {
      limits: { first: 1000, request: 1000, probe: 400, run: 1000 },
    })
    // Each request takes 150 ms, so no more of them fit.
    expect(target.requests()).toBeLessThanOrEqual(8)
    expect(inState(it, 'PASS', 'ERROR')).toEqual([])
  })

  it('writes reports of all that was held within their share', async () => {
    const { run: it } = await run(await started(agents.hoard()))
    const started_at = '2026-03-02T09:10:00Z'
    const { report } = memorySharesOf(MEMORY)
    expect(har(it, started_at).length).toBeLessThanOrEqual(report + 2 * MIB)
    expect(
      JSON.stringify(reportOf(it, { started_at, trace: () => true })).length,
    ).toBeLessThanOrEqual(report + 2 * MIB)
  }, 60_000)
})

describe('a run against a hostile platform', () => {
  it.each([
    ['a gzip bomb', () => agents.bomb('gzip')],
    ['as much as one answer may be, every time', agents.hoard],
    ['two million empty objects', agents.manyObjects],
  ])(
    'of %s keeps to its memory as well',
    async (_, make) => {
      const budget = createMemoryBudget(MAX_RECORDED)
      const { clock_url: _clock, mail_url: _mail, ...known } = PLATFORM_SETTINGS
      const own = settings({
        ...known,
        base: (await started(make())).url,
        max_memory: MEMORY,
        fuzz: 5,
      })
      const { results } = await runSuite(
        {
          suite: platformSuite,
          settings: own,
          selected: select(platformSuite, { profile: 'full' }),
        },
        nodeTransport,
        realClock,
        { budget },
      )
      expect(
        results
          .filter(({ state }) => state === 'ERROR' || state === 'PASS')
          .map(({ rule }) => rule.id),
      ).toEqual([])
      expect(budget.peak()).toBeLessThanOrEqual(MAX_RECORDED)
    },
    60_000,
  )
})

describe('inputs made from schemas', () => {
  it('have a bound, whatever the schema asks for', () => {
    const nested = (depth: number): object =>
      depth === 0
        ? { type: 'string', minLength: 1e12 }
        : { type: 'array', minItems: 1e12, items: nested(depth - 1) }
    const wide = (depth: number): object => (depth === 0 ? {} : { oneOf: [wide(depth - 1)] })
    for (const schema of [
      nested(3),
      nested(8),
      wide(150),
      { type: 'string', minLength: -1, maxLength: -5 },
      { type: 'array', minItems: 1e400 },
      { minimum: {} },
    ]) {
      expect(JSON.stringify(generate(schema, createRandom('s', 'l')))?.length ?? 0).toBeLessThan(
        256 * 1024,
      )
    }
  })
})

describe('where the suite listens', () => {
  it('reads nothing of requests that are for nobody, and keeps only so many of the others', async () => {
    const { server, stop } = await startCallbackServer({
      host: '127.0.0.1',
      port: 0,
      prefix: 'suite',
    })
    onTestFinished(stop)
    server.respond('/x', () => ({ status: 200, headers: {}, body: '' }))
    const port = new URL(server.address).port
    const statuses = new Set<number>()
    const post = async (url: string, body: string): Promise<void> =>
      void statuses.add(
        (await fetch(url, { method: 'POST', body }).catch(() => ({ status: 0 }))).status,
      )
    await post(`http://127.0.0.1:${port}/other/x`, 'x'.repeat(100))
    expect(server.received('')).toEqual([])
    for (let i = 0; i < 12; i += 1) await post(`${server.address}/x`, 'x'.repeat(1_000_000))
    await post(`${server.address}/x`, 'x'.repeat(2_000_000))
    expect(server.received('/x')).toHaveLength(8)
    expect([...statuses].sort()).toEqual([0, 200, 404, 503])
  })
})
