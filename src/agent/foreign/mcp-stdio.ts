import type { JsonObject } from '../../domain/json.ts'
import type { McpRevision } from '../protocols.ts'
import { createLineSplitter } from '../external/lines.ts'
import { describeEnd, type ProcessGroup } from '../../child-processes/process-group.ts'
import { logStderr, type WriteEntry } from '../external/stderr-log.ts'
import { ForeignError } from '../tasks/skill-errors.ts'
import {
  deliver,
  handshakeErrorOf,
  isResponse,
  newRpcId,
  parseForeign,
  responseIdsIn,
  rpcResultOf,
} from './json-rpc.ts'
import {
  responseToServer,
  INITIALIZE,
  negotiated,
  progressText,
  withMetadata,
  type McpConnection,
  type McpRequest,
  requireObject,
} from './mcp-connection.ts'
import { excerpt, callerCausedMismatch } from './mismatch.ts'

export interface StdioOptions {
  readonly start: () => ProcessGroup
  readonly max_bytes: number
  readonly log: WriteEntry
  /** Replaces the secrets in text that the process writes. */
  readonly redact: (text: string) => string
}

/** The maximum number of unread bytes, as a multiple of `max_bytes`. */
const UNREAD_FACTOR = 4
/** How long the handshake of a process may take. */
const INITIALIZE_MS = 30_000

/**
 * Connects to an MCP server that is a command (docs/specification/bridge.md#mcp-stdio). A process starts with the first request, serves all
 * that follow, and is replaced when it has ended.
 */
export function connectMcpStdio(options: StdioOptions, revision: McpRevision): McpConnection {
  let current: McpProcess | undefined
  const begin = (): McpProcess => {
    const started = startMcpProcess(options)
    current = started
    void started.ended.then(() => {
      if (current === started) current = undefined
    })
    return started
  }
  return {
    revision,
    async request(call) {
      const running = current ?? begin()
      if (revision === '2025-11-25') await running.initialized(call.signal)
      return running.ask(call, revision)
    },
    initialized: () => (current ?? begin()).initialized(AbortSignal.timeout(INITIALIZE_MS)),
    async close() {
      current?.stop()
      await current?.ended
    },
  }
}

interface McpProcess {
  readonly ended: Promise<unknown>
  /** Performs the handshake, once, and returns the result of `initialize`. */
  initialized(signal: AbortSignal): Promise<JsonObject>
  ask(call: McpRequest, revision: McpRevision): Promise<JsonObject>
  stop(): void
}

interface Pending {
  readonly progress: McpRequest['progress']
  resolve(message: JsonObject): void
  reject(cause: Error): void
}

function startMcpProcess({ start, max_bytes, log, redact }: StdioOptions): McpProcess {
  const group = start()
  const write = (message: object): void => {
    // A process that does not read what it is sent must not fill the memory of the agent.
    if (group.stdin.writableLength > UNREAD_FACTOR * max_bytes) return group.kill()
    group.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  const { ask, receive, refuse, fail } = createRequests(write)
  const ended = group.ended.then((end) =>
    fail(new ForeignError('FOREIGN_UNREACHABLE', describeEnd(end))),
  )
  logStderr(group.stderr, log)
  const logLine = createLineLog(log, redact)
  const lines = createLineSplitter({
    max_bytes,
    onLong() {
      fail(
        callerCausedMismatch(
          'EXECUTION_ERROR',
          `the command wrote a line of more than ${max_bytes} bytes, or in too many chunks`,
        ),
      )
      group.kill()
    },
    onLine(line) {
      if (line.toString('latin1').trim() === '') return
      try {
        receive(parseForeign(line))
      } catch (cause) {
        // Many servers also print lines that are not messages.
        if (!refuse(line, cause as Error)) logLine(line)
      }
    },
  })
  group.stdout.on('data', (chunk: Buffer) => lines.add(chunk))
  group.stdout.on('error', () => undefined)
  let handshake: Promise<JsonObject> | undefined
  const performHandshake = async (): Promise<JsonObject> => {
    const signal = AbortSignal.timeout(INITIALIZE_MS)
    const result = await ask({ method: 'initialize', params: INITIALIZE, signal }, '2025-11-25')
    negotiated(result)
    write({ method: 'notifications/initialized' })
    return result
  }
  return {
    ended,
    ask,
    async initialized(signal) {
      handshake ??= performHandshake().catch((cause: unknown) => {
        group.stop()
        throw handshakeErrorOf(cause)
      })
      return unlessAborted(handshake, signal)
    },
    stop() {
      group.stdin.end()
      group.stop()
    },
  }
}

/** Waits for a promise until the signal is aborted; the promise itself is not canceled. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason as Error)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([promise, aborted]).finally(() =>
    signal.removeEventListener('abort', onAbort),
  )
}

/** Creates the functions that send requests to a process and match its responses, which may arrive in any order. */
function createRequests(write: (message: object) => void) {
  const pending = new Map<string, Pending>()
  const ask: McpProcess['ask'] = async (request, revision) => {
    const { method, signal, progress } = request
    signal.throwIfAborted()
    const id = newRpcId()
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>()
    pending.set(id, { progress, resolve, reject })
    const onAbort = (): void => {
      pending.delete(id)
      write({ method: 'notifications/cancelled', params: { requestId: id } })
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    write({ id, method, params: withMetadata(request, revision, id) })
    try {
      return requireObject(rpcResultOf(await promise, id))
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }
  return {
    ask,
    receive: (message: JsonObject): void => receiveMessage(message, pending, write),
    /** If a line that cannot be read is the response to a pending request, fails that request. Returns whether it is. */
    refuse(line: Buffer, cause: Error): boolean {
      const id = responseIdsIn(line).find((found) => pending.has(found))
      if (id === undefined) return false
      pending.get(id)?.reject(cause)
      pending.delete(id)
      return true
    },
    /** Fails all requests that wait for a response. */
    fail(cause: Error): void {
      for (const { reject } of pending.values()) reject(cause)
      pending.clear()
    },
  }
}

/** The number of lines without a message that are logged for a process. */
const MAX_LOGGED_LINES = 100

/** Creates a function that logs a line that is not a message. */
function createLineLog(log: WriteEntry, redact: StdioOptions['redact']): (line: Buffer) => void {
  let logged = 0
  return (line) => {
    logged += 1
    if (logged > MAX_LOGGED_LINES) return
    log('the command wrote a line that is not a JSON-RPC message', {
      // Secrets are replaced before the line is truncated, because a part of a secret would not be recognized.
      line: excerpt(redact(line.toString('utf8'))),
    })
  }
}

function receiveMessage(
  message: JsonObject,
  pending: Map<string, Pending>,
  write: (message: object) => void,
): void {
  const { id } = message
  if (isResponse(message)) {
    if (typeof id !== 'string') return
    // A response for which no request is waiting belongs to a request that was canceled.
    pending.get(id)?.resolve(message)
    pending.delete(id)
    return
  }
  deliver(message, {
    notification(method, params) {
      if (method !== 'notifications/progress') return
      const { progressToken } = params
      if (typeof progressToken === 'string')
        pending.get(progressToken)?.progress?.(progressText(params))
    },
    request: (method, request_id) => write(responseToServer(method, request_id)),
  })
}
