import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/kit/bounds.ts'
import { BodyBuffer } from '../../src/engine/transport/body.ts'
import type { Run } from '../../src/engine/run.ts'
import { createMemoryBudget, memorySharesOf, type MemoryBudget } from '../../src/engine/memory.ts'
import { nodeTransport } from '../../src/engine/transport/node.ts'
import { fetchTransport } from '../../src/engine/transport/fetch.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { reportOf } from '../../src/report/data.ts'
import { har } from '../../src/report/har.ts'
import { PLATFORM_SETTINGS } from '../platform/reference.ts'
import { judgeOverHttp } from '../support/judge-over-http.ts'
import { inState } from '../support/judge.ts'
import { settings } from '../support/settings.ts'
import * as agents from './agents.ts'
import { started } from './started.ts'

const MIB = 1024 * 1024
const MEMORY = 64 * MIB
const { response: MAX_RESPONSE, recorded: MAX_RECORDED } = memorySharesOf(MEMORY)
/** The socket buffers on both ends, which fill even if the suite does not read. */
const SOCKET_BUFFERS = 8 * MIB

const GET = { method: 'GET', headers: {} }

describe('one response', () => {
  const send = async (target: agents.Hostile, budget: MemoryBudget, ms = 5000) =>
    nodeTransport({ ...GET, url: target.url }, { ms, bytes: MAX_RESPONSE, budget })

  it.each([
    ['a gzip bomb', () => agents.bomb('gzip')],
    ['a deflate bomb', () => agents.bomb('deflate')],
    ['a brotli bomb', () => agents.bomb('br')],
    ['endless empty gzip members', agents.emptyMembers],
    ['an endless body', agents.endlessBody],
    ['endless chunks of one byte', agents.tinyChunks],
    ['two million empty objects', agents.manyObjects],
    ['a million nested arrays', agents.deepJson],
    ['endless interim responses', agents.endlessInterim],
  ])('with %s is not read beyond the limit and not kept', async (_, make) => {
    const [target, budget] = [await started(make()), createMemoryBudget(MAX_RECORDED)]
    const outcome = await send(target, budget)
    expect(outcome).toMatchObject({ kind: 'failure', phase: 'answer', code: 'too_large' })
    // Compressed and decompressed bytes are counted at the same time.
    expect(budget.peak()).toBeLessThanOrEqual(2 * 4 * MAX_RESPONSE)
    expect(budget.used()).toBe(0)
    expect(target.sent()).toBeLessThanOrEqual(MAX_RESPONSE + SOCKET_BUFFERS)
  })

  it.each([
    ['headers', agents.endlessHeaders],
    ['trailers', agents.endlessTrailers],
  ])('with endless %s is reported as not HTTP', async (_, make) => {
    const [target, budget] = [await started(make()), createMemoryBudget(MAX_RECORDED)]
    expect(await send(target, budget)).toMatchObject({ kind: 'failure', code: 'not_http' })
    await eventually(() => expect(budget.used()).toBe(0))
    expect(target.sent()).toBeLessThanOrEqual(SOCKET_BUFFERS)
  })

  it('that arrives slowly times out', async () => {
    const [target, budget] = [await started(agents.drip()), createMemoryBudget(MAX_RECORDED)]
    expect(await send(target, budget, 300)).toMatchObject({ kind: 'failure', code: 'timeout' })
    await eventually(() => expect(budget.used()).toBe(0))
  })

  it.each(['gzip', 'deflate', 'br'])(
    'with an invalid %s encoding is reported as not HTTP',
    async (coding) => {
      const target = await started(
        agents.respondingWith((_, res) =>
          res
            .writeHead(200, { 'Content-Encoding': coding })
            .end('\u0001plain text, and enough of it to be read as something else'),
        ),
      )
      expect(await send(target, createMemoryBudget(MAX_RECORDED))).toMatchObject({
        kind: 'failure',
        code: 'not_http',
      })
    },
  )

  it('of the largest allowed size is read and counted', async () => {
    const [target, budget] = [
      await started(agents.respondingWith((_, res) => res.end('x'.repeat(MAX_RESPONSE)))),
      createMemoryBudget(MAX_RECORDED),
    ]
    expect(await send(target, budget)).toMatchObject({ kind: 'response' })
    expect(budget.used()).toBe(2 * MAX_RESPONSE)
  })

  it('from a handler in this process has the same limits', async () => {
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

  it('in many chunks is stored in one buffer', () => {
    const body = new BodyBuffer({ ms: 0, bytes: MAX_RESPONSE })
    const slab = Buffer.alloc(65_536, 'y')
    for (let i = 0; i < 10_000; i += 1) body.push(slab.subarray(i, i + 1))
    expect(body.bytes().buffer).not.toBe(slab.buffer)
    expect(body.text()).toBe('y'.repeat(10_000))
  })
})

/** Runs the agent suite, and returns its memory budget as well. */
async function run(
  target: agents.Hostile,
  changes = {},
): Promise<{ readonly run: Run; readonly budget: MemoryBudget }> {
  const budget = createMemoryBudget(MAX_RECORDED)
  const own = settings({ base: target.url, max_memory: MEMORY, ...changes })
  return {
    run: await judgeOverHttp(agentSuite, own, { budget }),
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
    ['the largest allowed response to every request', agents.largeResponses],
    ['a card that requires endless inputs', agents.greedyCard],
  ])(
    'against %s stays within its memory limit',
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

  it('reports responses that are too large as untested', async () => {
    const { run: it } = await run(await started(agents.bomb('gzip')))
    expect(inState(it, 'FAIL', 'WARN')).toEqual([])
    expect(inState(it, 'NOT_TESTED').map(({ rule, reason }) => [rule.id, reason])).toContainEqual([
      'CARD-01',
      'The suite did not read a response: the response is larger than 2097152 bytes; a higher --max-memory allows more.',
    ])
  })

  it('names the share of --max-memory that its requests and responses exceed', async () => {
    const target = await started(agents.respondingWith((_, res) => res.end('{}')))
    const own = settings({ base: target.url, max_memory: MEMORY })
    const { results } = await judgeOverHttp(agentSuite, own, { budget: createMemoryBudget(10) })
    expect(results[0]?.reason).toContain('together exceed a quarter of --max-memory; raise it')
    expect(MAX_RECORDED).toBe(MEMORY / 4)
  })

  it('limits the number of called skills and the size of inputs', async () => {
    const {
      run: { exchanges },
    } = await run(await started(agents.greedyCard()))
    expect(exchanges.filter(({ probe }) => probe === 'task.skills')).toHaveLength(100)
    expect(Math.max(...exchanges.map(({ request }) => request.body?.length ?? 0))).toBeLessThan(
      2 * MIB,
    )
  }, 60_000)

  it('ends within its time limit if every response is slow', async () => {
    const target = await started(
      agents.respondingWith(
        (_, res) => void setTimeout(() => res.writeHead(429, { 'Retry-After': '3600' }).end(), 150),
      ),
    )
    const { run: it } = await run(target, {
      limits: { first: 1000, request: 1000, probe: 400, run: 1000 },
    })
    // Each request takes 150 ms.
    expect(target.requests()).toBeLessThanOrEqual(8)
    expect(inState(it, 'PASS', 'ERROR')).toEqual([])
  })

  it('writes reports within their share of the memory', async () => {
    const { run: it } = await run(await started(agents.largeResponses()))
    const started_at = '2026-03-02T09:10:00Z'
    const { report } = memorySharesOf(MEMORY)
    expect(har(it, started_at).length).toBeLessThanOrEqual(report + 2 * MIB)
    expect(
      JSON.stringify(reportOf([it], { started_at, trace: () => true })).length,
    ).toBeLessThanOrEqual(report + 2 * MIB)
  }, 60_000)
})

describe('a run against a hostile platform', () => {
  it.each([
    ['a gzip bomb', () => agents.bomb('gzip')],
    ['the largest allowed response to every request', agents.largeResponses],
    ['two million empty objects', agents.manyObjects],
  ])(
    'with %s stays within its memory limit',
    async (_, make) => {
      const budget = createMemoryBudget(MAX_RECORDED)
      const { clock_url: _clock, mail_url: _mail, ...known } = PLATFORM_SETTINGS
      const own = settings({
        ...known,
        base: (await started(make())).url,
        max_memory: MEMORY,
        fuzz: 5,
      })
      const { results } = await judgeOverHttp(platformSuite, own, { budget })
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
