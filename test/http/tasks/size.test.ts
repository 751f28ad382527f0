import { beforeAll, describe, expect, it } from 'vitest'
import type { AgentCaller } from '../../../src/ports/agent-caller.ts'
import { install } from '../agents.ts'
import { apiKey } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

const MIB = 1_048_576
const LONGEST_TEXT = 262_144

/** The bodies that were sent to agents. */
const forwarded: string[] = []
const agentCaller: AgentCaller = {
  async call({ body }) {
    forwarded.push(body)
    const { task_id } = JSON.parse(body) as { task_id: string }
    const text = JSON.stringify({ task_id, status: 'completed', result: {}, output: {} })
    return {
      answer: {
        kind: 'answered',
        http_status: 200,
        encoded: false,
        body: Buffer.from(text),
        signature: undefined,
      },
      execution_time_ms: 1,
    }
  },
  close: () => undefined,
}

describe('the size of a task', () => {
  let platform: TestPlatform
  let acme: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform({}, { agentCaller })
    acme = await platform.organization('enterprise', 'Acme')
    const { lease } = await install(platform, acme, undefined, {
      capabilities: ['read'],
      upstream_url: 'https://agent.example/',
    })
    await lease()
  })
  /** Routes a task whose message is written into the JSON as it is, and returns status, code and the size of what was forwarded. */
  const route = async (message: string) => {
    forwarded.length = 0
    const { status, body } = await platform.sendRequest({
      method: 'POST',
      path: '/a2a/route',
      headers: { ...apiKey(acme.api_key), 'Content-Type': 'application/json' },
      body: `{"skill":"read","message":"${message}","context":{"workspace_id":"${acme.workspace_id}"}}`,
    })
    const bytes = forwarded.map((text) => Buffer.byteLength(text))
    return { status, code: body.code as string | undefined, bytes }
  }

  it.each([
    ['a letter', 'x', 1],
    ['a letter, escaped', String.raw`\u0078`, 1],
    ['a Chinese character, escaped', String.raw`\u4e2d`, 3],
    ['a quotation mark, escaped by number', String.raw`\u0022`, 2],
  ])(
    'allows text of the maximum length in which every character is %s',
    async (_, character, bytes) => {
      const longest = await route(character.repeat(LONGEST_TEXT))
      expect(longest).toMatchObject({ status: 200, code: undefined })
      expect(longest.bytes[0]).toBeGreaterThan(LONGEST_TEXT * bytes)
      expect(longest.bytes[0]).toBeLessThan(LONGEST_TEXT * bytes + 1024)
      expect(await route(character.repeat(LONGEST_TEXT + 1))).toEqual({
        status: 422,
        code: 'INVALID_BODY',
        bytes: [],
      })
    },
  )

  it('is at most 1 MiB as the agent receives it: one byte more is 413, and creates no task', async () => {
    const overhead = (await route('')).bytes[0]!
    const emoji = '😀'.repeat(Math.floor((MIB - overhead) / 4))
    const rest = 'x'.repeat((MIB - overhead) % 4)
    expect(await route(emoji + rest)).toEqual({ status: 200, code: undefined, bytes: [MIB] })
    const before = await platform.rows()
    expect(await route(`${emoji}${rest}x`)).toEqual({
      status: 413,
      code: 'BODY_TOO_LARGE',
      bytes: [],
    })
    expect(await platform.rows()).toEqual(before)
  })

  it('is at most 4 MiB as the client sends it', async () => {
    const escaped = String.raw`\ud83d\ude00`
    expect(await route(escaped.repeat(360_000))).toMatchObject({ status: 413, bytes: [] })
    expect(await route(escaped.repeat(LONGEST_TEXT + 1))).toMatchObject({ status: 422, bytes: [] })
  })
})
