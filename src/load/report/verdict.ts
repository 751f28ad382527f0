import { sum } from '../histogram/request-statistics.ts'
import type { LoadReport } from './data.ts'
import { cores, count, duration, figure, percent, timeSpan, whole } from './format.ts'

/** The conclusion of a run about a platform. */
export interface Verdict {
  /** `unclear`: the generator was the bottleneck, or nothing was measured. */
  readonly kind: 'kept' | 'not_kept' | 'unclear'
  /** The conclusion in one sentence. */
  readonly sentence: string
  /** Further remarks, each a sentence. */
  readonly notes: readonly string[]
  /** Recommended next steps, each a sentence. */
  readonly next: readonly string[]
}
type Measurements = Omit<LoadReport, 'verdict'>

/** Conditions under which a platform sustains a fleet. */
const TARGETS = { bad_share: 0.001, heartbeat_p99_ms: 1000, grown: 0.99 }

/**
 * Evaluates a run against the targets: 99 of 100 heartbeats within a second, at most one failed request in a thousand, and a fleet of at
 * least 99 % of the requested size.
 */
export function verdictOf(measurements: Measurements): Verdict {
  const summary = summarize(measurements)
  const kind = kindOf(measurements, summary)
  return {
    kind,
    sentence: sentenceOf(kind, measurements, summary),
    notes: notesOf(measurements, summary),
    next: nextOf(kind, measurements, summary),
  }
}

/** Processor usage in cores above which the generator may have distorted the result. */
export const BUSY_CORES = 0.9
/** Share of the latency above which the delay of the generator may have distorted the result. */
const DELAY_SHARE = 0.1

interface Summary {
  readonly due: number
  readonly bad: number
  readonly p99: number
  readonly grown: boolean
  readonly limited: number
}

function summarize({ operations, fleet, endings }: Measurements): Summary {
  return {
    due: operations.reduce((total, operation) => total + operation.due, 0),
    bad: operations.reduce((total, operation) => total + operation.bad, 0),
    p99: operations.find(({ operation }) => operation === 'renewLease')?.latency_ms.p99 ?? 0,
    grown: fleet.installed >= fleet.asked * TARGETS.grown,
    limited: sum(endings, ({ outcome }) => outcome.startsWith('429')),
  }
}

/** Returns whether the run was ended before anything was measured. */
const endedUnmeasured = ({ ended_early, fleet }: Measurements, { due }: Summary): boolean =>
  ended_early && due === 0 && fleet.stopped_growing === null

function kindOf(measurements: Measurements, summary: Summary): Verdict['kind'] {
  const { due, bad, p99, grown } = summary
  if ((due === 0 && grown) || endedUnmeasured(measurements, summary)) return 'unclear'
  const isSustained = grown && bad <= due * TARGETS.bad_share && p99 <= TARGETS.heartbeat_p99_ms
  // The result of a platform that met the targets is valid even if the generator was slow.
  if (isSustained) return 'kept'
  return grown && generatorMayBeCause(measurements, summary) ? 'unclear' : 'not_kept'
}

/** Outcomes that a slow generator can cause itself. */
const LATE_OUTCOMES = ['TIMEOUT', 'NOT_SENT']

/** Returns whether the generator may have caused the result. Its delay can explain latencies, but not error responses. */
function generatorMayBeCause({ client, endings }: Measurements, { due, p99 }: Summary): boolean {
  const refused = sum(
    endings,
    ({ phase, judgement, outcome }) =>
      phase === 'steady' && judgement === 'bad' && !LATE_OUTCOMES.includes(outcome),
  )
  return (
    client.bottleneck &&
    refused <= due * TARGETS.bad_share &&
    (client.cores > BUSY_CORES || client.late_ms.p99 > p99 * DELAY_SHARE)
  )
}

function sentenceOf(kind: Verdict['kind'], measurements: Measurements, summary: Summary): string {
  const { due, bad, p99, grown } = summary
  const { settings, fleet, seconds, platform } = measurements
  const load = `${count(settings.installations, 'installation')} with a heartbeat every ${timeSpan(settings.interval_s)}`
  const figures = [
    `p99 ${duration(p99)}`,
    bad === 0 ? '0 errors' : `${count(bad, 'error')} in ${count(due, 'request')}`,
    ...(platform ? [cores(platform.cores)] : []),
  ].join(', ')
  if (endedUnmeasured(measurements, summary))
    return `The run was ended before anything was measured: ${whole(fleet.installed)} of ${count(settings.installations, 'installation')} were installed.`
  if (due === 0 && grown)
    return `No request was due in ${timeSpan(seconds.steady)}: choose a --duration longer than the interval of ${timeSpan(settings.interval_s)}.`
  switch (kind) {
    case 'kept':
      return `This platform sustained ${load} for ${timeSpan(seconds.steady)}: ${figures}.`
    case 'not_kept':
      return grown
        ? `This platform did not sustain ${load}: ${figures}.`
        : `Only ${whole(fleet.installed)} of ${count(settings.installations, 'installation')} could be installed${fleet.stopped_growing === null ? '' : ` (${fleet.stopped_growing})`}: ${figures}.`
    case 'unclear':
      return `This run is inconclusive, because the generator itself could not keep up: ${figures}.`
  }
}

function notesOf(
  {
    client,
    fleet,
    ended_early,
    heartbeats_per_second,
    settings,
    platform,
    operations,
    cleanup,
  }: Measurements,
  { limited }: Summary,
): string[] {
  const explained = operations.reduce((total, operation) => total + operation.explained, 0)
  return [
    `The fleet sent ${figure(heartbeats_per_second.sent)} heartbeats per second. The expected rate of ${count(settings.installations, 'installation')} is ${figure(heartbeats_per_second.expected)}: each sends slightly more than one every ${timeSpan(settings.interval_s)}, because agents send early to spread the load.`,
    ...(ended_early ? ['The run was ended early.'] : []),
    ...(client.bottleneck
      ? [
          `The generator was a bottleneck: it sent 1 % of the requests more than ${duration(client.late_ms.p99)} late and used ${cores(client.cores)}${client.cores < 0.5 ? ', so other processes kept its machine busy' : ''}. Latencies are measured from the due time of a request, so they include the delay of the generator.`,
        ]
      : []),
    ...(client.waited_for_connection > 0
      ? [
          `${count(client.waited_for_connection, 'request')} waited because ${settings.connections === 1 ? 'the only connection was' : `all ${settings.connections} connections were`} busy; the wait is part of their latency.`,
        ]
      : []),
    ...(limited > 0
      ? [
          `${count(limited, 'response')} had status 429: the platform limits the request rate of a credential.`,
        ]
      : []),
    ...(explained > 0
      ? [
          `${count(explained, 'failure')} ${explained === 1 ? 'was' : 'were'} caused by the run itself and not counted as errors: an installation was recovered or revoked while one of its requests was in progress.`,
        ]
      : []),
    ...(fleet.terminated > 0
      ? [`${count(fleet.terminated, 'installation')} received a terminate command from elsewhere.`]
      : []),
    ...(platform
      ? []
      : [
          "The platform's processor usage is unknown: --metrics does not name the `/metrics` of a single process.",
        ]),
    ...(cleanup.left > 0 || cleanup.workspace_left !== null
      ? [leftOver(settings.keep, cleanup)]
      : []),
  ]
}

function leftOver(
  keep: boolean,
  { left, workspace_left, reason }: Measurements['cleanup'],
): string {
  const remaining = [
    ...(left > 0 ? [count(left, 'installation')] : []),
    ...(workspace_left === null ? [] : [`the workspace ${workspace_left}`]),
  ].join(' and ')
  return keep
    ? `The run leaves ${remaining} behind because of --keep.`
    : `The run could not clean up: it leaves ${remaining} behind (${reason ?? 'unknown reason'}).`
}

/** Processor usage in cores below which the platform can sustain a fleet of twice the size. */
const CAPACITY_LEFT = 0.5

function nextOf(
  kind: Verdict['kind'],
  { settings, platform, client, fleet, cleanup, ended_early }: Measurements,
  { limited, grown, due }: Summary,
): string[] {
  const runAgainWith = (change: string) => `Run it again with ${change}.`
  const next: string[] = []
  if (due === 0 && ended_early) next.push('Run it again without ending it.')
  else if (due === 0 && grown) next.push(runAgainWith(`--duration ${2 * settings.interval_s}`))
  if (kind === 'kept' && platform && platform.cores < CAPACITY_LEFT)
    next.push(
      `The platform has capacity left: run it again with --installations ${settings.installations * 2}.`,
    )
  if (kind === 'kept' && platform && platform.cores >= CAPACITY_LEFT)
    next.push(
      'The platform has little capacity left on one core: use docs/capacity.md to plan the next step before the fleet doubles.',
    )
  if (kind === 'not_kept' && grown)
    next.push(
      `Halve --installations until the platform sustains them, or double --interval: both halve the load. docs/capacity.md describes what each step of growth needs.`,
    )
  if (kind === 'not_kept' && fleet.stopped_growing?.startsWith('402'))
    next.push('Use an organization on a higher plan: this one has reached a limit of its plan.')
  if (client.bottleneck)
    next.push(
      'Run the generator on a different machine from the platform, or split the fleet between several generators.',
    )
  if (!client.bottleneck && client.waited_for_connection > due * 0.01)
    next.push(
      runAgainWith(`--connections ${settings.connections * 4}`) +
        ' If the latencies do not improve, the platform is slow.',
    )
  if (limited > 0)
    next.push(
      'Set SVC_API_KEY to several API keys, separated by commas: each has its own rate limit.',
    )
  if (cleanup.workspace_left !== null && !settings.keep)
    next.push(`Delete the workspace ${cleanup.workspace_left} with \`?force=true\`.`)
  return next.length > 0
    ? next
    : [
        `Check that the targets of this verdict, ${percent(TARGETS.bad_share)} errors and a p99 of ${duration(TARGETS.heartbeat_p99_ms)}, are sufficient for your agents.`,
      ]
}
