import { sum } from '../histogram/tally.ts'
import type { LoadReport } from './data.ts'
import { cores, count, duration, figure, percent, timeSpan, whole } from './format.ts'

/** What a run says about a platform. */
export interface Verdict {
  /** `unclear`: this process measured itself, or nothing was measured. */
  readonly kind: 'kept' | 'not_kept' | 'unclear'
  /** The whole story in a sentence. */
  readonly sentence: string
  /** What else is worth knowing, each a sentence. */
  readonly notes: readonly string[]
  /** What to do next, each a sentence. */
  readonly next: readonly string[]
}
type Facts = Omit<LoadReport, 'verdict'>

/** What a platform has to do to have kept a fleet. */
export const TARGETS = { bad_share: 0.001, heartbeat_p99_ms: 1000, grown: 0.99 }

/** Judges a run: 99 of 100 heartbeats within a second, at most one request in a thousand gone wrong, and the fleet as large as asked. */
export function verdictOf(facts: Facts): Verdict {
  const seen = observed(facts)
  const kind = kindOf(facts, seen)
  return {
    kind,
    sentence: sentenceOf(kind, facts, seen),
    notes: notesOf(facts, seen),
    next: nextOf(kind, facts, seen),
  }
}

/** Of a core, and of a latency. */
const [SPENT, GOOD_PART] = [0.9, 0.1]

interface Observed {
  readonly due: number
  readonly bad: number
  readonly p99: number
  readonly grown: boolean
  readonly limited: number
}

function observed({ operations, fleet, endings }: Facts): Observed {
  return {
    due: operations.reduce((total, one) => total + one.due, 0),
    bad: operations.reduce((total, one) => total + one.bad, 0),
    p99: operations.find(({ operation }) => operation === 'renewLease')?.latency_ms.p99 ?? 0,
    grown: fleet.installed >= fleet.asked * TARGETS.grown,
    limited: sum(endings, ({ outcome }) => outcome.startsWith('429')),
  }
}

/** Somebody ended the run before it could tell anything. */
const wasCutShort = ({ ended_early, fleet }: Facts, { grown }: Observed): boolean =>
  ended_early && !grown && fleet.stopped_growing === null

function kindOf(facts: Facts, seen: Observed): Verdict['kind'] {
  const { due, bad, p99, grown } = seen
  if ((due === 0 && grown) || wasCutShort(facts, seen)) return 'unclear'
  const kept = grown && bad <= due * TARGETS.bad_share && p99 <= TARGETS.heartbeat_p99_ms
  // Whoever kept up in spite of a generator that was late has kept up.
  if (kept) return 'kept'
  return grown && mayBeItself(facts, seen) ? 'unclear' : 'not_kept'
}

/** What becomes of requests that a busy generator sends late, or hears of late. */
const OF_TIME = ['TIMEOUT', 'NOT_SENT']

/** Whether the generator could be to blame: for latencies of which its own delay is a good part, never for refusals. */
function mayBeItself({ client, endings }: Facts, { due, p99 }: Observed): boolean {
  const refused = sum(
    endings,
    ({ phase, judgement, outcome }) =>
      phase === 'steady' && judgement === 'bad' && !OF_TIME.includes(outcome),
  )
  return (
    client.bottleneck &&
    refused <= due * TARGETS.bad_share &&
    (client.cores > SPENT || client.late_ms.p99 > p99 * GOOD_PART)
  )
}

function sentenceOf(kind: Verdict['kind'], facts: Facts, seen: Observed): string {
  const { due, bad, p99, grown } = seen
  const { settings, fleet, seconds, platform } = facts
  const asked = `${count(settings.installations, 'installation')} at ${timeSpan(settings.interval_s)}`
  const figures = [
    `p99 ${duration(p99)}`,
    bad === 0 ? '0 errors' : `${count(bad, 'error')} in ${count(due, 'request')}`,
    ...(platform ? [cores(platform.cores)] : []),
  ].join(', ')
  if (due === 0 && grown)
    return `Nothing was due in ${timeSpan(seconds.steady)}: let it run longer than the interval of ${timeSpan(settings.interval_s)}.`
  if (wasCutShort(facts, seen))
    return `The run was ended while the fleet grew: ${whole(fleet.installed)} of ${count(settings.installations, 'installation')} were made, and nothing was measured.`
  switch (kind) {
    case 'kept':
      return `This platform kept ${asked} for ${timeSpan(seconds.steady)}: ${figures}.`
    case 'not_kept':
      return grown
        ? `This platform did not keep ${asked}: ${figures}.`
        : `Only ${whole(fleet.installed)} of ${count(settings.installations, 'installation')} could be made${fleet.stopped_growing === null ? '' : ` (${fleet.stopped_growing})`}: ${figures}.`
    case 'unclear':
      return `This run says nothing about the platform, because the generator could not keep up itself: ${figures}.`
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
  }: Facts,
  { limited }: Observed,
): string[] {
  const explained = operations.reduce((total, one) => total + one.explained, 0)
  return [
    `The fleet sent ${figure(heartbeats_per_second.sent)} heartbeats a second; ${count(settings.installations, 'installation')} send ${figure(heartbeats_per_second.expected)} once all are up, a little more than one each ${timeSpan(settings.interval_s)}, since agents come early to spread out.`,
    ...(ended_early ? ['The run was ended early.'] : []),
    ...(client.bottleneck
      ? [
          `The generator was a bottleneck: it sent 1 % of the requests more than ${duration(client.late_ms.p99)} late and took ${cores(client.cores)}${client.cores < 0.5 ? ', so something else kept its machine busy' : ''}. Latencies count from when a request was due, so they hold its own delay too.`,
        ]
      : []),
    ...(client.waited_for_connection > 0
      ? [
          `${count(client.waited_for_connection, 'request')} waited because all ${settings.connections} connections were busy; the wait is part of their latency.`,
        ]
      : []),
    ...(limited > 0
      ? [
          `${count(limited, 'answer')} said 429: the platform limits how much one credential may ask.`,
        ]
      : []),
    ...(explained > 0
      ? [
          `${count(explained, 'refusal')} came of the run itself: an installation was recovered or revoked while a request of it was on its way. They are no errors.`,
        ]
      : []),
    ...(fleet.terminated > 0
      ? [`${count(fleet.terminated, 'installation')} were told to terminate by somebody else.`]
      : []),
    ...(platform
      ? []
      : [
          "The platform's share of the processor is not known: --metrics names no `/metrics` of a single process.",
        ]),
    ...(cleanup.left > 0 || cleanup.workspace_left !== null
      ? [leftOver(settings.keep, cleanup)]
      : []),
  ]
}

function leftOver(keep: boolean, { left, workspace_left, reason }: Facts['cleanup']): string {
  const what = [
    ...(left > 0 ? [count(left, 'installation')] : []),
    ...(workspace_left === null ? [] : [`the workspace ${workspace_left}`]),
  ].join(' and ')
  return keep
    ? `As --keep says, the run leaves ${what} behind.`
    : `The run could not clean up: it leaves ${what} behind (${reason ?? 'no reason was given'}).`
}

const ROOM = 0.5

function nextOf(
  kind: Verdict['kind'],
  { settings, platform, client, fleet, cleanup }: Facts,
  { limited, grown, due }: Observed,
): string[] {
  const again = (change: string) => `Run it again with ${change}.`
  const next: string[] = []
  if (due === 0 && grown) next.push(again(`--duration ${2 * settings.interval_s}`))
  if (kind === 'kept' && platform && platform.cores < ROOM)
    next.push(
      `There is room: ${again(`--installations ${settings.installations * 2}`).replace('Run', 'run')}`,
    )
  if (kind === 'kept' && platform && platform.cores >= ROOM)
    next.push(
      'The platform has little room left on its core: plan the next step with docs/capacity.md before the fleet doubles.',
    )
  if (kind === 'not_kept' && grown)
    next.push(
      `Halve --installations until it is kept, or double --interval: both halve the load. docs/capacity.md tells what each step of growth needs.`,
    )
  if (kind === 'not_kept' && fleet.stopped_growing?.startsWith('402'))
    next.push('Take an organization on a higher plan: this one may not have more installations.')
  if (client.bottleneck)
    next.push(
      'Run the generator on another machine than the platform, or several of them, each with its part of the fleet.',
    )
  if (!client.bottleneck && client.waited_for_connection > due * 0.01)
    next.push(
      again(`--connections ${settings.connections * 4}`) +
        ' If the latencies stay, it is the platform that is slow.',
    )
  if (limited > 0)
    next.push(
      'Put several API keys into SVC_API_KEY, separated by commas: each has an allowance of its own.',
    )
  if (cleanup.workspace_left !== null && !settings.keep)
    next.push(`Delete the workspace ${cleanup.workspace_left} with force.`)
  return next.length > 0
    ? next
    : [
        `Compare ${percent(TARGETS.bad_share)} errors and p99 of ${duration(TARGETS.heartbeat_p99_ms)}, which this verdict asks for, with what your own agents need.`,
      ]
}
