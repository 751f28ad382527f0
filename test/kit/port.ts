import { createServer, type AddressInfo } from 'node:net'

/** A port that no other program can get until it is released. */
export interface HeldPort {
  readonly port: number
  release(): Promise<void>
}

export async function holdPort(): Promise<HeldPort> {
  const holder = createServer()
  await new Promise<void>((resolve) => {
    holder.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (holder.address() as AddressInfo).port,
    release: () =>
      new Promise((resolve) => {
        holder.close(() => resolve())
      }),
  }
}

export async function freePort(): Promise<number> {
  const { port, release } = await holdPort()
  await release()
  return port
}
