import { curlArguments, curlCommand, curlLine } from './curl.ts'
import { shellPlaceholders, type IsPlaceholder } from '../secrets/placeholders.ts'
import { withQueryVariables } from '../secrets/query-secrets.ts'
import type { Result, Run } from '../run.ts'
import type { Settings } from '../settings.ts'
import type { Exchange, RecordedRequest } from '../types.ts'
import { relevantExchanges } from './relevant.ts'
import { stepsOf, type Step } from './steps.ts'

/** Instructions for reproducing a violation without the suite. */
export interface Reproduction {
  /** Lines for a POSIX shell: one curl command for a single request, otherwise a script. */
  readonly lines: readonly string[]
  /** The keys of the exchanges whose responses the lines print, in this order. */
  readonly prints: readonly string[]
}

/** Returns the lines that reproduce a violation. The list is empty if none of the suite's requests shows the violation. */
export function reproduce(run: Run, result: Result): Reproduction {
  const { lines, prints } = reproduction(run, result)
  return { lines: lines.map((line) => withQueryVariables(line, run.settings)), prints }
}

function reproduction(run: Run, result: Result): Reproduction {
  const relevant = relevantExchanges(run, result)
  if (relevant.length === 0) return { lines: [], prints: [] }
  const steps = stepsOf(run, relevant)
  const { settings } = run
  const concurrent = result.violation?.together ? relevant : []
  const requests = steps.map(({ exchange }) =>
    withNewIdentifier(withVariables(exchange.request, steps), exchange, run.exchanges),
  )
  const prints = steps.map(({ exchange }) => exchange.key)
  const isPlaceholder = shellPlaceholders(
    settings,
    new Set([
      ...steps.flatMap(({ captures }) => captures.map(({ name }) => name)),
      ...requests.flatMap(({ assigned }) => assigned),
    ]),
  )
  const [only] = requests
  if (steps.length === 1 && only && concurrent.length === 0)
    return {
      lines: [
        ...secretLines(settings, only, new Set()),
        ...only.lines,
        curlLine(settings.base, only.request, settings.limits.request, isPlaceholder),
      ],
      prints,
    }
  return { lines: script(settings, steps, requests, concurrent, isPlaceholder), prints }
}

interface ShellRequest {
  readonly request: RecordedRequest
  /** Lines that have to precede the request. */
  readonly lines: readonly string[]
  /** The variables that these lines set. */
  readonly assigned: readonly string[]
}

/** Replaces the values that earlier steps capture with the names of their variables. */
function withVariables(request: RecordedRequest, steps: readonly Step[]): RecordedRequest {
  const replace = (text: string): string =>
    steps
      .flatMap(({ captures }) => captures)
      .reduce((result, { name, value }) => result.replaceAll(value, `{{${name}}}`), text)
  return {
    ...request,
    path: replace(request.path),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, replace(value)]),
    ),
    ...(request.body === undefined ? {} : { body: replace(request.body) }),
  }
}

/** Generates a fresh svc_id on each run for a first registration, because the recorded svc_id is already registered. */
function withNewIdentifier(
  request: RecordedRequest,
  exchange: Exchange,
  exchanges: readonly Exchange[],
): ShellRequest {
  const svc_id = /"svc_id":"([0-9a-f]{64})","name"/.exec(request.body ?? '')?.[1]
  const isRegistered = exchanges
    .slice(0, exchanges.indexOf(exchange))
    .some(
      ({ request: earlier, outcome }) =>
        earlier.body?.includes(svc_id ?? '') === true &&
        outcome.kind === 'response' &&
        outcome.status < 300,
    )
  if (svc_id === undefined || isRegistered) return { request, lines: [], assigned: [] }
  return {
    request: { ...request, body: request.body?.replace(svc_id, '{{SVC_ID}}') ?? '' },
    lines: ["SVC_ID=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \\n')"],
    assigned: ['SVC_ID'],
  }
}

/** Returns the lines that obtain, by their commands, the secrets of a request that no earlier line has obtained. */
function secretLines(
  { vault }: Settings,
  { request }: ShellRequest,
  known: Set<string>,
): readonly string[] {
  return vault.names(JSON.stringify(request)).flatMap((name) => {
    const command = vault.commandFor(name)
    if (command === undefined || known.has(name)) return []
    known.add(name)
    return [`${name}=$(${command})`]
  })
}

/** A shell function that sends a request, stores the response in A and prints it. */
const sendFunction = (limit_ms: number): string =>
  `send() { A=$(${curlCommand(limit_ms)} "$@" 2>&1); printf '%s\\n\\n' "$A"; }`
/** A shell function that prints a member of the stored response. */
const MEMBER_FUNCTION = `member() { printf '%s\\n' "$A" | grep -o "\\"$1\\" *: *\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }`

function script(
  settings: Settings,
  steps: readonly Step[],
  requests: readonly ShellRequest[],
  concurrent: readonly Exchange[],
  isPlaceholder: IsPlaceholder,
): readonly string[] {
  const known = new Set<string>()
  const sendLine = ({ request }: ShellRequest): string =>
    `send ${curlArguments(settings.base, request, isPlaceholder)}`
  const sequential = steps.flatMap(({ exchange, captures }, index) => {
    const request = requests[index]
    if (request === undefined || concurrent.includes(exchange)) return []
    return [
      ...secretLines(settings, request, known),
      ...request.lines,
      sendLine(request),
      ...captures.map(({ name, member }) => `${name}=$(member ${member})`),
    ]
  })
  const hasCaptures = steps.some(({ captures }) => captures.length > 0)
  const group = requests.filter((_, index) => concurrent.includes(steps[index]!.exchange))
  return [
    sendFunction(settings.limits.request),
    ...(hasCaptures ? [MEMBER_FUNCTION] : []),
    ...sequential,
    ...group.slice(0, 1).flatMap((request) => secretLines(settings, request, known)),
    ...concurrently(group.map(sendLine)),
  ]
}

/** Returns shell lines that execute the given lines concurrently and print their output in the order of the lines. */
function concurrently(lines: readonly string[]): readonly string[] {
  const [first] = lines
  if (first === undefined) return []
  const fileOf = (i: number): string => String(i + 1).padStart(2, '0')
  const started = lines.every((line) => line === first)
    ? [`for i in $(seq -w ${lines.length}); do ${first} > "$D/$i" & done`]
    : lines.map((line, i) => `${line} > "$D/${fileOf(i)}" &`)
  return ['D=$(mktemp -d)', ...started, 'wait; cat "$D"/*; rm -r "$D"']
}
