import type { ReceivedRequest, Reply } from '../../engine/callbacks/inbox.ts'
import { isObject, isString } from '../../judge/assertions.ts'
import { parseJson, valueAt } from '../../judge/json.ts'
import { readStatement, sha256, type Claims } from '../../judge/signatures.ts'

/** The agent that the suite itself serves, to which the platform forwards tasks. */
export interface HostedAgent {
  readonly svc_id: string
  readonly skill: string
  readonly url: string
  /** Signs answers to a platform that signs its tasks (docs/specification/trust.md#answer). Without it answers are unsigned. */
  readonly sign?: (claims: Claims) => string
  readonly issuer?: string
}

/** The path below which the agent serves its card, health check and task endpoint. */
export const AGENT_PATH = '/agent'
export const AGENT_TASKS_PATH = `${AGENT_PATH}/a2a/tasks`

interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly respond: (agent: HostedAgent, request: ReceivedRequest) => Reply
}

const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['/.well-known/agent.json', { method: 'GET', respond: (agent) => reply(200, cardOf(agent)) }],
  ['/health', { method: 'GET', respond: () => reply(200, { status: 'ok' }) }],
  [
    '/a2a/tasks',
    {
      method: 'POST',
      respond: (agent, request) => signed(agent, request, executeTask(agent, request)),
    },
  ],
])

/** Implements a minimal agent according to the interface, which returns the text of each task. */
export const respondAsAgent =
  (agent: HostedAgent) =>
  (request: ReceivedRequest): Reply => {
    const path = request.path.slice(AGENT_PATH.length).split('?')[0] ?? ''
    const endpoint = ENDPOINTS.get(path)
    if (!endpoint) return reply(404, { error: 'not found' })
    return request.method === endpoint.method
      ? endpoint.respond(agent, request)
      : reply(405, { error: 'method not allowed' }, { Allow: endpoint.method })
  }

function executeTask({ svc_id, skill }: HostedAgent, { body }: ReceivedRequest): Reply {
  const task = parseJson(body)
  const task_id = String(valueAt(task, '/task_id') ?? 'unknown')
  const headers = {
    'X-Svc-Agent-ID': svc_id,
    'X-Svc-Reputation': '50',
    'X-Svc-Verification': 'unverified',
    'X-Svc-Task-ID': task_id,
    'X-Svc-Trace-ID': `trace-${task_id}`,
  }
  const failed = (status: number, message: string): Reply =>
    reply(
      status,
      { task_id, status: 'failed', error: { code: 'invalid_request', message } },
      headers,
    )
  if (!isObject(valueAt(task, '/input'))) return failed(400, 'The body is not a task.')
  if ((valueAt(task, '/input/skill') ?? valueAt(task, '/type')) !== skill)
    return failed(422, `The only skill is ${skill}.`)
  const result = { text: textOf(valueAt(task, '/input/message')) }
  return reply(
    200,
    { task_id, status: 'completed', result, output: result, execution_time_ms: 0 },
    headers,
  )
}

/** Signs the answer to a signed task. It repeats the time of the task, so that nothing depends on a clock. */
function signed(
  { svc_id, issuer, sign }: HostedAgent,
  { headers, body }: ReceivedRequest,
  answer: Reply,
): Reply {
  const task = readStatement(headers['x-svc-task'] ?? '')?.claims
  if (!task || issuer === undefined || !sign) return answer
  const { task_id: request_nonce, issued_at } = task
  const claims = {
    issuer,
    svc_id,
    audience: issuer,
    request_nonce,
    request_body_hash: sha256(body),
    response_body_hash: sha256(answer.body),
    status: answer.status,
    issued_at,
  }
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'X-Svc-Agent-ID': svc_id,
      'X-Svc-Timestamp': String(issued_at),
      'X-Svc-Signature': sign(claims),
    },
  }
}

function textOf(message: unknown): string {
  if (isString(message)) return message
  const parts = valueAt(message, '/parts')
  return Array.isArray(parts)
    ? parts
        .map((part: unknown) => valueAt(part, '/text'))
        .filter(isString)
        .join('\n')
    : ''
}

function cardOf({ svc_id, skill, url }: HostedAgent): object {
  const skills = [
    {
      name: skill,
      description: 'Returns the text of the task.',
      input_schema: { type: 'object' },
      output_schema: { type: 'object' },
    },
  ]
  return {
    name: 'Conformance suite',
    svc_id,
    version: '1.0.0',
    description: 'The agent of the conformance suite.',
    url,
    skills,
    authentication: { type: 'svc_trust', verify_url: `${url}/trust/verify` },
  }
}

const reply = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
