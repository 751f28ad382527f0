/**
 * Backup, restore and verification of a store with a million agents (20,000 with BENCH_SHORT), against `sqlite3 .dump | gzip`, `.backup`
 * and `cp` of the same file, or `pg_dump` and `pg_restore` with `--postgres`, one after another. Prints one JSON line; `ratio` is the time
 * that a backup takes, divided by the time that a dump with the database's own tool takes, and `peak_mb` the peak memory of each command.
 *
 * `node bench/backup.ts [agents] [--postgres]`
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '../src/domain/records.ts'
import { searchColumnsOf } from '../src/domain/search/text.ts'
import { openDatabase, openLoader, openUnfinished } from '../src/store/open.ts'
import { runStatement } from '../test/postgres/server.ts'
import { megabytes, report, round, SHORT } from './kit/figures.ts'
import { processTree, statusBytes } from './kit/proc.ts'
import { benchFolder, benchServer, endWithThis } from './kit/resources.ts'

const AGENTS = Number(
  process.argv.find((word) => /^\d+$/.test(word)) ?? (SHORT ? 20_000 : 1_000_000),
)
const POSTGRES = process.argv.includes('--postgres')
const BATCH = 1000
const AT = '2026-03-01T12:00:00.000Z'
const MAIN = join(import.meta.dirname, '../src/main.ts')
const folder = benchFolder()

function agent(number: number): Agent {
  const svc_id = createHash('sha256').update(String(number)).digest('hex')
  const category = ['productivity', 'data', 'communication'][number % 3]!
  const details = {
    description: `Reads invoices of supplier ${number}`,
    publisher: 'Bench',
    category,
    llm_provider: 'any',
    capabilities: ['extract_invoice', 'check_vat'],
  }
  return {
    ...searchColumnsOf({ details }),
    svc_id,
    organization_id: 'org_bench',
    name: `Agent ${number}`,
    version: '1.0.0',
    public_key: Buffer.from(svc_id, 'hex').toString('base64'),
    key_sound: true,
    manifest_hash: svc_id,
    content_addressed: false,
    proven_at: null,
    verification_status: 'unverified',
    suspended_at: null,
    revoked_at: null,
    private: false,
    installable_by: 'anyone',
    installers: [],
    deprecated: false,
    resolves_publicly: true,
    displacing_since: null,
    details,
    category,
    llm_provider: 'any',
    listed: 'public',
    name_key: `agent ${number}`,
    score: 50,
    score_changes_at: null,
    reputation: { successes: 0, failures: 0, samples: 0, organizations: 0, as_of: AT },
    disputes_open: 0,
    disputes_upheld: 0,
    security_disputes_upheld: null,
    last_seen_at: null,
    registered_at: AT,
    updated_at: AT,
  }
}

async function fill(address: string): Promise<void> {
  await (await openUnfinished(address)).close()
  const loader = await openLoader(address)
  await loader.add('organizations', [
    {
      organization_id: 'org_bench',
      name: 'Bench',
      plan: 'enterprise',
      audit_log_retention_days: null,
      retention_shortening: null,
      created_at: AT,
    },
  ])
  for (let from = 0; from < AGENTS; from += BATCH)
    await loader.add(
      'agents',
      // The loader takes records of any table, to which an interface cannot be assigned without a copy.
      Array.from({ length: Math.min(BATCH, AGENTS - from) }, (_, index) => ({
        ...agent(from + index),
      })),
    )
  await loader.commit()
  // The loader writes no counters; opening the store initializes them.
  await (await openDatabase(address)).close()
}

interface Run {
  readonly seconds: number
  readonly peak_mb: number
}
/** Runs a program until it ends. Its peak memory, or that of its largest descendant, is read from Linux every 50 ms. */
function timed(program: string, args: readonly string[]): Promise<Run> {
  const begun = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  endWithThis(child)
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, ...processTree(child.pid!).map((pid) => statusBytes(pid, 'VmHWM')))
  }, 50)
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => {
      clearInterval(watching)
      if (code !== 0) reject(new Error(`${program} ${args.join(' ')} exited with ${code}`))
      else
        resolve({
          seconds: round((performance.now() - begun) / 1000, 1),
          peak_mb: megabytes(peak),
        })
    })
  })
}
const ours = (...args: readonly string[]) => timed(process.execPath, [MAIN, ...args])
const shell = (line: string) => timed('bash', ['-o', 'pipefail', '-c', line])
const sizeOf = (path: string) => megabytes(statSync(path).size)

async function compared(
  source: string,
  target: string,
  peers: Readonly<Record<'dump' | 'load', string> & Record<string, string>>,
) {
  await fill(source)
  const measured: Record<string, Run> = {}
  for (const [name, line] of Object.entries(peers)) measured[name] = await shell(line)
  const backup = await ours('backup', '--store', source, '--to', join(folder, 'backup'))
  const restore = await ours('restore', '--store', target, '--from', join(folder, 'backup'))
  const verify = await ours('verify', '--store', target)
  return {
    bench: 'backup',
    ratio: round(backup.seconds / measured['dump']!.seconds),
    agents: AGENTS,
    backup,
    restore,
    verify,
    backup_mb: sizeOf(join(folder, 'backup')),
    ...measured,
  }
}

async function onSqlite() {
  const path = join(folder, 'store.db')
  const result = await compared(`sqlite:${path}`, `sqlite:${join(folder, 'restored.db')}`, {
    dump: `sqlite3 ${path} .dump | gzip -3 > ${folder}/dump.gz`,
    own_backup: `sqlite3 ${path} '.backup ${folder}/own.db'`,
    cp: `cp ${path} ${folder}/copy.db && sync ${folder}/copy.db`,
    load: `zcat ${folder}/dump.gz | sqlite3 ${folder}/loaded.db`,
  })
  return { ...result, store_mb: sizeOf(path) }
}

async function onPostgres() {
  const server = await benchServer()
  for (const name of ['bench', 'restored', 'loaded'])
    await runStatement(server.address('postgres'), `create database ${name}`)
  const result = await compared(server.address('bench'), server.address('restored'), {
    dump: `pg_dump -Fc -Z3 -f ${folder}/pg.dump '${server.address('bench')}'`,
    load: `pg_restore -d '${server.address('loaded')}' ${folder}/pg.dump`,
  })
  await server.remove()
  return result
}

report(POSTGRES ? await onPostgres() : await onSqlite())
