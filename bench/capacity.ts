/**
 * What a fleet costs: runs `svc-registry load` against a platform on SQLite and on PostgreSQL with growing fleets until one is not
 * sustained, and reads the cost from Linux and the database. Prints one JSON line; `ratio` is the processor time of a heartbeat on
 * PostgreSQL, platform and server together, over one on SQLite. With `--write` the figures go into docs/capacity.md. Needs Linux, and
 * about ten minutes on an otherwise idle machine.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { findBinaries } from '../test/postgres/binaries.ts'
import { measureStore } from './capacity/measure.ts'
import { pageWith } from './capacity/page.ts'
import type { Figures } from './capacity/plan.ts'
import { measureWire } from './capacity/wire.ts'
import { report, round } from './kit/figures.ts'
import { measureSizes } from './size.ts'

const PAGE = new URL('../docs/capacity.md', import.meta.url)

const figures: Figures = {
  date: new Date().toISOString().slice(0, 10),
  machine: {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory_gib: Math.round(totalmem() / 1024 ** 3),
    load: Number(loadavg()[0]!.toFixed(1)),
    node: process.versions.node,
    postgres: (await findBinaries()).from.replace(/ in .*$/, ''),
  },
  cost: { sqlite: await measureStore('sqlite'), postgres: await measureStore('postgres') },
  wire: await measureWire(),
  bytes: await measureSizes(),
}
const cpuPerHeartbeat = ({ heartbeat_us, heartbeat_store_us }: Figures['cost']['sqlite']): number =>
  heartbeat_us + heartbeat_store_us
if (process.argv.includes('--write'))
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), figures))
report({
  bench: 'capacity',
  ratio: round(cpuPerHeartbeat(figures.cost.postgres) / cpuPerHeartbeat(figures.cost.sqlite)),
  ...figures,
})
