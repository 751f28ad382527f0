import type { Mutant } from '../../support/mutants.ts'
import { adminMutants } from './admin.ts'
import { bootstrapMutants } from './bootstrap.ts'
import { authMutants, errorMutants, planMutants, timeMutants } from './families.ts'
import { forwardingMutants } from './forwarding.ts'
import { leaseMutants } from './lease.ts'
import { refreshMutants } from './refresh.ts'
import { paidMutants } from './paid.ts'
import { registryMutants } from './registry.ts'
import { tokenMutants } from './tokens.ts'

export const PLATFORM_MUTANTS: readonly Mutant[] = [
  ...authMutants,
  ...errorMutants,
  ...timeMutants,
  ...registryMutants,
  ...tokenMutants,
  ...bootstrapMutants,
  ...refreshMutants,
  ...leaseMutants,
  ...paidMutants,
  ...planMutants,
  ...adminMutants,
  ...forwardingMutants,
]
