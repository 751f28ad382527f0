import { randomBytes } from 'node:crypto'
import { isJsonObject } from '../../domain/json.ts'
import type { SkillCall } from '../definition.ts'
import { callDocument, excerptOf, parseOutput } from './call-document.ts'
import { createLineSplitter } from './lines.ts'
import {
  describeEnd,
  type ProcessEnd,
  type ProcessGroup,
} from '../../child-processes/process-group.ts'
import { logStderr, type WriteEntry } from './stderr-log.ts'

/** A long-running process that handles tasks one after another. */
export interface PersistentProcess {
  readonly ended: Promise<ProcessEnd>
  /** Sends a task and returns its result. @throws Error if the process reports a failure, or fails itself */
  ask(call: SkillCall): Promise<unknown>
  /** Returns whether it can take a task. */
  isIdle(): boolean
  /** Closes the input of the process and ends the process. */
  stop(): void
}

interface PendingTask {
  /** Random, so that nothing that a task makes the process print can be taken for the answer to another task. */
  readonly id: string
  resolve(result: unknown): void
  reject(cause: Error): void
}

export interface PersistentProcessOptions {
  readonly max_output_bytes: number
  /** Receives what the process writes to its standard error between tasks, and why it was killed. */
  readonly log: WriteEntry
}

/**
 * Wraps a process that answers each line that it receives with one line (docs/specification/agent-protocol.md#external-persistent). A
 * process that writes anything but the one answer that is due has violated the protocol and is killed.
 */
export function createPersistentProcess(
  group: ProcessGroup,
  { max_output_bytes, log }: PersistentProcessOptions,
): PersistentProcess {
  const stderr = logStderr(group.stderr, log)
  const dialogue = createDialogue((reason) => {
    group.kill()
    log('a long-running command was killed, because it violated the line protocol', {
      reason,
    })
  })
  readAnswers(group, dialogue, max_output_bytes)
  const ended = group.ended.then((end) => {
    dialogue.end(describeEnd(end))
    return end
  })
  const stop = (): void => {
    dialogue.close()
    group.stdin.end()
    group.stop()
  }

  return {
    ended,
    isIdle: dialogue.isIdle,
    ask(call) {
      const { id, answer } = dialogue.begin()
      stderr.attribute(call.log.info)
      call.signal.addEventListener('abort', stop, { once: true })
      group.stdin.write(`${JSON.stringify({ id, ...callDocument(call) })}\n`)
      return answer.finally(() => {
        call.signal.removeEventListener('abort', stop)
        stderr.attribute(log)
      })
    },
    stop,
  }
}

/** Enforces the order of requests and responses: a process must answer each task before it gets the next. */
interface Dialogue {
  begin(): { readonly id: string; readonly answer: Promise<unknown> }
  receive(line: Buffer): void
  /** Returns whether no answer is due, and the process may be asked. */
  isIdle(): boolean
  /** Returns whether no task is pending. */
  hasNoPendingTask(): boolean
  /** Ends the dialogue because the process has violated the line protocol. */
  fail(reason: string): void
  /** Ignores everything that follows. The pending task fails when the process has ended. */
  close(): void
  /** Fails the pending task. */
  end(reason: string): void
}

function createDialogue(onFault: (reason: string) => void): Dialogue {
  let pending: PendingTask | undefined
  let isClosed = false
  const settle = (): PendingTask | undefined => {
    const settled = pending
    pending = undefined
    return settled
  }
  const end = (reason: string): void => {
    isClosed = true
    settle()?.reject(new Error(reason))
  }
  const fail = (reason: string): void => {
    if (isClosed) return
    end(reason)
    onFault(reason)
  }
  return {
    fail,
    end,
    isIdle: () => !isClosed && !pending,
    hasNoPendingTask: () => !pending,
    close() {
      isClosed = true
    },
    begin() {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      pending = { id: randomBytes(16).toString('base64url'), resolve, reject }
      return { id: pending.id, answer: promise }
    },
    receive(line) {
      if (isClosed || line.toString('latin1').trim() === '') return
      if (!pending)
        return fail(`the command wrote a line that no task asked for: ${excerptOf(line)}`)
      try {
        const answer = readAnswer(line, pending.id)
        const { resolve, reject } = settle()!
        if ('error' in answer) reject(new Error(`the command reported: ${answer.error}`))
        else resolve(answer.result)
      } catch (cause) {
        fail((cause as Error).message)
      }
    },
  }
}

/** Passes the lines of a process to its dialogue. */
function readAnswers({ stdout }: ProcessGroup, dialogue: Dialogue, max_bytes: number): void {
  const lines = createLineSplitter({
    max_bytes,
    onLong: () =>
      dialogue.fail(
        `the command wrote a line of more than ${max_bytes} bytes, or in too many chunks`,
      ),
    onLine: dialogue.receive,
  })
  stdout.on('data', (chunk: Buffer) => {
    lines.add(chunk)
    if (dialogue.hasNoPendingTask() && lines.isWithinLine())
      dialogue.fail('the command wrote more than its answer')
  })
  stdout.on('error', () => undefined)
}

/** Reads an answer. @throws Error unless it is an object with the id of the task and either a result or an error */
function readAnswer(
  line: Buffer,
  id: string,
): { readonly result: unknown } | { readonly error: string } {
  const answer = parseOutput(line)
  if (!isJsonObject(answer) || answer['id'] !== id)
    throw new Error(
      `the command wrote a line without the id of the task: ${excerptOf(line)}; answer {"id": ..., "result": ...}, and write everything else to standard error`,
    )
  if (typeof answer['error'] === 'string') return { error: answer['error'] }
  if (Object.hasOwn(answer, 'result')) return { result: answer['result'] }
  throw new Error('the command answered without a result; answer {"id": ..., "result": ...}')
}
