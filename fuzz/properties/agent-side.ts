import { bearer, type Got, type Sent } from '../../test/http/client.ts'
import { manifestOf, sendTo, startAgent, TEXT } from '../../test/agent/serve/agents.ts'
import { AGENT, readContract, type Operation } from './contract.ts'
import type { Side } from './operations.ts'
import { spell, type Drawn } from './requests.ts'

/** The last one is nobody's. */
const SKILLS = ['echo', 'fails', 'count', 'unheard_of'] as const
const CLIENT = 'fuzz-client'
const MESSAGE = { role: 'user', parts: [{ type: 'text', text: 'Invoice 2026-0117' }] }
/** What a good request of each operation holds. */
const EXAMPLES: Readonly<Record<string, object>> = {
  openSession: { client_id: CLIENT, scope: ['chat', 'tools'] },
  chat: { message: 'Hello' },
  sendRpc: {
    jsonrpc: '2.0',
    method: 'tasks/send',
    id: '1',
    params: { skill: 'echo', message: MESSAGE },
  },
  handleTask: { task_id: 'task_1', input: { skill: 'echo', message: MESSAGE }, context: {} },
}

/** An agent of the library, asked by people and by other agents, without a platform. */
export async function agentSide(): Promise<Side & { readonly close: () => Promise<void> }> {
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

  /** A wrong signature is refused, and only one skill in a hundred drawn names would be there: grounded requests have neither. */
  function ground({ id }: Operation, { body, kept = '', scheme, path }: Drawn): unknown {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    const skill =
      SKILLS[(scheme + Object.keys(body).length + Object.keys(path).length) % SKILLS.length]!
    if (id === 'handleTask' && !kept.startsWith('/body/input'))
      return {
        ...body,
        input: { skill, message: MESSAGE },
        ...(kept.startsWith('/body/type') ? {} : { type: skill }),
      }
    if (id === 'sendRpc' && !kept.startsWith('/body/params') && !kept.startsWith('/body/method'))
      return { ...body, method: 'tasks/send', params: { skill, message: MESSAGE } }
    return body
  }
  return {
    name: 'agent',
    contract,
    costly: new Set(),
    sentOf: (operation, drawn) => ({
      method: operation.method,
      path: operation.path,
      headers: {
        ...Object.fromEntries(
          Object.entries(drawn.headers).filter(
            ([name]) => !drawn.grounded || drawn.kept === `/header/${name}`,
          ),
        ),
        ...credential(operation),
        ...typed(operation),
        ...keptHeader(drawn),
      },
      ...(operation.body && {
        body: spell(drawn.grounded ? ground(operation, drawn) : drawn.body, drawn.spelling),
      }),
    }),
    exampleOf: (operation) => ({
      method: operation.method,
      path: operation.path,
      headers: { ...credential(operation), ...typed(operation) },
      ...(operation.body && { body: JSON.stringify(EXAMPLES[operation.id]) }),
    }),
    ask: async (_, { method, path, headers, body }: Sent): Promise<Got> => ({
      ...(await sendTo(port, method, path, body, headers)),
      milliseconds: 0,
    }),
    excused: ({ id }, { status, body }) =>
      (id === 'handleTask' &&
        ['invalid_request', 'unknown_skill'].includes(body?.error?.code as string)) ||
      (id === 'sendRpc' && body?.error !== undefined && status < 500),
    complaints: () => [],
    alike: [400, 422],
    close: () => agent.close({ grace_ms: 100 }),
  }
}

const keptHeader = ({ kept, headers }: Drawn): Record<string, string> => {
  const name = /^\/header\/(.*)$/.exec(kept ?? '')?.[1]
  return name === undefined ? {} : { [name]: headers[name] ?? '' }
}
