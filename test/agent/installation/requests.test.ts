import { describe, expect, it } from 'vitest'
import { platformRequestOf } from '../../../src/agent/installation/requests.ts'
import { SETUP } from './simulation.ts'

describe('a heartbeat', () => {
  const REQUEST = {
    goal: 'lease',
    installation_id: 'in/st',
    runtime_token: 'srt_1',
    status: 'running',
    interval_s: 60,
    ack: null,
  } as const
  const payload = (health: () => object) =>
    (platformRequestOf(REQUEST, SETUP, { health }).body as { health_payload?: object })
      .health_payload

  it('names its installation, its token and what it acknowledges', () => {
    expect(platformRequestOf({ ...REQUEST, ack: { id: 'c', status: 'done' } }, SETUP, {})).toEqual({
      path: '/installations/in%2Fst/lease',
      headers: { Authorization: 'Bearer srt_1' },
      body: {
        status: 'running',
        heartbeat_interval_seconds: 60,
        health_payload: undefined,
        command_ack: { id: 'c', status: 'done' },
      },
    })
  })
  it('contains a health payload of up to 16,384 bytes', () => {
    const of = (bytes: number) => ({ text: 'ä'.repeat(1) + 'x'.repeat(bytes - 13) })
    expect(Buffer.byteLength(JSON.stringify(of(16_384)))).toBe(16_384)
    expect(payload(() => of(16_384))).toEqual(of(16_384))
    expect(payload(() => of(16_385))).toBeUndefined()
  })
  it.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ['returns a number that JSON cannot express', () => ({ n: 1n })],
    [
      'returns a cyclic object',
      () => {
        const cyclic: Record<string, unknown> = {}
        cyclic['self'] = cyclic
        return cyclic
      },
    ],
  ])('contains no health payload if its function %s', (_, health) => {
    expect(payload(health)).toBeUndefined()
  })
})
