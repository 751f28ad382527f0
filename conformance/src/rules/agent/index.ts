import type { Suite } from '../../engine/types.ts'
import { a2aProbes } from '../../probes/agent/a2a.ts'
import { cardProbes } from '../../probes/agent/card.ts'
import { fuzzProbes } from '../../probes/agent/fuzz.ts'
import { mcpProbes } from '../../probes/agent/mcp.ts'
import { rpcProbes } from '../../probes/agent/rpc.ts'
import { sessionProbes } from '../../probes/agent/session.ts'
import { taskProbes } from '../../probes/agent/tasks.ts'
import { a2a03 } from './a2a/v03.ts'
import { a2a10 } from './a2a/v10.ts'
import { card } from './card/card.ts'
import { chat } from './chat.ts'
import { headers, signatures } from './headers.ts'
import { health } from './health.ts'
import { manifest } from './manifest.ts'
import { mcp } from './mcp/mcp.ts'
import { rpc } from './rpc.ts'
import { session } from './session.ts'
import { tasks } from './tasks/tasks.ts'

const TASKS_PROFILE = ['card', 'manifest', 'health', 'tasks'] as const

/** Other protocols of agents. Each has a profile of its own, for agents that do not implement the interface. */
const PROTOCOLS = ['a2a-1.0', 'a2a-0.3', 'mcp'] as const

/** The rules for agents, in the order in which they are run and reported. */
export const agentSuite: Suite = {
  subject: 'agent',
  gate: { takes: 'one', rules: ['CARD-01', 'TASK-05'] },
  sections: [
    card,
    manifest,
    health,
    tasks,
    rpc,
    session,
    chat,
    headers,
    signatures,
    a2a10,
    a2a03,
    mcp,
  ],
  probes: [
    ...cardProbes,
    ...taskProbes,
    ...fuzzProbes,
    ...rpcProbes,
    ...sessionProbes,
    ...a2aProbes,
    ...mcpProbes,
  ],
  profiles: {
    full: [...TASKS_PROFILE, 'rpc', 'session', 'chat', 'headers', 'signatures', ...PROTOCOLS],
    tasks: TASKS_PROFILE,
    a2a: ['a2a-1.0', 'a2a-0.3'],
    'a2a-1.0': ['a2a-1.0'],
    'a2a-0.3': ['a2a-0.3'],
    mcp: ['mcp'],
  },
}
