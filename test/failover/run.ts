import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasProgram, installPackages } from '../kit/debian.ts'
import { installRequirements } from '../kit/venv.ts'
import { alignColumns } from '../../src/terminal/text.ts'
import type { ConnectionMode } from './cluster.ts'
import { FAULTS, type Fault } from './faults.ts'
import { runFailover, type FailoverReport } from './run-failover.ts'

// `npm run failover`: two replicas on PostgreSQL with standbys under Patroni and etcd, whose parts fail one after another. `--mode` is how
// the replicas find the primary (`haproxy` or `hosts`). `--faults` names some of the faults; by default all are injected, except that
// without HAProxy those that require fencing are left out. `--seed` determines what the clients do, `--json` prints JSON instead of tables,
// `--patroni debian` uses Debian's version instead of the one in requirements.txt, and `--log` names a file for the events of the cluster.

const PROGRAMS = ['etcd', 'haproxy']
const PACKAGES = ['postgresql', 'etcd-server', 'haproxy', 'python3-venv']
const HERE = import.meta.dirname

const { values: flags } = parseArgs({
  options: {
    mode: { type: 'string', default: 'haproxy' },
    faults: { type: 'string' },
    seed: { type: 'string', default: '1' },
    patroni: { type: 'string' },
    log: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const isDebian = flags.patroni === 'debian'
if (flags.patroni !== undefined && !isDebian) throw new Error('--patroni accepts only debian')
if (isDebian) {
  PROGRAMS.push('patroni')
  PACKAGES.push('patroni', 'python3-etcd')
}
installPackages(PROGRAMS, PACKAGES)
const missing = PROGRAMS.filter((name) => !hasProgram(name))
if (missing.length > 0) {
  console.error(
    `npm run failover needs ${missing.join(' and ')}: apt-get install ${PACKAGES.join(' ')}`,
  )
  process.exit(2)
}
const MODES: readonly ConnectionMode[] = ['haproxy', 'hosts']
const mode = MODES.find((one) => one === flags.mode)
if (!mode) throw new Error(`--mode must be ${MODES.join(' or ')}, not ${flags.mode}`)
const result = await runFailover({
  mode,
  faults:
    flags.faults?.split(',').map(faultNamed) ??
    FAULTS.filter((fault) => mode === 'haproxy' || !fault.requiresFencing),
  seed: Number(flags.seed),
  patroni:
    flags.patroni === 'debian' ? ['/usr/bin/python3', '/usr/bin/patroni'] : [installPatroni()],
  log: flags.log,
})
console.log(flags.json ? JSON.stringify(result) : shown(result))
process.exit(result.report.violations.length > 0 ? 1 : 0)

function installPatroni(): string {
  // Patroni runs as the database's user, which has access to Debian's Python.
  const [environment, requirements] = [join(HERE, '.venv'), join(HERE, 'requirements.txt')]
  return join(installRequirements(environment, requirements, '/usr/bin/python3'), 'patroni')
}

function faultNamed(name: string): Fault {
  const fault = FAULTS.find((one) => one.name === name)
  if (!fault)
    throw new Error(
      `There is no fault ${name}; choose from ${FAULTS.map((one) => one.name).join(', ')}`,
    )
  return fault
}

function shown({ mode, faults, acknowledged, lost, report }: FailoverReport): string {
  const row = (...cells: (string | number)[]) => cells.map(String)
  return [
    alignColumns([
      ['FAULT', 'WHAT HAPPENS', 'REPLACED', 'ACKNOWLEDGED', 'UNAVAILABLE S', '503', 'NO RESPONSE'],
      ...faults.map((one) =>
        row(
          one.fault,
          one.about,
          one.replaced ? 'yes' : 'no',
          one.acknowledged,
          one.unavailable_s,
          one.status_503,
          one.without_response,
        ),
      ),
    ]),
    alignColumns([
      [
        'MODE',
        'ACKNOWLEDGED',
        'LOST',
        'REQUESTS',
        'HISTORIES',
        'OPERATIONS',
        'SIGN-INS',
        'TASKS',
        'RECORDS',
        'VIOLATIONS',
      ],
      row(
        mode,
        acknowledged,
        lost,
        report.requests,
        report.histories,
        report.operations,
        report.sign_ins,
        report.tasks,
        report.records,
        report.violations.length,
      ),
    ]),
    ...report.violations.slice(0, 20).map((line) => `✗ ${line}`),
  ].join('\n\n')
}
