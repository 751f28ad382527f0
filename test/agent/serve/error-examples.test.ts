import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problems } from '../../../src/agent/server/problems.ts'
import { manifestOf, startAgent, type TestAgent, type TestResponse } from './agents.ts'

interface ErrorValue {
  readonly code?: string
  readonly message?: string
  readonly error?: string | { readonly message: string }
}
const { components } = JSON.parse(
  readFileSync(new URL('../../../generated/agent.json', import.meta.url), 'utf8'),
) as {
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: ErrorValue }>>
  }
}

const messageOf = ({ error, message }: ErrorValue): string | undefined =>
  typeof error === 'object' ? error.message : message
const examples = Object.entries(components.examples).flatMap(([name, { value }]) =>
  value.error === undefined ? [] : [{ name, message: messageOf(value)! }],
)
const constant: readonly string[] = Object.values(problems).map(({ message }) => message)

/** Examples whose messages are not provoked here, because they come from the platform or take too long. */
const NOT_PROVOKED = [
  'ChatTimedOut',
  'RequestTimeout',
  'RpcCallerRefused',
  'RpcSignatureInvalid',
  'TaskCallerRefused',
  'TaskSignatureInvalid',
]

const TOO_LARGE = JSON.stringify({ message: 'x'.repeat(70_000) })
const TIMEOUT_MS = 30_000

describe('the messages in the examples of errors', () => {
  let desk: TestAgent
  beforeAll(async () => {
    desk = await startAgent(
      manifestOf({ extract_invoice: {}, slow: { timeout_ms: 30 } }),
      {
        extract_invoice: () => {
          throw new Error('the parser failed')
        },
        slow: () => new Promise(() => undefined),
      },
      {
        chat: () => {
          throw new Error('the model failed')
        },
      },
    )
  })
  afterAll(() => desk.agent.close({ grace_ms: 0 }))

  async function session(scope: readonly string[] = ['chat']) {
    const { body } = await desk.post('/svc/auth', { client_id: 'desk', scope })
    return {
      Authorization: `Bearer ${body.session_token as string}`,
      'X-Svc-Client-ID': 'desk',
    }
  }
  const call = (method: string, params: object) => ({ jsonrpc: '2.0', id: '1', method, params })
  const mcp = (method: string, revision: string) =>
    desk.post('/mcp', call(method, {}), { 'MCP-Protocol-Version': revision })

  const causes: Readonly<Record<string, () => Promise<TestResponse>>> = {
    BodyTooLarge: async () => desk.post('/chat', TOO_LARGE, await session()),
    ChatFailed: async () => desk.post('/chat', { message: 'a' }, await session()),
    MalformedJson: () => desk.post('/svc/auth', '{'),
    McpMethodUnknown: () => mcp('prompts/list', '2025-11-25'),
    McpVersionUnsupported: () => mcp('tools/list', '1900-01-01'),
    MethodIsUnknown: () => desk.rpc(call('tasks/pause', {})),
    RpcBodyTooLarge: () => desk.rpc(TOO_LARGE),
    RpcInvalid: () => desk.rpc({ jsonrpc: '2.0', id: 1 }),
    RpcNotJson: () => desk.rpc('{'),
    ScopeRequired: async () => desk.post('/chat', { message: 'a' }, await session([])),
    SkillFailed: () => desk.rpc(call('tasks/send', { skill: 'extract_invoice' })),
    SkillIsUnknown: () => desk.rpc(call('tasks/send', { skill: 'extract_invoices' })),
    TaskBodyTooLarge: () => desk.task(TOO_LARGE),
    TaskExecutionError: () => desk.task({ input: { skill: 'extract_invoice' } }),
    TaskInvalid: () => desk.task({}),
    TaskIsUnknown: () =>
      desk.rpc(call('GetTask', { id: '0195561e-1a52-7f04-9c6d-83d5e0b1f927' }), {
        'A2A-Version': '1.0',
      }),
    TaskNotJson: () => desk.task('{'),
    TaskSkillUnknown: () => desk.task({ input: { skill: 'extract_invoices' } }),
    TaskTimedOut: async () => {
      const response = await desk.task({ input: { skill: 'slow' } })
      const { message } = response.body.error as { message: string }
      const shown = message.replace('slow', 'extract_invoice').replace('30', String(TIMEOUT_MS))
      return { ...response, body: { error: { message: shown } } }
    },
  }
  it.each(examples.filter(({ name }) => causes[name] !== undefined))(
    'are those that the agent sends: $name',
    async ({ name, message }) => {
      expect(messageOf((await causes[name]!()).body as ErrorValue)).toBe(message)
    },
  )

  it('are otherwise those of the table of problems', () => {
    const others = examples.filter(
      ({ name }) => causes[name] === undefined && !NOT_PROVOKED.includes(name),
    )
    expect(others.filter(({ message }) => !constant.includes(message))).toEqual([])
  })
})
