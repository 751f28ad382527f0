#!/usr/bin/env node
import { main } from './agent/cli/main.ts'
import type { Terminal } from './cli/command.ts'

const { env, stdout, stderr } = process

// A reader that goes away, as in `svc-agent id | head`, is no failure.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const terminal: Terminal = {
  env,
  program: env['npm_lifecycle_event'] === 'agent' ? 'npm run -s agent --' : 'svc-agent',
  interactive: stdout.isTTY === true,
  print: (text) => { stdout.write(`${text}\n`) },
  complain: (line) => { stderr.write(`${line}\n`) },
}

process.exitCode = await main(process.argv.slice(2), terminal)
