import { runProcess, type ProcessResult } from '../../child-processes/run-process.ts'
import { readTrivy } from '../../domain/images/trivy.ts'
import { SCAN_TIMEOUT_MS } from '../../domain/images/limits.ts'
import type { ScannerResult } from './registry-images.ts'
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
export async function runScanner(
  command: readonly string[],
  { credentials }: RegistrySettings,
  target: string,
  signal: AbortSignal,
  timeout_ms: number = SCAN_TIMEOUT_MS,
): Promise<ScannerResult> {
  const log = createLog(credentials?.password ?? '')
  const result = await runProcess({
    command: [...command, target],
    env: environmentOf(credentials),
    timeout_ms,
    max_output_bytes: OUTPUT_BYTES,
    signal,
    onErrorOutput: log.add,
  })
  const failed = (detail: string): ScannerResult => ({
    kind: 'failed',
    failure: { code: 'SCANNER_FAILED', detail },
    log: log.end(),
  })
  if (result.kind !== 'exited' || result.code !== 0) return failed(failureOf(result))
  const found = readTrivy(result.output.toString('utf8'))
  if (found.kind === 'unreadable') return failed('its output is not a Trivy report')
  return {
    kind: 'scanned',
    name: command[0]!.split('/').at(-1)!,
    findings: found.findings,
    covers: found.covers,
  }
}

const STOP_REASONS = {
  time: 'it did not finish in time',
  output: `it printed more than ${OUTPUT_BYTES} bytes`,
  abort: 'the platform stopped it',
} as const

function failureOf(result: ProcessResult): string {
  switch (result.kind) {
    case 'exited':
      return `exit code ${result.code}`
    case 'killed':
      return `it was terminated by ${result.signal}`
    case 'stopped':
      return STOP_REASONS[result.reason]
    case 'not_started':
      return result.code === 'ENOENT'
        ? 'there is no such program'
        : `it cannot be run: ${result.code ?? 'unknown'}`
  }
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
