#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Terminal } from './cli/command.ts'

// Half of a short command's time goes into reading this program. The cache lies with the program: whoever may write it may change
// the program as well, which is not so for Node's default in the folder of temporary files.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/svc-registry'))

const { env, stdout, stderr } = process

// A reader that goes away, as in `svc-registry org list | head`, is no failure.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const terminal: Terminal = {
  env,
  program: env['npm_package_name'] === 'svc-registry' ? 'npm run -s registry --' : 'svc-registry',
  interactive: stdout.isTTY === true,
  print: (text) => { stdout.write(`${text}\n`) },
  complain: (line) => { stderr.write(`${line}\n`) },
}

const { run } = await import('./cli/run.ts')
process.exitCode = await run(process.argv.slice(2), terminal)
