import {
  EXPECTED_OF_A2A,
  EXPECTED_OF_MCP,
  observeA2a,
  observeMcp,
  type BridgeObservations,
} from './bridge-observations.ts'
import type { Platform } from './bridge.ts'
import { CLIENTS } from './clients/index.ts'
import { failedScenarios, MCP_CLIENTS, SCENARIOS } from './clients/mcp.ts'
import { differencesOf } from './differences.ts'
import { validateAgent, VALIDATORS } from './validators.ts'
import { EXPECTED_BY_MCP } from './mcp-observations.ts'
import { EXPECTED } from './observations.ts'
import { SERVERS } from './servers/index.ts'

/** The columns of the table. */
export const COLUMNS = ['find', 'send', 'stream', 'get, cancel', 'error', 'several skills'] as const
type Column = (typeof COLUMNS)[number]

/** What the table says about one client or server. */
export interface RowResult {
  /** The observations that were made, by column. */
  readonly observed: Partial<Record<Column, readonly string[]>>
  readonly differences: ReturnType<typeof differencesOf>
}

/** One third-party client or server. */
export interface Row {
  readonly name: string
  readonly protocol: string
  readonly language: string
  readonly role: 'client' | 'server behind a bridge'
  assess(world: {
    readonly agent_url: string
    readonly platform: () => Promise<Platform>
  }): Promise<RowResult>
}

const A2A_COLUMNS = {
  find: ['card'],
  send: ['sent', 'data'],
  stream: ['streamed'],
  'get, cancel': ['canceled'],
  error: ['failed', 'errors'],
  'several skills': ['errors', 'data'],
} as const
const MCP_COLUMNS = {
  find: ['server', 'tools'],
  send: ['sent', 'data'],
  error: ['failed', 'unknown_tool'],
  'several skills': ['tools', 'data'],
} as const
const BRIDGE_COLUMNS = {
  find: ['find'],
  send: ['send'],
  stream: ['stream'],
  'get, cancel': ['canceled'],
} as const

const a2aClients: Row[] = CLIENTS.map(({ observe, ...client }) => ({
  ...client,
  role: 'client',
  assess: async ({ agent_url }) => ({
    observed: A2A_COLUMNS,
    differences: differencesOf(EXPECTED, await observe(agent_url)),
  }),
}))

const mcpClients: Row[] = MCP_CLIENTS.map(({ observe, ...client }) => ({
  ...client,
  role: 'client',
  async assess({ agent_url }) {
    const observations = await observe(agent_url)
    const made = Object.entries(MCP_COLUMNS).map(
      ([column, paths]) =>
        [column, paths.filter((path: string) => Object.hasOwn(observations, path))] as const,
    )
    return {
      observed: Object.fromEntries(made.filter(([, paths]) => paths.length > 0)),
      differences: differencesOf(EXPECTED_BY_MCP, observations),
    }
  },
}))

const suite: Row = {
  name: '@modelcontextprotocol/conformance 0.1.16',
  protocol: 'MCP 2025-11-25',
  language: 'javascript',
  role: 'client',
  async assess({ agent_url }) {
    const failed = await failedScenarios(agent_url)
    return {
      observed: { find: SCENARIOS },
      differences: failed.map((path) => ({ path, text: 'has a failure' })),
    }
  },
}

const validators: Row[] = VALIDATORS.map((program) => ({
  ...program,
  language: 'python',
  role: 'client',
  async assess() {
    const faults = await validateAgent(program)
    return {
      observed: {
        find: ['card'],
        send: ['sent'],
        ...(program.readsStreams && { stream: ['streamed'] }),
      },
      differences: faults.map((text) => ({ path: '', text })),
    }
  },
}))

const servers: Row[] = SERVERS.map(({ start, kind, ...server }) => ({
  ...server,
  role: 'server behind a bridge',
  async assess({ platform }) {
    const running = await start()
    try {
      const observed: BridgeObservations = await (kind === 'a2a' ? observeA2a : observeMcp)(
        await platform(),
        running,
      )
      const expected = kind === 'a2a' ? EXPECTED_OF_A2A : EXPECTED_OF_MCP
      const several = kind === 'mcp' ? { 'several skills': ['find', 'send'] } : {}
      const error = running.rpc_url === undefined ? ['errors'] : ['errors', 'direct']
      return {
        observed: { ...BRIDGE_COLUMNS, ...several, error },
        differences: differencesOf(expected, observed),
      }
    } finally {
      running.stop()
    }
  },
}))

export const ROWS: readonly Row[] = [...a2aClients, ...validators, ...mcpClients, suite, ...servers]
