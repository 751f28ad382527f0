import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Phase } from './depth.ts'
import type { FuzzFacts } from './platform.ts'
import type { Job } from './jobs.ts'

export interface Order {
  readonly st: string
  readonly job: Job
  readonly facts: FuzzFacts
  readonly seed: number
  /** Times the number of examples. */
  readonly factor: number
  /** Where the reports of this job go; emptied first. */
  readonly folder: string
  /** Ends the run at the first failure; used where only the verdict counts. */
  readonly hasty: boolean
  /** How many chains the stateful phase is to try. */
  readonly chains: number
  /** All of them unless told otherwise. */
  readonly phases?: readonly Phase[]
  /** Makes chains long, and has them rather follow these links. */
  readonly wanted_links?: readonly string[]
}
export interface Ran {
  readonly code: number | null
  readonly seconds: number
  readonly log: string
  readonly events: string
  readonly afterwards: string
  readonly command: string
}

const HERE = import.meta.dirname

/** Runs Schemathesis once; everything it says goes to a log. */
export async function runSchemathesis({
  st,
  job,
  facts,
  seed,
  factor,
  folder,
  hasty,
  chains,
  phases,
  wanted_links,
}: Order): Promise<Ran> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [log, events, afterwards] = [
    join(folder, 'log.txt'),
    join(folder, 'events.ndjson'),
    join(folder, 'afterwards.json'),
  ] as const
  const key =
    facts.organizations.find(({ organization_id }) => organization_id === `org_sandbox_${job.as}`)
      ?.api_key ?? ''
  const url = job.as === 'agent' ? facts.agent.url : facts.base_url
  const numbers = { examples: Math.ceil(job.examples * factor), chains }
  const args = [
    ...configOf(job, numbers, folder),
    'run',
    join(HERE, '..', job.document),
    ...(job.config.length === 0
      ? ['--url', url, '-H', `X-API-Key: ${key}`, '--max-examples', String(numbers.examples)]
      : []),
    '--seed',
    String(seed),
    '--no-color',
    ...(hasty ? ['--max-failures', '1'] : []),
    ...(phases ? ['--phases', phases.join(',')] : []),
    '--report',
    'ndjson',
    '--report-ndjson-path',
    events,
  ]
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    PYTHONPATH: join(HERE, 'hooks'),
    PYTHONDONTWRITEBYTECODE: '1',
    ...(job.hooks && { SCHEMATHESIS_HOOKS: job.hooks }),
    FUZZ_BASE_URL: url,
    FUZZ_ORGANIZATION: job.as,
    FUZZ_SANDBOX: JSON.stringify(facts),
    FUZZ_SEED: String(seed),
    FUZZ_AFTERWARDS: afterwards,
    ...(wanted_links && { FUZZ_WANTED_LINKS: JSON.stringify(wanted_links) }),
  }
  const started = performance.now()
  const child = spawn(st, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const file = createWriteStream(log)
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  await new Promise((resolve) => file.end(resolve))
  return {
    code,
    seconds: (performance.now() - started) / 1000,
    log,
    events,
    afterwards,
    command: `st ${args.join(' ')}`,
  }
}

/** The parts of the configuration become one file: TOML cannot include another. */
function configOf(
  { config }: Job,
  { examples, chains }: { readonly examples: number; readonly chains: number },
  folder: string,
): string[] {
  if (config.length === 0) return []
  const path = join(folder, 'schemathesis.toml')
  const numbers = `[phases.fuzzing.generation]\nmax-examples = ${examples}\n\n[phases.stateful.generation]\nmax-examples = ${chains}\n`
  writeFileSync(
    path,
    [...config.map((name) => readFileSync(join(HERE, 'config', name), 'utf8')), numbers].join('\n'),
  )
  return ['--config-file', path]
}
