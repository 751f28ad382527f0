import { bearer, type TestResponse, type TestRequest } from '../../test/http/client.ts'
import { manifestOf, sendTo, startAgent, TEXT } from '../../test/agent/serve/agents.ts'
import { AGENT, readContract, type Operation } from './contract.ts'
import type { Target } from './operations.ts'
import { writeJson, type GeneratedRequest } from './requests.ts'

/** The skills of the agent, and one that it does not have. */
const SKILLS = ['echo', 'fails', 'count', 'unheard_of'] as const
const CLIENT = 'fuzz-client'
const MESSAGE = { role: 'user', parts: [{ type: 'text', text: 'Invoice 2026-0117' }] }
/** Codes with which MCP rejects an unsupported version, headers that contradict the body, and invalid parameters. */
const MCP_REFUSALS: ReadonlySet<number> = new Set([-32022, -32020, -32602])
/** A valid body for each operation. */
const EXAMPLES: Readonly<Record<string, object>> = {
  openSession: { client_id: CLIENT, scope: ['chat', 'tools'] },
  chat: { message: 'Hello' },
  sendRpc: {
    jsonrpc: '2.0',
    method: 'tasks/send',
    id: '1',
    params: { skill: 'echo', message: MESSAGE },
  },
  sendMcp: {
    jsonrpc: '2.0',
    method: 'tools/call',
    id: '1',
    params: { name: 'echo', arguments: { text: 'Hello' } },
  },
  handleTask: { task_id: 'task_1', input: { skill: 'echo', message: MESSAGE }, context: {} },
}

/** Starts an agent of the library without a platform, as the target of properties. */
export async function startAgentTarget(): Promise<
  Target & { readonly close: () => Promise<void> }
> {
  const contract = await readContract(AGENT)
  const { agent, port } = await startAgent(
    manifestOf({ echo: { input: TEXT }, fails: {}, count: {} }),
    {
      echo: ({ text }) => ({ text }),
      fails: () => {
        throw new Error('on purpose')
      },
      count: ({ text }) => ({ letters: text.length }),
    },
    {
      response_gate: 'log',
      chat: ({ message }: { message: string }) => `You said ${message.length} letters.`,
    } as never,
  )
  const opened = await sendTo(port, 'POST', '/svc/auth', EXAMPLES['openSession'])
  const session = opened.body.session_token as string

  const credential = ({ schemes }: Operation): Readonly<Record<string, string>> =>
    schemes.length > 0 ? { ...bearer(session), 'X-Svc-Client-ID': CLIENT } : {}
  const typed = ({ body }: Operation): Readonly<Record<string, string>> =>
    body ? { 'Content-Type': 'application/json' } : {}

  /** Makes the body of `handleTask` or `sendRpc` name one of `SKILLS`, because a generated name hardly ever matches a skill. */
  function substituteSkill(
    { id }: Operation,
    { body, invalid_part = '', scheme, path }: GeneratedRequest,
  ): unknown {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    const skill =
      SKILLS[(scheme + Object.keys(body).length + Object.keys(path).length) % SKILLS.length]!
    if (id === 'handleTask' && !invalid_part.startsWith('/body/input'))
      return {
        ...body,
        input: { skill, message: MESSAGE },
        ...(invalid_part.startsWith('/body/type') ? {} : { type: skill }),
      }
    if (
      id === 'sendRpc' &&
      !invalid_part.startsWith('/body/params') &&
      !invalid_part.startsWith('/body/method')
    )
      return { ...body, method: 'tasks/send', params: { skill, message: MESSAGE } }
    return body
  }
  return {
    name: 'agent',
    contract,
    consuming: new Set(),
    requestFor: (operation, drawn) => ({
      method: operation.method,
      path: operation.path,
      headers: {
        ...Object.fromEntries(
          Object.entries(drawn.headers).filter(([name]) => isSent(name, drawn)),
        ),
        ...credential(operation),
        ...typed(operation),
        ...keptHeader(drawn),
      },
      ...(operation.body && {
        body: writeJson(
          drawn.grounded ? substituteSkill(operation, drawn) : drawn.body,
          drawn.json_style,
        ),
      }),
    }),
    exampleOf: (operation) => ({
      method: operation.method,
      path: operation.path,
      headers: { ...credential(operation), ...typed(operation) },
      ...(operation.body && { body: JSON.stringify(EXAMPLES[operation.id]) }),
    }),
    ask: async (_, { method, path, headers, body }: TestRequest): Promise<TestResponse> => ({
      ...(await sendTo(port, method, path, body, headers)),
      milliseconds: 0,
    }),
    mayRefuse: ({ id }, { status, body }) =>
      (id === 'handleTask' &&
        ['invalid_request', 'unknown_skill'].includes(body?.error?.code as string)) ||
      (id === 'sendRpc' && body?.error !== undefined && status < 500) ||
      (id === 'sendMcp' && status === 400 && MCP_REFUSALS.has(body?.error?.code as number)),
    issuePaths: () => [],
    equivalent_statuses: [400, 422],
    close: () => agent.close({ grace_ms: 100 }),
  }
}

/** Returns whether a generated header is sent. Without a platform, the agent cannot verify a signature and responds with 503. */
const isSent = (name: string, { grounded, invalid_part }: GeneratedRequest): boolean =>
  invalid_part === `/header/${name}` || (!grounded && name !== 'X-Svc-Signature')

const keptHeader = ({ invalid_part, headers }: GeneratedRequest): Record<string, string> => {
  const name = /^\/header\/(.*)$/.exec(invalid_part ?? '')?.[1]
  return name === undefined ? {} : { [name]: headers[name] ?? '' }
}
