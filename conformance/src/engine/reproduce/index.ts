import { curlCommand, curlLine, curlWords } from '../curl.ts'
import type { Result, Run } from '../run.ts'
import type { Settings } from '../settings.ts'
import type { Draft, Exchange } from '../types.ts'
import { shownBy } from './shown.ts'
import { stepsOf, type Step } from './steps.ts'

/** How somebody sees a violation again without the suite. */
export interface Reproduction {
  /** Lines for a POSIX shell. One request is one line of curl; several are a script. */
  readonly lines: readonly string[]
  /** Keys of the exchanges whose answers the lines print, in this order. */
  readonly prints: readonly string[]
}

const NOTHING: Reproduction = { lines: [], prints: [] }

/** Writes down what shows a violation again; nothing for a violation that no request shows. */
export function reproduce(run: Run, result: Result): Reproduction {
  const shown = shownBy(run, result)
  if (shown.length === 0) return NOTHING
  const steps = stepsOf(run, shown)
  const { settings } = run
  const crowd = result.violation?.together ? shown : []
  const drafts = steps.map(({ exchange }) =>
    renewed(named(exchange.request, steps), exchange, run.exchanges),
  )
  const prints = steps.map(({ exchange }) => exchange.key)
  const [only] = drafts
  if (steps.length === 1 && only && crowd.length === 0)
    return {
      lines: [
        ...obtained(settings, only, new Set()),
        ...only.lines,
        curlLine(settings.base, only.draft, settings.limits.request),
      ],
      prints,
    }
  return { lines: script(settings, steps, drafts, crowd), prints }
}

interface Drawn {
  readonly draft: Draft
  readonly lines: readonly string[]
}

/** A request in which what the steps before it capture stands under its name. */
function named(draft: Draft, steps: readonly Step[]): Draft {
  const put = (text: string): string =>
    steps
      .flatMap(({ captures }) => captures)
      .reduce((told, { name, value }) => told.replaceAll(value, `{{${name}}}`), text)
  return {
    ...draft,
    path: put(draft.path),
    headers: Object.fromEntries(
      Object.entries(draft.headers).map(([name, value]) => [name, put(value)]),
    ),
    ...(draft.body === undefined ? {} : { body: put(draft.body) }),
  }
}

/** An identifier that this request registers first (line 211) is another one with every run of the line, else it were taken. */
function renewed(draft: Draft, exchange: Exchange, exchanges: readonly Exchange[]): Drawn {
  const svc_id = /"svc_id":"([0-9a-f]{64})","name"/.exec(draft.body ?? '')?.[1]
  const taken = exchanges
    .slice(0, exchanges.indexOf(exchange))
    .some(
      ({ request, outcome }) =>
        request.body?.includes(svc_id ?? '') === true &&
        outcome.kind === 'answer' &&
        outcome.status < 300,
    )
  if (svc_id === undefined || taken) return { draft, lines: [] }
  return {
    draft: { ...draft, body: draft.body?.replace(svc_id, '{{SVC_ID}}') ?? '' },
    lines: ["SVC_ID=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \\n')"],
  }
}

/** Lines that get what a request names and no step before it gave. */
function obtained({ vault }: Settings, { draft }: Drawn, known: Set<string>): readonly string[] {
  return vault.names(JSON.stringify(draft)).flatMap((name) => {
    const command = vault.obtain(name)
    if (command === undefined || known.has(name)) return []
    known.add(name)
    return [`${name}=$(${command})`]
  })
}

/** Sends and prints, and remembers the answer; then picks a member out of it. */
const say = (limit_ms: number): string =>
  `say() { A=$(${curlCommand(limit_ms)} "$@" 2>&1); printf '%s\\n\\n' "$A"; }`
const OF = `of() { printf '%s\\n' "$A" | grep -o "\\"$1\\" *: *\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }`

function script(
  settings: Settings,
  steps: readonly Step[],
  drafts: readonly Drawn[],
  crowd: readonly Exchange[],
): readonly string[] {
  const known = new Set<string>()
  const says = (drawn: Drawn): string => `say ${curlWords(settings.base, drawn.draft)}`
  const single = steps.flatMap(({ exchange, captures }, place) => {
    const drawn = drafts[place]
    if (drawn === undefined || crowd.includes(exchange)) return []
    return [
      ...obtained(settings, drawn, known),
      ...drawn.lines,
      says(drawn),
      ...captures.map(({ name, member }) => `${name}=$(of ${member})`),
    ]
  })
  const picks = steps.some(({ captures }) => captures.length > 0)
  const group = drafts.filter((_, place) => crowd.includes(steps[place]!.exchange))
  return [
    say(settings.limits.request),
    ...(picks ? [OF] : []),
    ...single,
    ...group.slice(0, 1).flatMap((drawn) => obtained(settings, drawn, known)),
    ...atOnce(group.map(says)),
  ]
}

/** All at the same time; the answers stand in the order of the requests. */
function atOnce(lines: readonly string[]): readonly string[] {
  const [one] = lines
  if (one === undefined) return []
  const place = (i: number): string => String(i + 1).padStart(2, '0')
  const sent = lines.every((line) => line === one)
    ? [`for i in $(seq -w ${lines.length}); do ${one} > "$D/$i" & done`]
    : lines.map((line, i) => `${line} > "$D/${place(i)}" &`)
  return ['D=$(mktemp -d)', ...sent, 'wait; cat "$D"/*; rm -r "$D"']
}
