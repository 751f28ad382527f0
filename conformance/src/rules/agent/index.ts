import type { Suite } from '../../engine/types.ts'
import { cardProbes } from '../../probes/agent/card.ts'
import { fuzzProbes } from '../../probes/agent/fuzz.ts'
import { rpcProbes } from '../../probes/agent/rpc.ts'
import { sessionProbes } from '../../probes/agent/session.ts'
import { taskProbes } from '../../probes/agent/tasks.ts'
import { card } from './card.ts'
import { chat } from './chat.ts'
import { headers, signatures } from './headers.ts'
import { health } from './health.ts'
import { manifest } from './manifest.ts'
import { rpc } from './rpc.ts'
import { session } from './session.ts'
import { tasks } from './tasks.ts'

const TASKS_PROFILE = ['card', 'manifest', 'health', 'tasks'] as const

/** The rules for agents, in the order of the interface. */
export const agentSuite: Suite = {
  subject: 'agent',
  gate: { takes: 'one', rules: ['CARD-01', 'TASK-05'] },
  sections: [card, manifest, health, tasks, rpc, session, chat, headers, signatures],
  probes: [...cardProbes, ...taskProbes, ...fuzzProbes, ...rpcProbes, ...sessionProbes],
  profiles: {
    full: [...TASKS_PROFILE, 'rpc', 'session', 'chat', 'headers', 'signatures'],
    tasks: TASKS_PROFILE,
  },
}
