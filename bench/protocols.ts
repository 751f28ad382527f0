/**
 * What each protocol of an agent costs, in processor time of the thread that serves it: tasks/send, A2A 1.0 and 0.3, and MCP in both
 * revisions, against `POST /a2a/tasks` of the same agent; and `POST /a2a/tasks` of a bridge to another agent over A2A 1.0 or MCP, whose
 * thread does not count. Each call has the same text and result. All run in alternation, so that other load on the machine affects all
 * equally. Prints one JSON line for each protocol; `ratio` is its processor time for a call over that of `POST /a2a/tasks`, so lower is
 * better, and `rate_ratio` compares calls per second.
 *
 * A bridge sends at least one request of its own for each task, on its own connection, and polls a foreign agent until the task has ended,
 * so its figures are informational only.
 */
import { alternate, ratioOf } from './kit/alternation.ts'
import { median, quantile, report, round, SHORT } from './kit/figures.ts'
import { load, requestBytes } from './kit/load.ts'
import { startThread } from './kit/thread.ts'

const CALLERS = 8
const [ROUNDS, ROUND_MS] = SHORT ? [12, 250] : [40, 500]
const AT_MOST = 1.5
const TEXT = 'Please read this invoice and tell me when it is due. '.repeat(10)

interface Thread {
  readonly port: number
  readonly url: string
  /** Microseconds of processor time so far. */
  readonly cpu: () => Promise<number>
}

/** Starts an agent, or a bridge, in a separate thread. */
async function start(run?: object): Promise<Thread> {
  const program = new URL('kit/agent-server.ts', import.meta.url)
  const { first: url, cpu } = await startThread<string>(program, { run })
  return { port: Number(new URL(url).port), url, cpu }
}

const rpc = (
  path: string,
  method: string,
  params: object,
  headers: Readonly<Record<string, string>> = {},
): Buffer =>
  requestBytes({ path, headers, body: { jsonrpc: '2.0', id: 'bench-1', method, params } })

const message = { role: 'user', parts: [{ type: 'text', text: TEXT }] }
const TASK = requestBytes({
  path: '/a2a/tasks',
  body: { task_id: 'bench-1', type: 'echo', input: { skill: 'echo', message }, context: {} },
})
const tool = { name: 'echo', arguments: { text: TEXT } }
const metadata = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const mcp = { Accept: 'application/json, text/event-stream' }
const PROTOCOLS = {
  'tasks-send': rpc('/a2a', 'tasks/send', { skill: 'echo', message }),
  'a2a-1.0': rpc(
    '/a2a',
    'SendMessage',
    { message: { messageId: 'bench-1', role: 'ROLE_USER', parts: [{ text: TEXT }] } },
    { 'A2A-Version': '1.0' },
  ),
  'a2a-0.3': rpc('/a2a', 'message/send', {
    message: {
      kind: 'message',
      messageId: 'bench-1',
      role: 'user',
      parts: [{ kind: 'text', text: TEXT }],
    },
  }),
  'mcp-2025-11-25': rpc('/mcp', 'tools/call', tool, {
    ...mcp,
    'MCP-Protocol-Version': '2025-11-25',
  }),
  'mcp-2026-07-28': rpc(
    '/mcp',
    'tools/call',
    { ...tool, _meta: metadata },
    {
      ...mcp,
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'echo',
    },
  ),
}

/** Returns what a period of calls costs. */
const measured = (thread: Thread, bytes: Buffer) => async () => {
  const before = await thread.cpu()
  const { responses, per_s, latencies } = await load(
    thread.port,
    Array.from({ length: CALLERS }, () => () => bytes),
    ROUND_MS,
    { text: TEXT },
  )
  return { cpu_us: ((await thread.cpu()) - before) / responses, per_s, latencies }
}

const agent = await start()
const bridges = {
  'bridge-a2a-1.0': await start({ a2a: `${agent.url}/a2a`, version: '1.0' }),
  'bridge-mcp-2026-07-28': await start({
    mcp: { url: `${agent.url}/mcp`, revision: '2026-07-28' },
    tool: 'echo',
  }),
}
const results = await alternate(
  {
    tasks: measured(agent, TASK),
    ...Object.fromEntries(
      Object.entries(PROTOCOLS).map(([name, bytes]) => [name, measured(agent, bytes)]),
    ),
    ...Object.fromEntries(
      Object.entries(bridges).map(([name, thread]) => [name, measured(thread, TASK)]),
    ),
  } as Record<string, ReturnType<typeof measured>>,
  ROUNDS,
)
const costs = (name: string): number[] => results[name]!.map(({ cpu_us }) => cpu_us)
const rates = (name: string): number[] => results[name]!.map(({ per_s }) => per_s)
for (const name of [...Object.keys(PROTOCOLS), ...Object.keys(bridges)]) {
  const latencies = results[name]!.flatMap((period) => period.latencies)
  report({
    bench: `protocols-${name}`,
    against: '`POST /a2a/tasks` of the same agent',
    ratio: round(ratioOf(costs(name), costs('tasks'))),
    ...(name in PROTOCOLS && { at_most: AT_MOST }),
    rate_ratio: round(ratioOf(rates(name), rates('tasks'))),
    cpu_us: Math.round(median(costs(name))),
    tasks_cpu_us: Math.round(median(costs('tasks'))),
    p50_ms: round(median(latencies)),
    p99_ms: round(quantile(latencies, 0.99)),
  })
}
process.exit()
