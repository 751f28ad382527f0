import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import { startAgent } from './agent.ts'
import { installPythonPackages } from './install.ts'

/** A third-party program that validates an A2A agent. Both programs call the agent without naming a skill, so it has only one. */
export interface ValidatorProgram {
  /** Package and version. */
  readonly name: string
  readonly protocol: string
  readonly readsStreams: boolean
  /** Returns what is wrong with the agent. */
  findFaults(url: string): Promise<readonly string[]>
}

const TIME_LIMIT_MS = 60_000

/** Runs a validator, and returns its output even if it has found faults. */
async function runValidator(program: string, args: readonly string[]): Promise<string> {
  const command = join(dirname(installPythonPackages('validators')), program)
  const { stdout } = await promisify(execFile)(command, args, { timeout: TIME_LIMIT_MS }).catch(
    (cause: unknown) => cause as { stdout: string },
  )
  return stdout
}

interface LintReport {
  /** Missing if the agent cannot be reached. */
  readonly summary?: { readonly errors: number; readonly warnings: number }
}

/** Lints the card, sends a message and reads a stream. */
async function lint(url: string): Promise<readonly string[]> {
  const output = await runValidator('a2a-lint', ['--live', '--json', url])
  const { summary } = JSON.parse(output) as LintReport
  return summary?.errors === 0 && summary.warnings === 0 ? [] : [output]
}

/** The contract that `a2a-proof` tests: the state and the text of a result. */
const contractOf = (url: string) => ({
  version: 1,
  agent: { url, timeout: 30 },
  scenarios: [
    {
      name: 'text is reversed',
      message: 'abc',
      expect: { state: 'completed', text: { contains: ['cba'] } },
    },
  ],
})

async function prove(url: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interop-'))
  const contract = join(folder, 'a2a-proof.yaml')
  try {
    writeFileSync(contract, stringify(contractOf(url)))
    const output = await runValidator('a2a-proof', ['run', contract])
    return /^1 scenario passed/m.test(output) ? [] : [output]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const VALIDATORS: readonly ValidatorProgram[] = [
  { name: 'a2a-lint 0.1.1', protocol: 'A2A 0.3', readsStreams: true, findFaults: lint },
  { name: 'a2a-proof 0.16.0', protocol: 'A2A 1.0', readsStreams: false, findFaults: prove },
]

/** Starts an agent with one skill, and returns the faults that a validator finds in it. */
export async function validateAgent({ findFaults }: ValidatorProgram): Promise<readonly string[]> {
  const agent = await startAgent(['reverse'])
  try {
    return await findFaults(agent.url)
  } finally {
    await agent.stop()
  }
}
