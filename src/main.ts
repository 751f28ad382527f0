#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { processTerminal } from './terminal/process-terminal.ts'

// Half of a short command's time is spent loading this program. The cache is stored with the program: a user who may write it may change
// the program as well, unlike Node's default in the folder of temporary files.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/svc-registry'))

const terminal = processTerminal(
  process.env['npm_package_name'] === 'agent-registry' ? 'npm run -s registry --' : 'svc-registry',
)
const { run } = await import('./cli/run.ts')
process.exitCode = await run(process.argv.slice(2), terminal)
