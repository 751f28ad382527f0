import type { Arrived, Reply } from '../../engine/host.ts'
import { at } from '../../judge/json.ts'
import { isObject, isString } from '../../judge/atoms.ts'
import { readStatement, sha256, type ClaimsOf } from '../../judge/signatures.ts'

/** Who the agent is that the suite itself serves. */
export interface Hosted {
  readonly svc_id: string
  readonly skill: string
  readonly url: string
  /** Signs an answer for a platform that signs its tasks (docs/specification/trust.md#answer); without it the agent answers unsigned. */
  readonly sign?: (claims: ClaimsOf) => string
  readonly issuer?: string
}

/** Its task endpoint, card and health check, below one path. */
export const HOSTED = '/agent'
export const HOSTED_TASKS = `${HOSTED}/a2a/tasks`

/** A small agent that does what the interface asks of agents, and says back what it was told. */
export const hostedAgent =
  (agent: Hosted) =>
  (arrived: Arrived): Reply => {
    const route = `${arrived.method} ${arrived.path.slice(HOSTED.length).split('?')[0] ?? ''}`
    if (route === 'GET /.well-known/agent.json') return reply(200, cardOf(agent))
    if (route === 'GET /health') return reply(200, { status: 'ok' })
    return route === 'POST /a2a/tasks'
      ? signed(agent, arrived, perform(agent, arrived))
      : reply(405, { error: 'no such route' })
  }

function perform({ svc_id, skill }: Hosted, { body }: Arrived): Reply {
  const task = read(body)
  const task_id = String(at(task, '/task_id') ?? 'unknown')
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
  if (!isObject(at(task, '/input'))) return failed(400, 'This is no task.')
  if ((at(task, '/input/skill') ?? at(task, '/type')) !== skill)
    return failed(422, 'There is no such skill.')
  const result = { text: textOf(at(task, '/input/message')) }
  return reply(
    200,
    { task_id, status: 'completed', result, output: result, execution_time_ms: 0 },
    headers,
  )
}

/** The answer to a signed task, signed; its time is that of the task, so that nothing here depends on a clock. */
function signed(
  { svc_id, issuer, sign }: Hosted,
  { headers, body }: Arrived,
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
  const parts = at(message, '/parts')
  if (isString(message)) return message
  return Array.isArray(parts)
    ? parts
        .map((part: unknown) => at(part, '/text'))
        .filter(isString)
        .join('\n')
    : ''
}

function cardOf({ svc_id, skill, url }: Hosted): object {
  const skills = [
    {
      name: skill,
      description: 'Says back what it was told.',
      input_schema: { type: 'object' },
      output_schema: { type: 'object' },
    },
  ]
  return {
    name: 'Conformance suite',
    svc_id,
    version: '1.0.0',
    description: 'The agent that the conformance suite serves.',
    url,
    skills,
    authentication: { type: 'svc_trust', verify_url: `${url}/trust/verify` },
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
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
