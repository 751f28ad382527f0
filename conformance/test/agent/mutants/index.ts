import type { Mutant } from '../../support/mutants.ts'
import { cardMutants } from './card.ts'
import { doorMutants } from './endpoints.ts'
import { taskMutants } from './tasks.ts'

export const AGENT_MUTANTS: readonly Mutant[] = [...cardMutants, ...taskMutants, ...doorMutants]
