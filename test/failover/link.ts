import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A TCP proxy in front of a server, which can be cut like a cable: connections stay open, and nothing arrives any more. */
export interface Link {
  readonly port: number
  cut(): void
  /** Delivers what was sent in the meantime, as a network does. */
  repair(): void
  /** Accepts new connections again, and breaks those that were open, as a firewall that has lost their state does. */
  reset(): void
  close(): void
}

export type LinkCommand = 'cut' | 'repair' | 'reset' | 'close'

/** Starts a link to a port on this machine. It runs in a thread, so that it is not slowed down by what the test does. */
export async function startLink(target: number): Promise<Link> {
  const worker = new Worker(new URL('link-worker.ts', import.meta.url), { workerData: target })
  const [port] = (await once(worker, 'message')) as [number]
  const send = (command: LinkCommand) => worker.postMessage(command)
  return {
    port,
    cut: () => send('cut'),
    repair: () => send('repair'),
    reset: () => send('reset'),
    close: () => send('close'),
  }
}
