import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '../../test/postgres/binaries.ts'

const ATTEMPTS = 3

interface PgbenchOptions {
  readonly folder: string
  readonly name: string
  readonly statements: string
  readonly clients: number
  readonly threads: number
  readonly seconds: number
}

/**
 * Returns a function that runs prepared statements repeatedly with `pgbench` on a database on this machine, and returns their rate. The
 * script is written into the folder.
 */
export async function pgbenchOn(
  address: string,
  { folder, name, statements, clients, threads, seconds }: PgbenchOptions,
): Promise<() => Promise<{ readonly per_s: number }>> {
  const { folder: programs } = await findBinaries()
  const { port, pathname } = new URL(address)
  const script = join(folder, `${name}.sql`)
  writeFileSync(script, statements)
  const connection = ['-h', '127.0.0.1', '-p', port, '-U', 'postgres']
  const load = ['-c', String(clients), '-j', String(threads), '-T', String(seconds)]
  const given = [...connection, '-n', '-M', 'prepared', ...load, '-f', script, pathname.slice(1)]
  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      const { stdout } = await promisify(execFile)(join(programs, 'pgbench'), given)
      const per_s = Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0)
      if (per_s > 0) return { per_s }
      // On an overloaded machine the time may end before the first transaction.
      if (attempt === ATTEMPTS) throw new Error(`pgbench reported no rate: ${stdout}`)
    }
  }
}
