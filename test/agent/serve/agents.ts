import { Agent as Sockets, request, type IncomingHttpHeaders } from 'node:http'
import type { AgentManifest, JsonSchema, SkillFunction } from '../../../src/agent/index.ts'
import { createAgent, type AgentOptions } from '../../../src/agent/index.ts'
import { sha256Random, START } from '../../http/platform.ts'
import { violationOf } from './gate.ts'

export type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>
export interface TestResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: ReturnType<typeof JSON.parse>
}

const sockets = new Sockets({ keepAlive: true, maxSockets: 64 })

/** Sends a request. Text and bytes are sent unchanged, anything else as JSON; undefined headers are omitted. */
export function sendTo(
  port: number,
  method: string,
  path: string,
  body?: unknown,
  headers: SentHeaders = {},
): Promise<TestResponse> {
  const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const content = raw ? body : JSON.stringify(body)
  const length =
    content === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(content)) }
  const all = {
    ...(content !== undefined && { 'Content-Type': 'application/json' }),
    ...length,
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent: sockets,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: Object.fromEntries(
          Object.entries(all).filter(([, value]) => value !== undefined),
        ) as Record<string, string>,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text,
            body: text.startsWith('{') ? JSON.parse(text) : undefined,
          })
        })
      },
    )
    sent.on('error', reject)
    sent.end(content)
  })
}

export const TEXT: JsonSchema = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' } },
}
const ANYTHING: JsonSchema = { type: 'object' }

/** Returns a manifest with these skills, which by default accept and return any object. */
export function manifestOf(
  skills: Readonly<
    Record<
      string,
      { readonly input?: JsonSchema; readonly output?: JsonSchema; readonly timeout_ms?: number }
    >
  >,
  more: Partial<AgentManifest> = {},
): AgentManifest {
  return {
    name: 'Text Desk',
    version: '1.2.0',
    description: 'Works on text.',
    skills: Object.entries(skills).map(
      ([name, { input = ANYTHING, output = ANYTHING, timeout_ms }]) => ({
        name,
        description: `Does ${name}.`,
        input_schema: input,
        output_schema: output,
        ...(timeout_ms !== undefined && { timeout_ms }),
      }),
    ),
    capabilities: { provides: Object.keys(skills), requires: [] },
    a2a: { upstream_url: 'http://127.0.0.1:8090/a2a/tasks' },
    ...more,
  }
}

/** Creates a clock that only the test advances, and that starts at the same time as that of the test platform. */
export function testClock() {
  let now = START
  return {
    now_ms: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

/** Starts an agent on a free port. The closed response gate checks its responses twice: before they are signed, and as they arrive. */
export async function startAgent(
  manifest: AgentManifest,
  skills: Readonly<Record<string, SkillFunction>>,
  options: Partial<AgentOptions> = {},
) {
  const clock = testClock()
  const log: {
    readonly level: string
    readonly message: string
    readonly fields: Record<string, unknown>
  }[] = []
  const line = (level: string) => (fields: object, message: string) => {
    log.push({ level, message, fields: fields as Record<string, unknown> })
  }
  const logger = {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
  }
  const agent = await createAgent({
    manifest,
    skills,
    clock,
    logger,
    random: sha256Random('agent'),
    response_gate: 'closed',
    ...options,
  })
  const { port, url } = await agent.listen({ port: 0 })

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers?: SentHeaders,
  ): Promise<TestResponse> {
    const response = await sendTo(port, method, path, body, headers)
    const violation =
      method === 'HEAD'
        ? undefined
        : violationOf(
            method,
            path.split('?', 1)[0]!,
            response.status,
            response.headers as Record<string, string>,
            response.text,
          )
    if (violation) throw violation
    return response
  }
  return {
    agent,
    url,
    port,
    clock,
    log,
    send,
    post: (path: string, body: unknown, headers?: SentHeaders) => send('POST', path, body, headers),
    task: (body: unknown, headers?: SentHeaders) => send('POST', '/a2a/tasks', body, headers),
    rpc: (body: unknown, headers?: SentHeaders) => send('POST', '/a2a', body, headers),
    get: (path: string, headers?: SentHeaders) => send('GET', path, undefined, headers),
    /** Returns the warnings and errors that the agent logged. */
    problems: () => log.filter(({ level }) => level === 'warn' || level === 'error'),
  }
}
export type TestAgent = Awaited<ReturnType<typeof startAgent>>

/** Returns the trust headers of a response. */
export const trustOf = ({ headers }: Pick<TestResponse, 'headers'>) => ({
  svc_id: headers['x-svc-agent-id'],
  reputation: headers['x-svc-reputation'],
  verification: headers['x-svc-verification'],
  task_id: headers['x-svc-task-id'],
  trace_id: headers['x-svc-trace-id'],
})

/**
 * Returns which of the two forms an answer to a task has (docs/specification/agent-protocol.md#i-34). Throws an error that names the rule
 * that the answer breaks if it has neither.
 */
export function formOf({ status, body }: TestResponse): 'completed' | 'failed' {
  const broken = (rule: string) => new Error(`${rule}: ${status} ${JSON.stringify(body)}`)
  if (status === 404) throw broken('never 404')
  if (typeof body?.task_id !== 'string') throw broken('has a task_id')
  if (status === 200) {
    if (body.status !== 'completed' || 'error' in body) throw broken('200 is completed')
    const isObject =
      typeof body.result === 'object' && body.result !== null && !Array.isArray(body.result)
    if (!isObject || JSON.stringify(body.result) !== JSON.stringify(body.output))
      throw broken('result and output are equal objects')
    return 'completed'
  }
  if (status < 400 || body.status !== 'failed' || 'result' in body || 'output' in body)
    throw broken('4xx and 5xx are failed')
  if (typeof body.error?.code !== 'string' || typeof body.error.message !== 'string')
    throw broken('a failure has code and message')
  return 'failed'
}
