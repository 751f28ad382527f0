import type { Mutant } from '../../support/mutants.ts'
import { authMutants, errorMutants, planMutants, timeMutants } from './families.ts'
import { forwardingMutants } from './forwarding.ts'
import { adminMutants, bootstrapMutants, runtimeMutants, tokenMutants } from './installations.ts'
import { paidMutants, registryMutants } from './registry.ts'

export const PLATFORM_MUTANTS: readonly Mutant[] = [
  ...authMutants,
  ...errorMutants,
  ...timeMutants,
  ...registryMutants,
  ...tokenMutants,
  ...bootstrapMutants,
  ...runtimeMutants,
  ...paidMutants,
  ...planMutants,
  ...adminMutants,
  ...forwardingMutants,
]
