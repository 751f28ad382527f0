/** Folders, processes and database servers of a benchmark, which are removed or stopped when it ends, even after an error or a signal. */
import type { ChildProcess } from 'node:child_process'
import { newFolder } from '../../test/kit/folder.ts'
import { newServer, type Server } from '../../test/postgres/server.ts'
import { hasEnded } from './proc.ts'

export { removeFolder } from '../../test/kit/folder.ts'

process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

/** How long a server may take to end before its data is removed. */
const SHUTDOWN_MS = 10_000
const STEP_MS = 20

/** Creates an empty folder on the disk. */
export const benchFolder = (): string => newFolder('bench', 'disk')

/** Ends a process when this one ends, if it has not ended before. */
export function endWithThis(child: ChildProcess): void {
  const end = () => void child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** Starts a PostgreSQL server, by default one whose data survives when it is killed. */
export async function benchServer({
  durable = true,
  settings = [],
}: { readonly durable?: boolean; readonly settings?: readonly string[] } = {}): Promise<Server> {
  const server = await newServer({ durable, settings })
  // This runs before the data is removed, which happens at the same event.
  process.prependOnceListener('exit', () => {
    if (!server.isRunning) return
    process.kill(server.pid, 'SIGQUIT')
    // The event loop no longer runs, so this waits synchronously.
    const clock = new Int32Array(new SharedArrayBuffer(4))
    for (let waited = 0; waited < SHUTDOWN_MS && !hasEnded(server.pid); waited += STEP_MS)
      Atomics.wait(clock, 0, 0, STEP_MS)
  })
  return server
}
