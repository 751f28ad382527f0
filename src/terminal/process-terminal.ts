import type { Terminal } from './command.ts'

/** The terminal of this process. @param program how it was called, so that every hint can be typed as it stands */
export function processTerminal(program: string): Terminal {
  const { env, stdout, stderr } = process
  // A reader that goes away, as in `svc-registry org list | head`, is no failure.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return {
    env,
    program,
    interactive: stdout.isTTY === true,
    print: (text) => {
      stdout.write(`${text}\n`)
    },
    complain: (line) => {
      stderr.write(`${line}\n`)
    },
  }
}
