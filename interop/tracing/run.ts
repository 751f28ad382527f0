/**
 * Follows one task through third-party programs: a client and a skill that use OpenTelemetry for Python, a collector written in Rust, and
 * the platform between them. Prints the trace as the collector received it: `npm run tracing`.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { main } from '../../src/agent/cli/main.ts'
import { serveAgent } from '../../src/agent/index.ts'
import { readTracing } from '../../src/config/tracing.ts'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { freePort } from '../../test/kit/port.ts'
import { installPythonPackages } from '../install.ts'

type Program = ChildProcessByStdio<Writable, Readable, null>

const HERE = import.meta.dirname
const SPANS = [
  'report-writer: write report',
  'POST /api/v1/a2a/route',
  'beginTask',
  'word-counter: count_words',
  'finishTask',
]
const python = installPythonPackages('tracing')
const folder = mkdtempSync(join(tmpdir(), 'tracing-'))
const programs: Program[] = []

/** Starts a program, and returns it with the lines that it prints. */
function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const program: Program = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  programs.push(program)
  return { program, lines: createInterface({ input: program.stdout }) }
}
const firstLine = async ({ lines }: ReturnType<typeof start>): Promise<string> =>
  ((await once(lines, 'line')) as [string])[0]

/** Starts the collector, which forwards what it receives to an address, and resolves with its own address. */
async function startCollector(to: string): Promise<string> {
  const [http, grpc] = [await freePort(), await freePort()]
  const site = join(dirname(python), '../lib')
  const { stdout } = start(python, [
    '-c',
    'import rotel, os; print(os.path.dirname(rotel.__file__))',
  ]).program
  const [packages] = (await once(createInterface({ input: stdout }), 'line')) as [string]
  if (!packages.startsWith(site)) throw new Error(`The collector is not in ${site}`)
  start(join(packages, 'rotel-agent'), [
    'start',
    ...['--otlp-http-endpoint', `127.0.0.1:${http}`, '--otlp-grpc-endpoint', `127.0.0.1:${grpc}`],
    ...['--exporter', 'otlp', '--otlp-exporter-protocol', 'http'],
    ...['--otlp-receiver-metrics-disabled', '--otlp-receiver-logs-disabled'],
    ...['--otlp-exporter-endpoint', to, '--otlp-exporter-compression', 'none'],
  ])
  const url = `http://127.0.0.1:${http}`
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return url
    await delay(100)
  }
  throw new Error('The collector does not respond')
}

/** Registers and serves an agent whose skill is the service in Python. */
async function startAgent(env: Readonly<Record<string, string | undefined>>, skill_url: string) {
  const port = await freePort()
  const schema = (name: string, type: string) =>
    `{ type: object, required: [${name}], properties: { ${name}: { type: ${type} } } }`
  writeFileSync(
    join(folder, 'svc.yml'),
    [
      'name: Word Counter',
      'version: "1.0.0"',
      'description: Counts words.',
      'skills:',
      '  - name: count_words',
      '    description: Counts the words in the text.',
      `    input_schema: ${schema('text', 'string')}`,
      `    output_schema: ${schema('words', 'integer')}`,
      '    timeout_ms: 10000',
      `    run: { url: "${skill_url}" }`,
      'capabilities: { provides: [count_words] }',
      `a2a: { upstream_url: "http://127.0.0.1:${port}/a2a/tasks" }`,
      '',
    ].join('\n'),
  )
  const output: string[] = []
  const print = (text: string): void => void output.push(text)
  const terminal = { env, program: 'svc-agent', interactive: false, print, printError: print }
  for (const command of [['init', '--key-only'], ['register'], ['install']])
    if ((await main([...command, '--dir', folder], terminal)) !== 0)
      throw new Error(output.join('\n'))
  const ignore = (): void => undefined
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const serving = await serveAgent({ dir: folder, port, skills: {}, logger, owns_process: false })
  await serving.installation?.settled()
  return serving
}

const drawing = start(python, [join(HERE, 'draw.py')])
const collector = await startCollector(await firstLine(drawing))
const COLLECTOR = `${collector}/v1/traces`
const tracing = readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector })
const sandbox = await startSandbox(0, 'silent', 'memory:', { tracing })
const { api_key, workspace_id, organization_id } = sandbox.info.organizations.find(
  ({ plan }) => plan === 'enterprise',
)!
const env = {
  SVC_PLATFORM_URL: sandbox.info.base_url,
  SVC_API_KEY: api_key,
  SVC_WORKSPACE_ID: workspace_id,
  SVC_ORGANIZATION_ID: organization_id,
  SVC_ISSUER: sandbox.info.issuer,
}
const skill_url = await firstLine(start(python, [join(HERE, 'skill.py')], { COLLECTOR }))
const agent = await startAgent({ PATH: process.env['PATH'], ...env }, skill_url)
const client = start(python, [join(HERE, 'client.py'), agent.agent.svc_id], { COLLECTOR, ...env })
const result = JSON.parse(await firstLine(client)) as { trace_id: string; task: { status: string } }
await agent.stop()
await sandbox.serving.stop()

const drawn: string[] = []
drawing.lines.on('line', (line) => drawn.push(line))
drawing.program.stdin.end(`${result.trace_id}\n${SPANS.length}\n`)
await once(drawing.lines, 'close')
console.log(`trace ${result.trace_id}, task ${result.task.status}\n\n${drawn.join('\n')}`)
for (const program of programs) program.kill('SIGKILL')
rmSync(folder, { recursive: true })
const missing = SPANS.filter((span) => !drawn.some((line) => line.includes(span)))
if (missing.length > 0) console.log(`\nMissing: ${missing.join(', ')}`)
process.exit(missing.length === 0 && result.task.status === 'completed' ? 0 : 1)
