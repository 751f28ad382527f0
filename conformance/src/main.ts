#!/usr/bin/env node
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from './cli/run.ts'

export * from './index.ts'

/** Returns whether this file was started as a command, not imported as a library. */
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

// A reader that needs only the first lines closes the pipe, which is not an error of the run.
const ignoreClosedPipe = (cause: NodeJS.ErrnoException): void => {
  if (cause.code !== 'EPIPE') throw cause
}

if (isCommand()) {
  process.stdout.on('error', ignoreClosedPipe)
  process.stderr.on('error', ignoreClosedPipe)
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
  })
}
