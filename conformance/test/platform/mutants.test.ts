import { platformSuite } from '../../src/rules/platform/index.ts'
import { describeMutants } from '../support/mutants.ts'
import { PLATFORM_MUTANTS } from './mutants/index.ts'

describeMutants(platformSuite, PLATFORM_MUTANTS)
