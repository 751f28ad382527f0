/** Runs all flows of `flows/` against a sandbox: `npm run flows`. Exits with code 1 when a step fails. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, type Sandbox } from '../src/sandbox/sandbox.ts'

/** One run of Respect: a file, optionally one of its workflows, and its inputs. */
export interface Run {
  readonly file: string
  readonly workflow?: string
  readonly inputs: Readonly<Record<string, string>>
}

const ROOT = join(import.meta.dirname, '..')
const REDOCLY = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
/** Turns off telemetry, update notices and colours. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }

/** Runs one flow. `output` names a file for the exchanges as JSON, which contains secrets. */
export function respect(
  base_url: string,
  { file, workflow, inputs }: Run,
  output?: string,
): Promise<{ code: number | null; printed: string }> {
  const args = [
    'respect',
    join('flows', `${file}.arazzo.yaml`),
    '--server',
    `platform=${base_url}`,
    '--input',
    JSON.stringify(inputs),
  ]
  const options = [
    ...(workflow === undefined ? [] : ['--workflow', workflow]),
    ...(output === undefined ? [] : ['--json-output', output]),
  ]
  const child = spawn(process.execPath, [REDOCLY, ...args, ...options], {
    cwd: ROOT,
    env: { ...process.env, ...QUIET },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, printed }))
  })
}

/** Returns every flow with its inputs from this sandbox, in an order in which they work. */
export async function* runsAgainst({
  base_url,
  organizations,
  mail_url,
}: Sandbox['info']): AsyncGenerator<Run> {
  const [free, enterprise] = ['free', 'enterprise'].map((plan) =>
    organizations.find((one) => one.plan === plan)!,
  )
  const { api_key, workspace_id, admin_email: email } = enterprise!
  const svc_id = 'agent-of-the-flows'
  yield { file: 'register', inputs: { api_key, svc_id } }
  yield { file: 'install', inputs: { api_key, workspace_id, svc_id } }
  yield { file: 'route', inputs: { api_key, workspace_id } }
  yield { file: 'plans', inputs: { api_key, free_api_key: free!.api_key } }
  const challenge_id = await challengeOf(base_url, email)
  yield {
    file: 'sign-in',
    workflow: 'verify-pin',
    inputs: { email, challenge_id, pin: await newestPin(mail_url) },
  }
}

/** Runs the first workflow of signing in, and returns the challenge_id of its output. */
async function challengeOf(base_url: string, email: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'flows-'))
  try {
    const output = join(folder, 'exchanges.json')
    const { code, printed } = await respect(
      base_url,
      { file: 'sign-in', workflow: 'request-pin', inputs: { email } },
      output,
    )
    if (code !== 0) throw new Error(printed)
    return /"challenge_id":\s*"([^"]+)"/.exec(readFileSync(output, 'utf8'))![1]!
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function newestPin(mail_url: string): Promise<string> {
  const { items } = (await (await fetch(mail_url)).json()) as { items: readonly { text: string }[] }
  return /\b\d{8}\b/.exec(items.at(-1)!.text)![0]
}

async function runAll(): Promise<void> {
  const { info, serving } = await startSandbox(0, 'error')
  for await (const run of runsAgainst(info)) {
    const { code, printed } = await respect(info.base_url, run)
    console.log(printed.trim())
    process.exitCode ||= code ?? 1
  }
  await serving.stop()
}

if (import.meta.main) {
  await runAll()
  process.exit()
}
