import { onInterrupt } from '../terminal/signals.ts'
import { startProcessGroup, type ProcessEnd, type ProcessGroup } from './process-group.ts'

/** How a program ended, and what it had printed. */
export type ProcessResult =
  | Exclude<ProcessEnd, { readonly kind: 'exited' }>
  | { readonly kind: 'exited'; readonly code: number; readonly output: Buffer }
  /** It was killed, because it exceeded a limit or was no longer wanted. */
  | { readonly kind: 'stopped'; readonly reason: StopReason }

type StopReason = 'time' | 'output' | 'abort'

export interface RunProcessOptions {
  /** The program and its arguments; no shell interprets them. */
  readonly command: readonly string[]
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly timeout_ms: number
  readonly max_output_bytes: number
  readonly signal?: AbortSignal
  /** Receives what the program writes to its standard error, which is otherwise ignored. */
  readonly onErrorOutput?: (text: string) => void
}

/**
 * Runs a program without input until it ends, and collects its output. When it ends or exceeds a limit, everything that it has started
 * is killed. A process that has left the group of the program is not waited for, even if it holds the output open. Never rejects.
 */
export async function runProcess(options: RunProcessOptions): Promise<ProcessResult> {
  const { command, env, timeout_ms, max_output_bytes, signal, onErrorOutput } = options
  let group: ProcessGroup
  try {
    group = startProcessGroup({ command, env, stop_ms: 0 })
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException
    return { kind: 'not_started', reason: message, code }
  }
  let stopped: StopReason | undefined
  const stop = (reason: StopReason): void => {
    stopped ??= reason
    group.kill()
  }
  const onAbort = () => stop('abort')
  const chunks: Buffer[] = []
  let length = 0
  group.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= max_output_bytes) chunks.push(chunk)
    else stop('output')
  })
  group.stdout.on('error', () => undefined)
  group.stderr.setEncoding('utf8').on('data', onErrorOutput ?? (() => undefined))
  group.stderr.on('error', () => undefined)
  // A program that asks for a password gets none, instead of waiting until it times out.
  group.stdin.end()
  const deadline = setTimeout(() => stop('time'), timeout_ms)
  signal?.addEventListener('abort', onAbort, { once: true })
  const release = endWithThisProcess(group)
  if (signal?.aborted) onAbort()
  const end = await group.ended
  clearTimeout(deadline)
  signal?.removeEventListener('abort', onAbort)
  release()
  if (stopped !== undefined) return { kind: 'stopped', reason: stopped }
  return end.kind === 'exited' ? { ...end, output: Buffer.concat(chunks) } : end
}

const running = new Set<ProcessGroup>()
const killAll = (): void => {
  for (const group of running) group.kill()
}
let releaseSignals: (() => void) | undefined

/**
 * Kills a group if this process ends before it, because Ctrl-C in a terminal does not reach other process groups.
 * @returns a function to be called when the group has ended
 */
function endWithThisProcess(group: ProcessGroup): () => void {
  if (running.size === 0) {
    process.once('exit', killAll)
    // A signal without a handler ends the process without the event `exit`. An existing handler ends it in its own way.
    if (process.listenerCount('SIGINT') === 0) releaseSignals = onInterrupt(killAll)
  }
  running.add(group)
  return () => {
    running.delete(group)
    if (running.size > 0) return
    process.off('exit', killAll)
    releaseSignals?.()
    releaseSignals = undefined
  }
}
