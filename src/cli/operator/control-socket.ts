/**
 * Runs operator commands in the process that serves a JSON store, which only that process can open: a Unix socket beside the store,
 * accessible to the user who owns the store. One JSON object goes in and one comes out; whoever can connect may run any command.
 */
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { CommandError } from '../../terminal/errors.ts'

export interface ControlRequest {
  readonly command: string
  readonly args: unknown
  readonly user: string
}
type Reply =
  { readonly result: unknown } | { readonly refused: string } | { readonly failed: string }
type Handler = (request: ControlRequest) => Promise<unknown>

/** Returns the shorter spelling of the path, because a socket address holds only about a hundred bytes. */
function socketPath(storeFile: string): string {
  const path = `${storeFile}.sock`
  const fromHere = relative('.', path)
  return fromHere.length < path.length ? fromHere : path
}

/** Listens beside the store that this process has locked. An existing socket is replaced: a process that died left it. */
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
      (cause: Error): Reply =>
        cause instanceof CommandError ? { refused: cause.message } : { failed: cause.message },
    )
  socket.end(JSON.stringify(reply))
}

/** Runs a command in the process that serves the store. Resolves with undefined when none listens. @throws CommandError */
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
  const reply = JSON.parse(
    (await text(socket).catch(() => '')) || '{"failed":"it stopped"}',
  ) as Reply
  if ('refused' in reply) throw new CommandError(reply.refused)
  if ('failed' in reply)
    throw new CommandError(
      `The process that serves ${storeFile} could not run the command: ${reply.failed}.`,
    )
  return reply
}
