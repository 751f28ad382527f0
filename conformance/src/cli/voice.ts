import type { Event, Plan } from '../engine/run.ts'
import { SUITE } from '../identity.ts'
import type { Report } from '../report/data.ts'
import { heading, plainLine, text } from '../report/text.ts'
import { listed, type Given } from './options.ts'
import type { Paper, World } from './world.ts'

/** What is told to people while a run goes on and after it. */
export interface Voice {
  readonly begin: (plan: Plan) => void
  readonly on: (event: Event) => void
  readonly end: (report: Report) => void
  readonly say: (line: string) => void
}

/** On a terminal one line that moves, and then the tree; elsewhere a line per rule, the same with every run. */
export function voiceOf(
  given: Given,
  world: World,
  vault: { readonly redact: (text: string) => string },
  rules: number,
  repeats: number,
): Voice {
  const out = paper(given, world)
  const live = out.isTTY === true && world.env['CI'] === undefined
  const colour =
    out.isTTY === true && given['no-color'] === undefined && world.env['NO_COLOR'] === undefined
  const plain = !live && !given.quiet
  let turn = 1
  const moving = ({ result, done }: Extract<Event, { kind: 'judged' }>): void => {
    const filled = Math.round((done / rules) * 24)
    out.write(
      `\r\u001b[2K  ${'━'.repeat(filled)}${'─'.repeat(24 - filled)} ${done}/${rules} ${repeats === 1 ? '' : `(${turn} of ${repeats}) `}${result.rule.id}`,
    )
    if (done === rules) turn += 1
  }
  return {
    begin: ({ suite, settings }) => {
      if (!given.quiet)
        out.write(
          `${heading({ suite: SUITE, subject: suite.subject, target: settings.base, profile: settings.profile, seed: settings.seed })}\n`,
        )
    },
    on: (event) => {
      if (event.kind !== 'judged' || given.quiet) return
      if (live) return moving(event)
      const { rule, state, reason } = event.result
      // Of several runs only what they say together is worth a line.
      if (repeats === 1)
        out.write(`${vault.redact(plainLine({ state, id: rule.id, title: rule.title, reason }))}\n`)
    },
    end: (report) => {
      if (live && !given.quiet) out.write('\r\u001b[2K')
      if (plain && repeats > 1)
        out.write(report.rules.map((rule) => `${plainLine(rule)}\n`).join(''))
      out.write(
        given.quiet
          ? `${report.verdict}\n`
          : text(report, { colour, tree: live, columns: live ? out.columns : undefined }),
      )
    },
    say: (line) => void out.write(`${line}\n`),
  }
}

/** A report that was asked for on the standard output has it to itself; annotations for GitHub are read out of any text. */
function paper(given: Given, { stdout, stderr }: World): Paper {
  const alone = listed(given.report ?? []).some(
    (wish) => wish.endsWith('=-') && !wish.startsWith('github='),
  )
  return alone ? stderr : stdout
}
