import { describe, expect, it, onTestFinished } from 'vitest'
import { startCallbackServer } from '../../src/engine/callback-server.ts'
import { createRandom } from '../../src/engine/random.ts'
import { generate } from '../../src/probes/agent/inputs.ts'

describe('inputs generated from schemas', () => {
  it('are limited, whatever the schema requires', () => {
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
