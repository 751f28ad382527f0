import type { Suite } from '../../engine/types.ts'
import { cardProbes } from '../../probes/agent/card.ts'
import { taskProbes } from '../../probes/agent/tasks.ts'
import { card } from './card.ts'
import { health } from './health.ts'

/** Everything that can be said about an agent from outside, in the order of the interface. */
export const agentSuite: Suite = {
  subject: 'agent',
  gate: ['CARD-01'],
  sections: [card, health],
  probes: [...cardProbes, ...taskProbes],
  profiles: { full: ['card', 'manifest', 'health', 'tasks', 'rpc', 'session', 'chat', 'headers', 'signatures'], tasks: ['card', 'manifest', 'health', 'tasks'] },
}
