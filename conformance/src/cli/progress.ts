import type { ProgressEvent, RunPlan } from '../engine/run.ts'
import { SUITE } from '../identity.ts'
import type { Report } from '../report/data.ts'
import { createRuleLines } from '../report/rule-lines.ts'
import { heading, text } from '../report/text.ts'
import type { CliContext, OutputStream } from './context.ts'
import { listOf, type ParsedFlags } from './flags.ts'

/** The text output of a run. */
export interface ProgressOutput {
  readonly begin: (plan: RunPlan) => void
  readonly onJudged: (event: ProgressEvent) => void
  readonly end: (report: Report) => void
  /** Prints a line after the report, unless only the verdict is to be printed. */
  readonly print: (line: string) => void
}

interface OutputOptions {
  /** Removes secrets from text. */
  readonly redact: (text: string) => string
  /** The number of selected rules. */
  readonly rules: number
  /** The number of runs. */
  readonly repeats: number
}

const BAR_WIDTH = 24
const CLEAR_LINE = '\r\u001b[2K'

/**
 * Creates the text output of a run. A terminal shows a progress bar and then all sections. Any other output gets the lines of
 * {@link createRuleLines}.
 */
export function createProgressOutput(
  flags: ParsedFlags,
  context: CliContext,
  { redact, rules, repeats }: OutputOptions,
): ProgressOutput {
  const out = streamFor(flags, context)
  const isQuiet = flags.quiet !== undefined
  const isLive = out.isTTY === true && context.env['CI'] === undefined
  const colour =
    out.isTTY === true && flags['no-color'] === undefined && context.env['NO_COLOR'] === undefined
  const showProgress = progressBar(out, rules, repeats)
  const lines = createRuleLines((line) => out.write(`${redact(line)}\n`))
  return {
    begin: ({ suite, settings }) => {
      if (!isQuiet)
        out.write(
          `${heading({ suite: SUITE, subject: suite.subject, target: settings.base, profile: settings.profile, seed: settings.seed })}\n`,
        )
    },
    onJudged: (event) => {
      if (isQuiet) return
      if (isLive) return showProgress(event)
      const { rule, state, reason } = event.result
      // Several runs are printed together at the end.
      if (repeats === 1) lines.add({ state, id: rule.id, title: rule.title, reason })
    },
    end: (report) => {
      if (isQuiet) return void out.write(`${report.verdict}\n`)
      if (isLive) out.write(CLEAR_LINE)
      else if (repeats > 1) report.rules.forEach(lines.add)
      lines.end()
      out.write(text(report, { colour, tree: isLive, columns: isLive ? out.columns : undefined }))
    },
    print: (line) => {
      if (!isQuiet) out.write(`${line}\n`)
    },
  }
}

function progressBar(
  out: OutputStream,
  rules: number,
  repeats: number,
): (event: ProgressEvent) => void {
  let runNumber = 1
  return ({ result, done }) => {
    const filled = Math.round((done / rules) * BAR_WIDTH)
    out.write(
      `${CLEAR_LINE}  ${'━'.repeat(filled)}${'─'.repeat(BAR_WIDTH - filled)} ${done}/${rules} ${repeats === 1 ? '' : `(${runNumber} of ${repeats}) `}${result.rule.id}`,
    )
    if (done === rules) runNumber += 1
  }
}

/** If a report is written to stdout, the text goes to stderr. Annotations for GitHub may be mixed with text. */
function streamFor(flags: ParsedFlags, { stdout, stderr }: CliContext): OutputStream {
  const isTaken = listOf(flags, 'report').some(
    (report) => report.endsWith('=-') && !report.startsWith('github='),
  )
  return isTaken ? stderr : stdout
}
