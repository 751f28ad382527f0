import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Starts a worker of this folder, and kills it within this many milliseconds once its output meets a condition. Resolves with the output.
 */
export function killWhen(
  program: string,
  args: readonly string[],
  { within_ms, met }: { readonly within_ms: number; readonly met: (output: string) => boolean },
): Promise<string> {
  const worker = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL(program, import.meta.url)),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  let killing = false
  worker.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (killing || !met(output)) return
    killing = true
    setTimeout(() => worker.kill('SIGKILL'), Math.random() * within_ms)
  })
  return new Promise((resolve) => {
    worker.on('close', () => resolve(output))
  })
}
