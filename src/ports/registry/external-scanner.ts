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
  const log = createLog(credentials?.password ?? '')
  const failed = (detail: string) =>
    resolve({
      kind: 'failed',
      failure: { code: 'SCANNER_FAILED', detail },
      log: log.end(),
    })
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= OUTPUT_BYTES) output.push(chunk)
    else child.kill('SIGKILL')
  })
  child.stderr.setEncoding('utf8').on('data', log.add)
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

/** Keeps the end of what a scanner logs. The password is redacted, and so is its beginning if the log ends within it. */
function createLog(password: string) {
  let kept = ''
  return {
    add(text: string): void {
      const log = kept + text
      // Redacting comes before truncating, which could cut a password that is then not recognized. A password of which only the
      // beginning has arrived is kept, so that the next text completes it.
      kept = (password ? log.replaceAll(password, '***') : log).slice(-LOG_BYTES - password.length)
    },
    end(): string {
      const lengths = Array.from(password, (_, i) => password.length - i)
      const cut = lengths.find((length) => kept.endsWith(password.slice(0, length)))
      return (cut === undefined ? kept : `${kept.slice(0, -cut)}***`).slice(-LOG_BYTES)
    },
  }
}

const environmentOf = (credentials: RegistrySettings['credentials']): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => INHERITED_VARIABLES.test(name)),
  ),
  ...(credentials && {
    TRIVY_USERNAME: credentials.username,
    TRIVY_PASSWORD: credentials.password,
  }),
})
