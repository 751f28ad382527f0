import { createBoundedBuffer } from '../../domain/bounded-buffer.ts'
import type { CommandRun, SkillCall } from '../definition.ts'
import { callDocument, parseOutput } from './call-document.ts'
import { describeEnd, type ProcessGroup } from '../../child-processes/process-group.ts'
import type { Semaphore } from './semaphore.ts'
import { logStderr } from './stderr-log.ts'

/** Starts the process of a command, with these variables in addition to those of every process. */
export type StartCommand = (variables: Readonly<Record<string, string>>) => ProcessGroup

/** The settings of a command, from its manifest or from the defaults. */
export interface CommandSettings extends Pick<CommandRun, 'format'> {
  readonly max_output_bytes: number
  readonly slots: Semaphore
  readonly start: StartCommand
}

/** Returns a function that runs a command once for each task (docs/specification/agent-protocol.md#external-command). */
export function runPerTask(settings: CommandSettings): (call: SkillCall) => Promise<unknown> {
  const { slots, start } = settings
  return async (call) => {
    const free = await slots.acquire(call.signal)
    let group: ProcessGroup
    try {
      group = start({ TRACEPARENT: call.context.traceparent })
    } catch (cause) {
      free()
      throw cause
    }
    // A task that timed out fails at once, but keeps its slot until its process has ended.
    void group.ended.then(free)
    return communicate(group, call, settings)
  }
}

/** Sends a task to its process and returns the result. @throws Error that describes how the process failed */
async function communicate(
  group: ProcessGroup,
  call: SkillCall,
  { format, max_output_bytes }: CommandSettings,
): Promise<unknown> {
  const output = createBoundedBuffer(max_output_bytes)
  let isTooLong = false
  group.stdout.on('data', (chunk: Buffer) => {
    if (isTooLong || output.add(chunk)) return
    isTooLong = true
    group.kill()
  })
  group.stdout.on('error', () => undefined)
  logStderr(group.stderr, call.log.info)
  call.signal.addEventListener('abort', group.stop, { once: true })
  group.stdin.end(format === 'text' ? call.text : JSON.stringify(callDocument(call)))
  const end = await group.ended
  if (isTooLong)
    throw new Error(`the command wrote more than ${max_output_bytes} bytes, or in too many chunks`)
  if (end.kind !== 'exited' || end.code !== 0) throw new Error(describeEnd(end))
  return format === 'text' ? textOf(output.bytes) : parseOutput(output.bytes)
}

/** Returns an output as text, without the line feed that most programs write at the end. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/\r?\n$/, '')
