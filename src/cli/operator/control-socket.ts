/**
 * Runs operator commands over a Unix socket beside a JSON store, in the process that serves the store, because no other process can open
 * it. Only the user who owns the store can access the socket, and may run any command. A request and its reply are one JSON object each.
 */
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { CommandError, describeError, UsageError } from '../../terminal/errors.ts'

export interface ControlRequest {
  readonly command: string
  readonly args: unknown
  readonly user: string
}
type Reply = { readonly result: unknown } | { readonly error: ReturnType<typeof describeError> }
type Handler = (request: ControlRequest) => Promise<unknown>

/** Returns the absolute or the relative path, whichever is shorter, because a socket address is limited to about a hundred bytes. */
function socketPath(storeFile: string): string {
  const path = `${storeFile}.sock`
  const relative_path = relative('.', path)
  return relative_path.length < path.length ? relative_path : path
}

/**
 * Listens on a socket beside the store that this process has locked. An existing socket is replaced, because it can only be left over from
 * a process that died.
 */
export async function openControlSocket(storeFile: string, handle: Handler): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    void respond(socket, handle)
  })
  const path = socketPath(storeFile)
  rmSync(path, { force: true })
  const mask = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  } finally {
    process.umask(mask)
  }
  return server
}

async function respond(socket: Socket, handle: Handler): Promise<void> {
  const reply = await text(socket)
    .then((request) => handle(JSON.parse(request) as ControlRequest))
    .then(
      (result): Reply => ({ result }),
      (cause: unknown): Reply => ({ error: describeError(cause) }),
    )
  socket.end(JSON.stringify(reply))
}

/** Runs a command in the process that serves the store. Resolves with undefined if there is none. @throws CommandError, UsageError */
export async function runInServer(
  storeFile: string,
  request: ControlRequest,
): Promise<{ result: unknown } | undefined> {
  const socket = connect({ path: socketPath(storeFile), allowHalfOpen: true })
  const connected = await new Promise<boolean>((resolve) =>
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
  )
  if (!connected) return undefined
  socket.end(JSON.stringify(request))
  const received = await text(socket).catch(() => '')
  if (received === '')
    throw new CommandError(
      `The process that serves ${storeFile} ended while the command ran; check whether it took effect before you repeat it.`,
    )
  const reply = JSON.parse(received) as Reply
  if ('result' in reply) return reply
  const { line, code } = reply.error
  throw code === 2 ? new UsageError(line) : new CommandError(line)
}
