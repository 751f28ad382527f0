import type { Terminal } from './command.ts'

/** Returns the terminal of this process. @param program the command line that starts it, so that suggested commands can be copied */
export function processTerminal(program: string): Terminal {
  const { env, stdout, stderr } = process
  // A reader that closes the pipe, as in `svc-registry org list | head`, is not an error.
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
    printError: (line) => {
      stderr.write(`${line}\n`)
    },
  }
}
