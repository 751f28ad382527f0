/**
 * A row of `installations` found in one table, against the same row in a table that PostgreSQL has partitioned by organization into 32: by
 * organization and id, by id alone (which queries every partition), and by id through a directory of ids to organizations. These are the
 * costs that docs/specification/sharding.md weighs. All run `pgbench` with prepared statements on one server, in alternation.
 *
 *   node bench/partitions.ts [rows, 200000]
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../test/postgres/binaries.ts'
import { newServer, runStatement } from '../test/postgres/server.ts'
import { alternate, ratioOf } from './kit/alternation.ts'
import { median, report, round, SHORT } from './kit/figures.ts'

const ROWS = Number(process.argv[2] ?? 200_000)
const ORGANIZATIONS = 1000
const PARTS = 32
const [ROUNDS, SECONDS] = SHORT ? [3, 1] : [8, 2]

const LOOKUPS = {
  whole: 'select payload from whole where id = :id;',
  'by-organization': 'select payload from parts where organization = :id % 1000 and id = :id;',
  'by-id': 'select payload from parts where id = :id;',
  directory:
    'select payload from parts where organization = (select organization from directory where id = :id) and id = :id;',
} as const
type Name = keyof typeof LOOKUPS

const server = await newServer({ durable: true })
await runStatement(server.address('postgres'), 'create database bench')
const address = server.address('bench')
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))

async function fill(): Promise<void> {
  const columns = 'organization int not null, id int not null, payload text not null'
  const rows = `select n % ${ORGANIZATIONS}, n, repeat('x', 400) from generate_series(1, ${ROWS}) n`
  const statements = [
    `create table whole (${columns}, primary key (id))`,
    `create table parts (${columns}, primary key (organization, id)) partition by hash (organization)`,
    ...Array.from(
      { length: PARTS },
      (_, part) =>
        `create table part_${part} partition of parts for values with (modulus ${PARTS}, remainder ${part})`,
    ),
    'create index on parts (id)',
    'create table directory (id int primary key, organization int not null)',
    `insert into whole ${rows}`,
    `insert into parts ${rows}`,
    'insert into directory select id, organization from whole',
    'vacuum analyze',
  ]
  for (const statement of statements) await runStatement(address, statement)
}

const { folder: programs } = await findBinaries()
const { port } = new URL(address)

const lookUp = (name: Name) => async (): Promise<{ per_s: number }> => {
  const script = join(folder, `${name}.sql`)
  writeFileSync(script, `\\set id random(1, ${ROWS})\n${LOOKUPS[name]}\n`)
  const given = ['-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-n', '-M', 'prepared']
  const { stdout, stderr, error } = spawnSync(
    join(programs, 'pgbench'),
    [...given, '-c', '4', '-T', String(SECONDS), '-f', script, 'bench'],
    { encoding: 'utf8' },
  )
  const rate = /tps = ([\d.]+)/.exec(stdout ?? '')?.[1]
  if (rate === undefined)
    throw new Error(`pgbench did not run: ${error?.message ?? `${stdout} ${stderr}`}`)
  return { per_s: Number(rate) }
}

try {
  await fill()
  const results = await alternate<Name, { per_s: number }>(
    {
      whole: lookUp('whole'),
      'by-organization': lookUp('by-organization'),
      'by-id': lookUp('by-id'),
      directory: lookUp('directory'),
    },
    ROUNDS,
  )
  const rates = (name: Name) => results[name].map(({ per_s }) => per_s)
  for (const name of ['by-organization', 'by-id', 'directory'] as const)
    report({
      bench: `partitions-${name}`,
      ratio: round(ratioOf(rates(name), rates('whole'))),
      against: 'the same lookup in one table',
      rows: ROWS,
      parts: PARTS,
      per_s: Math.round(median(rates(name))),
      peer_per_s: Math.round(median(rates('whole'))),
    })
} finally {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}
