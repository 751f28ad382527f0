import { describe, expect, it, onTestFinished } from 'vitest'
import { startCallbackServer } from '../../src/engine/callbacks/server.ts'
import { createRandom } from '../../src/engine/random.ts'
import { eventsOf, withoutStream } from '../../src/judge/event-stream.ts'
import { bodyOf } from '../../src/judge/json.ts'
import { mismatchOf } from '../../src/judge/schema-match.ts'
import { generate, TEXT } from '../../src/probes/agent/inputs.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { a2aAgent } from '../agent/a2a-agent.ts'
import { exchangeWith, inState, judge, lines } from '../support/judge.ts'

describe('inputs generated from schemas', () => {
  it('are limited, whatever the schema requires', () => {
    const nested = (depth: number): object =>
      depth === 0
        ? { type: 'string', minLength: 1e12 }
        : { type: 'array', minItems: 1e12, items: nested(depth - 1) }
    const nestedAlternatives = (depth: number): object =>
      depth === 0 ? {} : { oneOf: [nestedAlternatives(depth - 1)] }
    for (const schema of [
      nested(3),
      nested(8),
      nestedAlternatives(150),
      { type: 'string', minLength: -1, maxLength: -5 },
      { type: 'array', minItems: 1e400 },
      { minimum: {} },
    ]) {
      expect(JSON.stringify(generate(schema, createRandom('s', 'l')))?.length ?? 0).toBeLessThan(
        256 * 1024,
      )
    }
  })

  it('are text and numbers, whatever the names and the values of keywords are', () => {
    const unconvertible = JSON.parse('{"toString":1,"valueOf":1}') as object
    for (const schema of [
      { type: 'string', format: 'constructor' },
      { type: 'string', format: unconvertible },
      { type: 'number', minimum: unconvertible },
    ])
      expect(generate(schema, createRandom('s', 'l'))).toBe(schema.type === 'string' ? TEXT : 1)
    expect(
      generate({ type: 'object', required: ['valueOf'], maxLength: 5 }, createRandom('s', 'l')),
    ).toEqual({ valueOf: TEXT })
  })
})

describe('a response in another protocol', () => {
  it('is not parsed if it has too many events, or too many or too deeply nested values', () => {
    const nested = '['.repeat(300) + ']'.repeat(300)
    for (const body of [
      'data:{}\n\n'.repeat(20_000),
      `data:[${'1,'.repeat(200_000)}1]\n\n`,
      `data:${nested}\n\n`,
    ])
      expect(eventsOf(exchangeWith(body))).toEqual([])
    expect(bodyOf(withoutStream(exchangeWith(`data:${nested}\n\n`)))).toBeUndefined()
    expect(eventsOf(exchangeWith('data: {"a":\ndata: 1}\n\nevent: x\n\n'))).toEqual([{ a: 1 }])
  })

  it('is compared with a self-referencing schema in a limited number of steps', () => {
    const endless = { anyOf: [{ $ref: '#' }, { $ref: '#' }], allOf: [{ $ref: '#' }, { $ref: '#' }] }
    expect(mismatchOf({ a: 1 }, endless)).toBeUndefined()
  })

  it('may be a card with 30,000 skills', async () => {
    const skills = Array.from({ length: 30_000 }, (_, i) => ({
      id: `s${i}`,
      name: 's',
      description: '',
      tags: [],
    }))
    const run = await judge(agentSuite, a2aAgent({ card: { skills } }), { profile: 'a2a' })
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR'))).toEqual([])
  })
})

describe('the callback server', () => {
  it('does not read requests without the prefix, and limits the others', async () => {
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
