import type { SkillCall } from '../../../../src/agent/index.ts'
import type { TestResponse, SentHeaders, TestAgent } from '../agents.ts'

export const SKILL = 'urn:svc:a2a:skill:v1'

/** The content of a message, which each version writes in its own form. */
export interface MessageContent {
  readonly skill?: unknown
  readonly text?: string
  readonly parts?: readonly object[]
  readonly message?: object
  readonly params?: object
}

export interface Client {
  readonly version: '1.0' | '0.3'
  readonly headers: SentHeaders
  readonly methods: Readonly<Record<'send' | 'stream' | 'get' | 'cancel' | 'subscribe', string>>
  readonly states: Readonly<Record<'working' | 'completed' | 'failed' | 'canceled', string>>
  /** Returns the params of a message. */
  message(content: MessageContent): object
  /** Returns the task in the result of a message. */
  taskOf(result: TestResponse['body']): TestResponse['body']
}

const metadataOf = ({ skill }: MessageContent): object =>
  skill === undefined ? {} : { metadata: { [SKILL]: { skill } } }

/** An A2A 1.0 client, which sends its version, and parts without a type. */
export const CURRENT: Client = {
  version: '1.0',
  headers: { 'A2A-Version': '1.0' },
  methods: {
    send: 'SendMessage',
    stream: 'SendStreamingMessage',
    get: 'GetTask',
    cancel: 'CancelTask',
    subscribe: 'SubscribeToTask',
  },
  states: {
    working: 'TASK_STATE_WORKING',
    completed: 'TASK_STATE_COMPLETED',
    failed: 'TASK_STATE_FAILED',
    canceled: 'TASK_STATE_CANCELED',
  },
  message: (content) => ({
    message: {
      messageId: 'm-1',
      role: 'ROLE_USER',
      parts: content.parts ?? [{ text: content.text ?? 'x' }],
      ...metadataOf(content),
      ...content.message,
    },
    ...content.params,
  }),
  taskOf: (result) => result.task,
}

/** An A2A 0.3 client, which sends no version, and parts with their kind. */
export const LEGACY: Client = {
  version: '0.3',
  headers: {},
  methods: {
    send: 'message/send',
    stream: 'message/stream',
    get: 'tasks/get',
    cancel: 'tasks/cancel',
    subscribe: 'tasks/resubscribe',
  },
  states: { working: 'working', completed: 'completed', failed: 'failed', canceled: 'canceled' },
  message: (content) => ({
    message: {
      kind: 'message',
      messageId: 'm-1',
      role: 'user',
      parts: content.parts ?? [{ kind: 'text', text: content.text ?? 'x' }],
      ...metadataOf(content),
      ...content.message,
    },
    ...content.params,
  }),
  taskOf: (result) => result,
}

export const CLIENTS = [CURRENT, LEGACY] as const

/** Sends a JSON-RPC call. */
export const call = (
  { rpc }: Pick<TestAgent, 'rpc'>,
  { headers }: Pick<Client, 'headers'>,
  method: string,
  params: object,
  more: SentHeaders = {},
): Promise<TestResponse> =>
  rpc({ jsonrpc: '2.0', id: 'q-1', method, params }, { ...headers, ...more })

/** Sends a message, and returns the response. */
export const send = (
  agent: Pick<TestAgent, 'rpc'>,
  client: Client,
  content: MessageContent,
): Promise<TestResponse> => call(agent, client, client.methods.send, client.message(content))

/** Opens a stream. Events are parsed as they arrive; `close` ends the connection. */
export async function openStream(
  { url }: Pick<TestAgent, 'url'>,
  { headers }: Pick<Client, 'headers'>,
  method: string,
  params: object,
) {
  const controller = new AbortController()
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    signal: controller.signal,
    headers: { 'Content-Type': 'application/json', ...(headers as Record<string, string>) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'q-1', method, params }),
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** Returns the next event, or undefined at the end of the stream. */
  async function next(): Promise<TestResponse['body'] | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const event = text.slice(0, end)
        text = text.slice(end + 2)
        return JSON.parse(event.replace(/^data: /, ''))
      }
      const { done, value } = await reader.read()
      if (done) return undefined
      text += value
    }
  }
  async function all(): Promise<TestResponse['body'][]> {
    const events: TestResponse['body'][] = []
    for (let event = await next(); event !== undefined; event = await next()) events.push(event)
    return events
  }
  return { response, next, all, close: () => controller.abort() }
}

/** Creates a skill that reports progress, waits until `open` is called with its text, reports again and returns the text. */
export function createSteppedSkill() {
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gateOf = (text: string) => {
    const gate = gates.get(text) ?? Promise.withResolvers<void>()
    gates.set(text, gate)
    return gate
  }
  const signals = new Map<string, AbortSignal>()
  return {
    open: (text: string) => gateOf(text).resolve(),
    signals,
    skill: async ({ text, progress, signal }: SkillCall) => {
      signals.set(text, signal)
      progress(`reading ${text}`)
      await gateOf(text).promise
      progress('writing')
      return { text }
    },
  }
}
