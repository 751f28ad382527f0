#!/usr/bin/env node
import { nodeVersionProblem } from '../../src/version.ts'

// The program is imported dynamically because an old Node cannot load it, and would fail before it could print why.
const problem = nodeVersionProblem()
if (problem === undefined) await import('../../src/main.ts')
else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
