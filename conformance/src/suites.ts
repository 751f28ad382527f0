import type { Suite } from './engine/types.ts'
import { agentSuite } from './rules/agent/index.ts'
import { platformSuite } from './rules/platform/index.ts'

export const SUITES: Readonly<Record<'agent' | 'platform', Suite>> = {
  agent: agentSuite,
  platform: platformSuite,
}
