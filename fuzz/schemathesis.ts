import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { OpenApiDocument } from '../src/contract/published.ts'
import { documentFor } from '../src/contract/uses.ts'
import type { Phase } from './depth.ts'
import type { FuzzSandboxInfo } from './platform.ts'
import type { Job } from './jobs.ts'

export interface RunOptions {
  readonly st: string
  readonly job: Job
  readonly facts: FuzzSandboxInfo
  readonly seed: number
  /** Multiplies the number of examples. */
  readonly factor: number
  /** The folder for the reports, which is emptied first. */
  readonly folder: string
  /** Ends the run at the first failure, for callers that need only the verdict. */
  readonly fail_fast: boolean
  /** Number of chains in the stateful phase; ignored for a job without a configuration. */
  readonly chains: number
  /** The phases to run; all by default. */
  readonly phases?: readonly Phase[]
  /** Makes long chains that prefer these links. */
  readonly wanted_links?: readonly string[]
}
export interface CompletedRun {
  readonly code: number | null
  readonly seconds: number
  readonly log: string
  readonly events: string
  readonly follow_up: string
  readonly command: string
}

const HERE = import.meta.dirname

/** Runs Schemathesis once, and writes its output to a log. */
export async function runSchemathesis({
  st,
  job,
  facts,
  seed,
  factor,
  folder,
  fail_fast,
  chains,
  phases,
  wanted_links,
}: RunOptions): Promise<CompletedRun> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [log, events, follow_up] = [
    join(folder, 'log.txt'),
    join(folder, 'events.ndjson'),
    join(folder, 'follow-up.json'),
  ] as const
  const key =
    job.as === 'examples'
      ? facts.examples.api_key
      : (facts.organizations.find(
          ({ organization_id }) => organization_id === `org_sandbox_${job.as}`,
        )?.api_key ?? '')
  const url = job.as === 'agent' ? facts.agent.url : facts.base_url
  const numbers = { examples: Math.ceil(job.examples * factor), chains }
  const args = [
    ...writeConfig(job, numbers, folder),
    'run',
    job.hooks === undefined ? `${url}/openapi.json` : writeDocument(job, folder),
    ...(job.hooks === undefined && key !== '' ? ['-H', `X-API-Key: ${key}`] : []),
    ...(job.config.length === 0 ? ['--max-examples', String(numbers.examples)] : []),
    '--seed',
    String(seed),
    '--no-color',
    ...(fail_fast ? ['--max-failures', '1'] : []),
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
    FUZZ_FOLLOW_UP: follow_up,
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
    follow_up,
    command: `st ${args.join(' ')}`,
  }
}

/**
 * Writes the document that a run with hooks reads, the contract as platforms serve it to fuzzers (`?for=fuzzing`). Returns its path.
 */
function writeDocument({ document }: Job, folder: string): string {
  const authored = join(HERE, '..', document)
  const served = join(folder, 'contract.json')
  const contract = parse(readFileSync(authored, 'utf8'), { maxAliasCount: -1 }) as OpenApiDocument
  writeFileSync(served, JSON.stringify(documentFor('fuzzing', contract)))
  return served
}

/** Concatenates the parts of the configuration into one file, because TOML has no includes. Returns the arguments that name the file. */
function writeConfig(
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
