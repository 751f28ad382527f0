/**
 * Throws an error on import if the version of Node is too old. It must be the first import, because modules are evaluated in the order in
 * which they are imported.
 */
import { nodeVersionProblem } from './version.ts'

const problem = nodeVersionProblem()
if (problem !== undefined) throw new Error(problem)
