import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LoadError } from '../../load/settings.ts'
import type { LoadReport } from '../../load/report/data.ts'
import { command, type Terminal, type FlagValues } from '../../terminal/command.ts'
import { CommandError } from '../../terminal/errors.ts'
import { firstSignal } from '../../terminal/signals.ts'
import { LOAD_FLAGS, readLoadSettings } from './settings.ts'
import { formatTable, wrap } from '../../terminal/text.ts'
import { version } from '../../version.ts'

/** `load`: a fleet that is simulated against a platform. */
export const load = command({
  path: 'load',
  summary: 'Simulate a fleet against a platform, and report how it went',
  about: [
    'Makes a workspace, installs agents into it, has them send heartbeats as real ones do, and takes all of it away again. Beside that some installations come, go, change their tokens and lose their credentials. A request is sent when it is due, whatever became of those before it, and its latency counts from then: a slow platform cannot slow down what it is asked.',
    'Ctrl-C ends a run early: it is reported and cleaned up all the same. Exit code 1 when the platform did not keep the fleet: more than one request in a thousand went wrong, or fewer than 99 of 100 heartbeats were answered within a second.',
    'Use a platform that is there to be loaded: this machine, or the host that --allow-remote names. The run stays in its audit log, and the agent svc-load in its registry.',
  ].join('\n'),
  operands: [
    { name: 'URL', description: 'Address of the platform, such as http://127.0.0.1:8080' },
  ],
  flags: LOAD_FLAGS,
  examples: [
    'load http://127.0.0.1:8080',
    'load http://127.0.0.1:8080 --installations 10000 --duration 10m --report load.html',
    'load https://staging.example.com --allow-remote staging.example.com --json',
  ],
  async run(flags, terminal, [url]) {
    const settings = readLoadSettings(url!, flags, terminal.env)
    if (flags.report !== undefined) await writable(flags.report)
    const [{ runLoad }, { reportOf }, { progressPrinter: watch }] = await Promise.all([
      import('../../load/run.ts'),
      import('../../load/report/data.ts'),
      import('../../load/terminal/watch.ts'),
    ])
    const ended = new AbortController()
    void firstSignal().then(() => ended.abort())
    const record = await runLoad(settings, {
      signal: ended.signal,
      onProgress: watch(settings.target.api.host, placeOf(terminal, flags)),
    }).catch(refused)
    const report = reportOf(record, version())
    await tell(report, flags, terminal)
    return report.verdict.kind === 'not_kept' ? 1 : 0
  },
})

/** Standard output belongs to the result; what scrolls by on the way is for standard error, unless somebody is looking. */
const placeOf = (
  { interactive, print, printError: complain }: Terminal,
  { json }: { readonly json: boolean },
) =>
  interactive && !json
    ? { print, columns: () => process.stdout.columns ?? 80 }
    : { print: complain, columns: undefined }

async function tell(
  report: LoadReport,
  { report: file, json }: FlagValues<typeof LOAD_FLAGS>,
  { print }: Terminal,
): Promise<void> {
  const [{ textOf }, { pageOf }] = await Promise.all([
    import('../../load/report/text.ts'),
    import('../../load/report/html.ts'),
  ])
  print(json ? JSON.stringify(report) : textOf(report, { formatTable, wrap }))
  if (file === undefined) return
  await writeFile(file, pageOf(report))
  if (!json) print(`\nThe report with its pictures is in ${file}.`)
}

/** Before an hour is spent, not after it. */
async function writable(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(() => {
    throw new CommandError(
      `The report cannot be written to ${file}: there is no folder ${dirname(file)} that this user may write to.`,
    )
  })
}

function refused(cause: unknown): never {
  if (cause instanceof LoadError) throw new CommandError(cause.message)
  throw cause
}
