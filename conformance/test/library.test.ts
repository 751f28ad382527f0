import { describe, expect, it, beforeAll } from 'vitest'
import { describeConformance, judge } from '../src/index.ts'
import { referenceAgent } from './agent/reference.ts'
import type { Handler } from './support/handler.ts'
import { retell, rewrite } from './support/mutants.ts'

/** A handler as frameworks have them. */
const fetchHandler =
  (handler: Handler) =>
  async (request: Request): Promise<Response> => {
    const it = handler({
      method: request.method,
      path: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    })
    if (typeof it === 'string') throw new Error(it)
    return new Response(it.status === 204 ? null : it.body, {
      status: it.status,
      headers: it.headers ?? {},
    })
  }

/** At this address the library asks handlers. */
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

  it('takes a handler that throws for one that hangs up', async () => {
    const report = await judge({
      target: fetchHandler(retell(agent(), '/health', () => 'reset')),
      rules: ['HEALTH-*'],
    })
    expect(report.rules.map(({ state, violation }) => [state, violation?.pointer])).toEqual([
      ['FAIL', 'answer'],
      ['BLOCKED', undefined],
    ])
  })

  it('keeps headers and keys out of the report', async () => {
    const target = fetchHandler(
      rewrite(agent(), '/.well-known/agent.json', (body) => ({
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

  it('names a test after every rule, and fails those of broken MUSTs', async () => {
    const tests: { name: string; body: () => void | Promise<void> }[] = []
    const before: (() => Promise<void>)[] = []
    const runner = {
      describe: (_: string, body: () => void) => body(),
      it: (name: string, body: () => void | Promise<void>) => tests.push({ name, body }),
      beforeAll: (body: () => Promise<void>) => before.push(body),
    }
    describeConformance(runner, {
      target: fetchHandler(rewrite(agent(), '/a2a/tasks', (body) => ({ ...body, output: {} }))),
      profile: 'tasks',
      fuzz: 1,
    })
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
