import { outcomeOfAnswer } from '../src/domain/tasks/answer.ts'
import { startBridge, type Platform, type Routed } from './bridge.ts'
import type { RunningServer } from './servers/index.ts'

/**
 * What the platform and an A2A client observe of a server through its bridge. rows.ts assigns the members to the columns of the table in
 * docs/interop.md.
 */
export interface BridgeObservations {
  readonly find: unknown
  readonly send: unknown
  readonly stream: unknown
  readonly canceled: unknown
  readonly errors: unknown
  /**
   * How the platform classifies the response to a task that is sent without a bridge. Absent for a server that runs as a command, because
   * it has no address.
   */
  readonly direct?: unknown
}

const DIRECT = ['AGENT_OTHER_PROTOCOL', 'costs no reputation']

const outcomeOf = ({ status, result, error }: Routed): unknown =>
  status === 'completed' ? result : error?.code

/** The expected observations of an agent that says hello. */
export const EXPECTED_OF_A2A: BridgeObservations = {
  find: { skills: ['hello'], protocol: 'a2a' },
  send: [{ text: 'Hello World' }, { text: 'Worked on x' }],
  stream: ['working', 'artifact Worked on y', 'completed'],
  canceled: ['working', 'canceled'],
  errors: ['execution_error', 'input_required'],
  direct: DIRECT,
}

/** The expected observations of `server-everything`. */
export const EXPECTED_OF_MCP: BridgeObservations = {
  find: { skills: true, protocol: 'mcp' },
  send: [
    { text: 'Echo: Ada' },
    { text: 'The sum of 2 and 3 is 5.' },
    ['conditions', 'humidity', 'temperature'],
  ],
  stream: ['working', 'working 1 of 2', 'working 2 of 2', 'artifact', 'completed'],
  canceled: ['working', 'canceled'],
  errors: ['invalid_request', 'execution_error'],
  direct: DIRECT,
}

/** Observes an agent that says hello. */
export async function observeA2a(
  platform: Platform,
  server: RunningServer,
): Promise<BridgeObservations> {
  const bridge = await startBridge(platform, server)
  const ask = async (message: string) =>
    outcomeOf(await platform.route(bridge.svc_id, 'hello', { message }))
  const observed = {
    find: { skills: [...bridge.skills], protocol: await protocolOf(platform, bridge.svc_id) },
    send: [await ask('hello'), await ask('x')],
    stream: (await follow(bridge.url, 'hello', { text: 'y' })).map(describe),
    canceled: await cancel(bridge.url, 'hello', { text: 'wait' }),
    errors: [await ask('fail'), await ask('ask')],
    ...(await observeDirect(server)),
  }
  await bridge.stop()
  return observed
}

/** Observes `server-everything`. */
export async function observeMcp(
  platform: Platform,
  server: RunningServer,
): Promise<BridgeObservations> {
  const bridge = await startBridge(platform, server)
  const ask = async (skill: string, input: object) =>
    outcomeOf(await platform.route(bridge.svc_id, skill, { input }))
  const weather = await ask('get-structured-content', { location: 'New York' })
  const long = 'trigger-long-running-operation'
  const events = await follow(bridge.url, long, { data: { duration: 0.2, steps: 2 } })
  const observed = {
    find: {
      skills: ['echo', 'get-sum', long].every((name) => bridge.skills.includes(name)),
      protocol: await protocolOf(platform, bridge.svc_id),
    },
    send: [
      outcomeOf(await platform.route(bridge.svc_id, 'echo', { message: 'Ada' })),
      await ask('get-sum', { a: 2, b: 3 }),
      Object.keys(weather as object).toSorted(),
    ],
    stream: events.map((event) => describe(event).replace(/^artifact .*/s, 'artifact')),
    canceled: await cancel(bridge.url, long, { data: { duration: 60, steps: 60 } }),
    errors: [
      await ask('get-sum', { a: 'two', b: 3 }),
      await ask('gzip-file-as-resource', { name: 'x', data: 'http://127.0.0.1:1/' }),
    ],
    ...(await observeDirect(server)),
  }
  await bridge.stop()
  return observed
}

/** Sends a task directly to a server, without a bridge, and observes how the platform classifies the response. */
async function observeDirect({
  rpc_url,
}: RunningServer): Promise<Pick<BridgeObservations, 'direct'>> {
  if (rpc_url === undefined) return {}
  const input = { skill: 'hello', message: { role: 'user', parts: [{ type: 'text', text: 'x' }] } }
  const response = await fetch(rpc_url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ task_id: 't-1', type: 'hello', input, context: { skill: 'hello' } }),
  })
  const outcome = outcomeOfAnswer('t-1', {
    kind: 'answered',
    http_status: response.status,
    encoded: false,
    body: new Uint8Array(await response.arrayBuffer()),
  })
  const code = outcome.status === 'failed' ? outcome.error.code : outcome.status
  return { direct: [code, outcome.counts ? 'costs reputation' : 'costs no reputation'] }
}

const protocolOf = async (platform: Platform, svc_id: string): Promise<unknown> =>
  ((await platform.profile(svc_id))['bridge'] as { readonly protocol: string }).protocol

// ---- An A2A 1.0 client, which follows and cancels tasks of the bridge -------------------------------------------------

interface Event {
  readonly task?: { readonly id: string; readonly status: Status }
  readonly statusUpdate?: { readonly taskId: string; readonly status: Status }
  readonly artifactUpdate?: { readonly artifact: { readonly parts: readonly { text?: string }[] } }
}
interface Status {
  readonly state: string
  readonly message?: { readonly parts: readonly { readonly text?: string }[] }
}

function describe({ task, statusUpdate, artifactUpdate }: Event): string {
  if (artifactUpdate) return `artifact ${artifactUpdate.artifact.parts[0]?.text}`
  const { state, message } = (task ?? statusUpdate)!.status
  const name = state.replace('TASK_STATE_', '').toLowerCase()
  const text = name === 'working' ? message?.parts[0]?.text : undefined
  return text === undefined ? name : `${name} ${text}`
}

const call = (url: string, method: string, params: object) =>
  fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })

const messageOf = (skill: string, part: object) => ({
  message: {
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts: [part],
    metadata: { 'urn:svc:a2a:skill:v1': { skill } },
  },
})

/** Sends a message and returns the events of its stream. */
async function follow(url: string, skill: string, part: object): Promise<Event[]> {
  const response = await call(url, 'SendStreamingMessage', messageOf(skill, part))
  const text = await response.text()
  return [...text.matchAll(/^data: ?(.*)$/gm)].map(
    ([, data]) => (JSON.parse(data!) as { readonly result: Event }).result,
  )
}

/** Sends a message, cancels its task, and returns its states before and after. */
async function cancel(url: string, skill: string, part: object): Promise<string[]> {
  const resultIn = async (response: Response) =>
    ((await response.json()) as { readonly result: object }).result
  const params = { ...messageOf(skill, part), configuration: { returnImmediately: true } }
  const sent = (await resultIn(await call(url, 'SendMessage', params))) as Event
  const task = (await resultIn(
    await call(url, 'CancelTask', { id: sent.task!.id }),
  )) as NonNullable<Event['task']>
  return [describe(sent), describe({ task })]
}
