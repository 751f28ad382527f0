import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { hasProgram, installPackages } from '../kit/debian.ts'
import { alignColumns } from '../../src/terminal/text.ts'
import { blocksOf } from '../slow/shell.ts'
import { stepsOf } from '../kit/console.ts'
import { openComposeOnPostgres, openComposeOnSqlite } from './compose.ts'
import { openKubernetes } from './kubernetes.ts'
import { closeAll } from './programs.ts'
import { runSession, type SessionEnvironment } from './session.ts'
import { openSystemd } from './systemd.ts'

// `npm run deployments`: runs the sessions of deploy/README.md on a machine with systemd, on a Docker engine, and in a Kubernetes
// cluster, which it starts itself, and compares what they print. `--only` names some of them, and `--keep` leaves the last one running
// until Ctrl-C.

/** The functions that open the environments of the sessions, in the order of the document. */
const SESSIONS: Readonly<Record<string, () => Promise<SessionEnvironment>>> = {
  systemd: openSystemd,
  'compose-sqlite': openComposeOnSqlite,
  'compose-postgres': openComposeOnPostgres,
  kubernetes: openKubernetes,
}
/** How many blocks at the beginning of the document are run by the tests of the package instead. */
const EARLIER_BLOCKS = 2
const PROGRAMS = {
  mmdebstrap: 'mmdebstrap',
  'systemd-nspawn': 'systemd-container',
  dockerd: 'docker.io',
  etcd: 'etcd-server',
  kubectl: 'kubernetes-client',
  go: 'golang-go',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
}

const { values: flags } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } },
})
const names = Object.keys(SESSIONS)
const wanted = flags.only?.split(',') ?? names
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0)
  throw new Error(`There is no session ${unknown.join()}; choose from ${names.join(', ')}`)
const programs = Object.keys(PROGRAMS)
installPackages(programs, Object.values(PROGRAMS))
const missing = programs.filter((name) => !hasProgram(name))
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.error(`npm run deployments needs ${['root on Debian', ...missing].join(', ')}.`)
  process.exit(2)
}

const blocks = blocksOf('deploy/README.md', 'console').slice(EARLIER_BLOCKS).map(stepsOf)
const rows: string[][] = [['SESSION', 'STEPS', 'SECONDS', 'RESULT']]
for (const name of wanted) {
  console.log(`\n${name}`)
  try {
    const environment = await SESSIONS[name]!()
    const { seconds, failure } = await runSession(blocks[names.indexOf(name)]!, environment)
    const steps = blocks[names.indexOf(name)]!.length
    rows.push([name, String(steps), seconds.toFixed(0), failure ?? 'as documented'])
    if (failure) process.exitCode = 1
    if (flags.keep && name === wanted.at(-1)) await once(process, 'SIGINT')
  } finally {
    await closeAll()
  }
}
console.log(`\n${alignColumns(rows)}`)
