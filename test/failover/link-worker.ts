import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { LinkCommand } from './link.ts'

const sockets = new Set<Socket>()
let isCut = false

const pass = (from: Socket, to: Socket): void => {
  sockets.add(from)
  if (isCut) from.pause()
  from.on('data', (chunk: Buffer) => {
    if (!to.write(chunk)) from.pause()
  })
  to.on('drain', () => {
    if (!isCut) from.resume()
  })
  from.on('end', () => to.end())
  from.on('error', () => to.destroy())
  from.on('close', () => {
    sockets.delete(from)
    to.destroy()
  })
}

const server = createServer({ allowHalfOpen: true, noDelay: true }, (inbound) => {
  const outbound = connect({
    port: workerData as number,
    host: '127.0.0.1',
    allowHalfOpen: true,
    noDelay: true,
  })
  pass(inbound, outbound)
  pass(outbound, inbound)
})

const COMMANDS: Readonly<Record<LinkCommand, () => void>> = {
  cut() {
    isCut = true
    for (const socket of sockets) socket.pause()
  },
  repair() {
    isCut = false
    for (const socket of sockets) socket.resume()
  },
  reset() {
    isCut = false
    for (const socket of sockets) socket.destroy()
  },
  close() {
    server.close()
    for (const socket of sockets) socket.destroy()
    parentPort!.close()
  },
}
parentPort!.on('message', (command: LinkCommand) => COMMANDS[command]())
server.listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as AddressInfo).port))
