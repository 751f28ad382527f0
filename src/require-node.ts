/** Throws on an old Node when it is imported. A library imports it first, because modules are evaluated in the order of their imports. */
import { nodeVersionProblem } from './node-version.ts'

const problem = nodeVersionProblem()
if (problem !== undefined) throw new Error(problem)
