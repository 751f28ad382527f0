import type { Mutant } from '../../support/mutants.ts'
import { a2aMutants } from './a2a.ts'
import { cardMutants } from './card.ts'
import { chatMutants, headerMutants } from './chat.ts'
import { combinedMutants } from './combined.ts'
import { healthMutants, manifestMutants } from './health.ts'
import { mcpMutants } from './mcp.ts'
import { rpcMutants } from './rpc.ts'
import { sessionMutants } from './session.ts'
import { acceptedTaskMutants } from './tasks-accepted.ts'
import { taskResultMutants } from './tasks-result.ts'
import { robustnessMutants } from './tasks-robustness.ts'

export const AGENT_MUTANTS: readonly Mutant[] = [
  ...cardMutants,
  ...acceptedTaskMutants,
  ...taskResultMutants,
  ...robustnessMutants,
  ...healthMutants,
  ...manifestMutants,
  ...rpcMutants,
  ...sessionMutants,
  ...chatMutants,
  ...headerMutants,
  ...combinedMutants,
  ...a2aMutants,
  ...mcpMutants,
]
