import { constants } from 'node:fs'
import { access, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LoadError } from '../../load/settings.ts'
import type { LoadReport } from '../../load/report/data.ts'
import { command, type FlagValues, type Terminal } from '../../terminal/command.ts'
import { CommandError } from '../../terminal/errors.ts'
import { firstSignal } from '../../terminal/signals.ts'
import { LOAD_FLAGS, readLoadSettings } from './settings.ts'
import { formatTable, wrap } from '../../terminal/text.ts'
import { version } from '../../version.ts'

/** `load`: simulates a fleet against a platform. */
export const load = command({
  path: 'load',
  summary: 'Simulate a fleet against a platform, and report the result',
  about: [
    'Creates a workspace, installs agents in it, sends heartbeats like real agents, and removes everything again. During the run, new installations are added, and some are revoked, refresh their tokens, or lose their credentials and recover. A request is sent when it is due, without waiting for earlier ones, and its latency is measured from then on: a slow platform does not slow down the load.',
    'Ctrl-C ends a run early: it is still reported and cleaned up. Exits with code 1 if the platform did not sustain the fleet: more than one request in a thousand failed, fewer than 99 of 100 heartbeats got a response within a second, or the fleet did not reach 99 % of its size. An inconclusive run, such as one that the generator itself slowed down, exits with code 0.',
    'Use a platform that is meant for load tests: on this machine, or on the host that --allow-remote names. The run remains in its audit log, and the agent svc-load in its registry.',
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
    if (flags.report !== undefined) await requireWritable(flags.report)
    const [{ runLoad }, { reportOf }, { progressPrinter }] = await Promise.all([
      import('../../load/run.ts'),
      import('../../load/report/data.ts'),
      import('../../load/progress.ts'),
    ])
    const ended = new AbortController()
    void firstSignal().then(() => ended.abort())
    const record = await runLoad(settings, {
      signal: ended.signal,
      onProgress: progressPrinter(settings.api.host, progressOutput(terminal, flags)),
    }).catch((cause: unknown) => {
      throw cause instanceof LoadError ? new CommandError(cause.message) : cause
    })
    const report = reportOf(record, version())
    await printReport(report, flags, terminal)
    return report.verdict.kind === 'not_kept' ? 1 : 0
  },
})

/**
 * Returns the output for progress: standard output if it is a terminal and --json is not set, else standard error, so that standard output
 * contains only the result.
 */
const progressOutput = (
  { interactive, print, printError }: Terminal,
  { json }: { readonly json: boolean },
) =>
  interactive && !json
    ? { print, columns: () => process.stdout.columns ?? 80 }
    : { print: printError, columns: undefined }

async function printReport(
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
  if (!json) print(`\nThe report with its charts is in ${file}.`)
}

/** Checks before the run that the report can be written. @throws CommandError */
async function requireWritable(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(() => {
    throw new CommandError(
      `The report cannot be written to ${file}: the folder ${dirname(file)} does not exist or this user may not write to it.`,
    )
  })
  const existing = await stat(file).catch(() => undefined)
  if (existing?.isDirectory())
    throw new CommandError(`The report cannot be written to ${file}: it is a folder; name a file.`)
}
