#!/usr/bin/env node
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from './cli/run.ts'

export * from './index.ts'

/** The one file is a library to whoever imports it, and a command to whoever runs it. */
function isCommand(): boolean {
  try {
    return (
      process.argv[1] !== undefined &&
      realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))
    )
  } catch {
    return false
  }
}

// Whoever reads only the first lines closes the pipe; that is no fault of the run.
const unlessClosed = (cause: NodeJS.ErrnoException): void => {
  if (cause.code !== 'EPIPE') throw cause
}

if (isCommand()) {
  process.stdout.on('error', unlessClosed)
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
  })
}
