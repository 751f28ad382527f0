import { spawn } from 'node:child_process'
import { readTrivy } from '../../domain/images/trivy.ts'
import { SCAN_TIMEOUT_MS } from '../../domain/images/limits.ts'
import type { ScannerResult } from './images.ts'
import type { RegistrySettings } from './registries.ts'

const OUTPUT_BYTES = 64 * 1024 * 1024
const LOG_BYTES = 4096
/** The environment variables of this process that are passed to a scanner. */
const INHERITED_VARIABLES =
  /^(PATH|HOME|TMPDIR|LANG|HTTPS?_PROXY|NO_PROXY|SSL_CERT_(FILE|DIR)|TRIVY_.*)$/i

/**
 * Runs the operator's scanner on one image, without a shell and with a deadline, and parses its output. The registry's credentials are
 * passed only in its environment, under Trivy's names. Never rejects.
 */
export function runScanner(
  command: readonly string[],
  { credentials }: RegistrySettings,
  target: string,
  signal: AbortSignal,
): Promise<ScannerResult> {
  const [program, ...fixed] = command as [string, ...string[]]
  const { promise, resolve } = Promise.withResolvers<ScannerResult>()
  const child = spawn(program, [...fixed, target], {
    env: environmentOf(credentials),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: SCAN_TIMEOUT_MS,
    killSignal: 'SIGKILL',
    signal,
  })
  const output: Buffer[] = []
  let length = 0
  let log = ''
  const password = credentials?.password ?? ''
  const failed = (detail: string) =>
    resolve({
      kind: 'failed',
      failure: { code: 'SCANNER_FAILED', detail },
      log: withoutSecret(log, password).slice(-LOG_BYTES),
    })
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= OUTPUT_BYTES) output.push(chunk)
    else child.kill('SIGKILL')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    // Enough is kept that a password is never cut at the beginning of the log, because only a whole one is redacted.
    log = `${log}${chunk.toString('utf8')}`.slice(-LOG_BYTES - password.length)
  })
  child.once('error', ({ code }: NodeJS.ErrnoException) =>
    failed(
      code === 'ENOENT' ? 'there is no such program' : `it cannot be run: ${code ?? 'unknown'}`,
    ),
  )
  child.once('close', (code, killed_by) => {
    if (length > OUTPUT_BYTES) return failed(`it printed more than ${OUTPUT_BYTES} bytes`)
    // The deadline of `spawn` sends SIGKILL and sets `killed`, which a signal from outside does not.
    if (killed_by !== null)
      return failed(child.killed ? 'it did not finish in time' : `${killed_by} ended it`)
    if (code !== 0) return failed(`exit code ${code}`)
    const found = readTrivy(Buffer.concat(output).toString('utf8'))
    if (found.kind === 'unreadable') return failed('its output is not a Trivy report')
    resolve({
      kind: 'scanned',
      name: program.split('/').at(-1)!,
      findings: found.findings,
      covers: found.covers,
    })
  })
  return promise
}

const withoutSecret = (log: string, secret: string): string =>
  secret ? log.replaceAll(secret, '***') : log

const environmentOf = (credentials: RegistrySettings['credentials']): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => INHERITED_VARIABLES.test(name)),
  ),
  ...(credentials && {
    TRIVY_USERNAME: credentials.username,
    TRIVY_PASSWORD: credentials.password,
  }),
})
