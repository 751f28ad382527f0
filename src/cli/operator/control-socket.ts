/**
 * The way of operator commands into a process that serves a JSON store, which only that process may open: a Unix socket
 * beside the store, for the user who owns the store. One JSON object in, one out; who may connect may do anything.
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

/** A socket's address has room for about a hundred bytes, so the shorter spelling of the path is taken. */
function socketPath(storeFile: string): string {
  const path = `${storeFile}.sock`
  const fromHere = relative('.', path)
  return fromHere.length < path.length ? fromHere : path
}

/** Listens beside the store that this process has locked; whatever socket lies there was left by a dead one. */
export async function openControlSocket(
  storeFile: string,
  carryOut: (errand: ControlRequest) => Promise<unknown>,
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    void answer(socket, carryOut)
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

async function answer(
  socket: Socket,
  carryOut: (errand: ControlRequest) => Promise<unknown>,
): Promise<void> {
  const reply = await text(socket)
    .then((request) => carryOut(JSON.parse(request) as ControlRequest))
    .then(
      (result): Reply => ({ result }),
      (cause: Error): Reply =>
        cause instanceof CommandError ? { refused: cause.message } : { failed: cause.message },
    )
  socket.end(JSON.stringify(reply))
}

/** Has an errand done by the process that serves the store; undefined when none answers there. @throws CommandError with its reason */
export async function runInServer(
  storeFile: string,
  errand: ControlRequest,
): Promise<{ result: unknown } | undefined> {
  const socket = connect({ path: socketPath(storeFile), allowHalfOpen: true })
  const connected = await new Promise<boolean>((resolve) =>
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
  )
  if (!connected) return undefined
  socket.end(JSON.stringify(errand))
  const reply = JSON.parse(
    (await text(socket).catch(() => '')) || '{"failed":"it stopped"}',
  ) as Reply
  if ('refused' in reply) throw new CommandError(reply.refused)
  if ('failed' in reply)
    throw new CommandError(`The process that serves ${storeFile} could not do it: ${reply.failed}.`)
  return reply
}
