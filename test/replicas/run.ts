import { parseArgs } from 'node:util'
import { alignColumns } from '../../src/terminal/text.ts'
import { runReplicas, type Report } from './run-replicas.ts'
import { singleServer } from './single-server.ts'

/**
 * `npm run replicas`: three replicas on one database with disturbances. `--seconds` sets how long the clients run, `--seed` determines the
 * disturbances, `--outages` sets how many times the database server is killed or suspended, and `--json` prints JSON instead of tables.
 */
const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    outages: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
})
const run = { seconds: Number(flags.seconds), seed: Number(flags.seed) }
const report = await runReplicas(
  { ...run, disturb: true },
  await singleServer({ ...run, outages: Number(flags.outages) }),
)
console.log(flags.json ? JSON.stringify(report) : shown(report))
process.exit(report.violations.length > 0 ? 1 : 0)

function shown({ violations, ...counts }: Report): string {
  const minutes = (milliseconds: number) => `${Math.round(milliseconds / 60_000)} min`
  const row = (...cells: (string | number)[]) => cells.map(String)
  return [
    alignColumns([
      [
        'REPLICAS',
        'SECONDS',
        'SEED',
        'KILLED',
        'PAUSED',
        'STARTED',
        'WITH A WRONG CLOCK',
        'WRONG BY',
        'DATABASE OUTAGES',
        'DOWNTIMES CREDITED',
      ],
      row(
        counts.replicas,
        counts.seconds,
        counts.seed,
        counts.kills,
        counts.pauses,
        counts.starts,
        counts.skewed,
        minutes(counts.worst_skew_ms),
        counts.outages,
        counts.credits,
      ),
    ]),
    alignColumns([
      [
        'REQUESTS',
        'UNAVAILABLE',
        'RESPONSES LOST',
        'HISTORIES',
        'OPERATIONS',
        'WITHOUT A RESPONSE',
        'SIGN-INS',
        'TASKS',
      ],
      row(
        counts.requests,
        counts.unavailable,
        counts.requests_without_response,
        counts.histories,
        counts.operations,
        counts.without_response,
        counts.sign_ins,
        counts.tasks,
      ),
    ]),
    alignColumns([
      ['E-MAILS', 'DUPLICATE E-MAILS', 'SWEEPS', 'AUDIT CHAINS', 'RECORDS', 'VIOLATIONS'],
      row(
        counts.mails,
        counts.duplicate_mails,
        counts.sweeps,
        counts.chains,
        counts.records,
        violations.length,
      ),
    ]),
    ...violations.slice(0, 20).map((line) => `✗ ${line}`),
  ].join('\n\n')
}
