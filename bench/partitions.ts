/**
 * Finding a row like those of `installations` in a table that PostgreSQL has split into 32 partitions by organization (by organization
 * and id, by id alone, which queries every partition, and by id through a directory that maps ids to organizations), against finding it
 * in one table. These are the costs that docs/specification/sharding.md weighs. All run `pgbench` with prepared statements and four
 * clients on one server, in alternation.
 *
 * `node bench/partitions.ts [rows]`; by default 200,000.
 */
import { runStatement } from '../test/postgres/server.ts'
import { alternate, ratioOf } from './kit/alternation.ts'
import { median, report, round, SHORT } from './kit/figures.ts'
import { pgbenchOn } from './kit/pgbench.ts'
import { benchFolder, benchServer } from './kit/resources.ts'

const ROWS = Number(process.argv[2] ?? 200_000)
const ORGANIZATIONS = 1000
const PARTS = 32
const [ROUNDS, SECONDS] = SHORT ? [3, 1] : [8, 2]

const LOOKUPS = {
  whole: 'select payload from whole where id = :id;',
  'by-organization': `select payload from parts where organization = :id % ${ORGANIZATIONS} and id = :id;`,
  'by-id': 'select payload from parts where id = :id;',
  directory:
    'select payload from parts where organization = (select organization from directory where id = :id) and id = :id;',
} as const
type Name = keyof typeof LOOKUPS

const server = await benchServer()
await runStatement(server.address('postgres'), 'create database bench')
const address = server.address('bench')
const folder = benchFolder()

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

const lookUp = (name: Name) =>
  pgbenchOn(address, {
    folder,
    name,
    statements: `\\set id random(1, ${ROWS})\n${LOOKUPS[name]}\n`,
    clients: 4,
    threads: 1,
    seconds: SECONDS,
  })

await fill()
const results = await alternate<Name, { per_s: number }>(
  {
    whole: await lookUp('whole'),
    'by-organization': await lookUp('by-organization'),
    'by-id': await lookUp('by-id'),
    directory: await lookUp('directory'),
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
await server.remove()
