import { describe, expect, it, beforeAll } from 'vitest'
import { fetchTransport } from '../src/engine/transport/fetch.ts'
import { describeConformance, judge } from '../src/index.ts'
import { agentSuite } from '../src/rules/agent/index.ts'
import { referenceAgent } from './agent/reference.ts'
import type { Handler } from './support/handler.ts'
import { mapResponse, mapJson } from './support/mutants.ts'

/** Returns a handler in the form of the Fetch standard. */
const fetchHandler =
  (handler: Handler) =>
  async (request: Request): Promise<Response> => {
    const response = handler({
      method: request.method,
      path: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    })
    if (typeof response === 'string') throw new Error(response)
    return new Response(response.status === 204 ? null : response.body, {
      status: response.status,
      headers: response.headers ?? {},
    })
  }

/** Returns the reference agent with the address that the library uses for handlers. */
const agent = (): Handler => referenceAgent({ card: { url: 'http://localhost' } })

describe('the library', () => {
  it('judges a handler in this process', async () => {
    const report = await judge({ target: fetchHandler(agent()), fuzz: 10 })
    expect(
      report.rules
        .filter(({ state }) => state === 'FAIL' || state === 'WARN')
        .map(({ id, reason }) => `${id} ${reason}`),
    ).toEqual([])
    expect(report.verdict).toBe('conformant')
  })

  it('treats an exception thrown by a handler as a closed connection', async () => {
    const report = await judge({
      target: fetchHandler(mapResponse(agent(), '/health', () => 'reset')),
      rules: ['HEALTH-01', 'HEALTH-02'],
    })
    expect(report.rules.map(({ state, violation }) => [state, violation?.pointer])).toEqual([
      ['FAIL', 'answer'],
      ['BLOCKED', undefined],
    ])
  })

  it('says why there is no response from a handler', async () => {
    let calls = 0
    const transport = fetchTransport(() => {
      calls += 1
      return new Response(new ReadableStream({ start: (to) => to.error(new Error('torn')) }))
    })
    const send = async (headers: Record<string, string>) =>
      transport({ method: 'GET', url: 'http://localhost/', headers }, { ms: 5000, bytes: 1000 })
    expect(await send({ 'X-Price': '5 €' })).toMatchObject({
      code: 'not_sent',
      says: 'a header or the address of the request contains characters that cannot be sent',
    })
    expect(calls).toBe(0)
    expect(await send({})).toMatchObject({
      code: 'reset',
      says: 'the handler or the body of its response failed: Error: torn',
    })
  })

  it('writes neither headers nor keys into the report', async () => {
    const target = fetchHandler(
      mapJson(agent(), '/.well-known/agent.json', (body) => ({
        ...body,
        description: 7,
        seen: 'canary-1 canary-2',
      })),
    )
    expect(
      JSON.stringify(
        await judge({
          target,
          headers: { Authorization: 'canary-1' },
          keys: { free: 'canary-2' },
          rules: ['CARD-*'],
        }),
      ),
    ).not.toMatch(/canary-\d/)
  })

  it('registers a test for each rule, and fails those of violated MUSTs', async () => {
    const tests: { name: string; body: () => void | Promise<void> }[] = []
    const before: (() => Promise<void>)[] = []
    const runner = {
      describe: (_: string, body: () => void) => body(),
      it: (name: string, body: () => void | Promise<void>) => tests.push({ name, body }),
      beforeAll: (body: () => Promise<void>) => before.push(body),
    }
    describeConformance(runner, {
      target: fetchHandler(mapJson(agent(), '/a2a/tasks', (body) => ({ ...body, output: {} }))),
      profile: 'tasks',
      fuzz: 1,
    })
    const sections = agentSuite.sections.filter(({ id }) =>
      agentSuite.profiles['tasks']?.includes(id),
    )
    expect(tests.map(({ name }) => name)).toEqual(
      sections.flatMap(({ rules }) => rules.map(({ id, title }) => `${id} ${title}`)),
    )
    for (const prepare of before) await prepare()
    const failed = tests
      .filter(({ body }) => {
        try {
          void body()
          return false
        } catch {
          return true
        }
      })
      .map(({ name }) => name)
    expect(failed).toEqual(['TASK-15 output has the same content as result'])
  })
})

describeConformance(
  { describe, it, beforeAll },
  { target: fetchHandler(agent()), fuzz: 10, rules: ['CARD-0*'] },
)
