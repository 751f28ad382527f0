#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { processTerminal } from './terminal/process-terminal.ts'

// A short command spends half of its time loading this program. The cache is stored with the program, where only users who can change the
// program can write. Node's default would be the folder of temporary files.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/svc-registry'))

const terminal = processTerminal(
  process.env['npm_package_name'] === 'agent-registry' ? 'npm run -s registry --' : 'svc-registry',
)
const { run } = await import('./cli/run.ts')
process.exitCode = await run(process.argv.slice(2), terminal)
