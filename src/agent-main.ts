#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { processTerminal } from './terminal/process-terminal.ts'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/svc-registry'))

const terminal = processTerminal(
  process.env['npm_lifecycle_event'] === 'agent' ? 'npm run -s agent --' : 'svc-agent',
)
const { main } = await import('./agent/cli/main.ts')
process.exitCode = await main(process.argv.slice(2), terminal)
