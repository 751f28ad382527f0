import { addressOf } from './address.ts'
import { createRandom, type Random } from './random.ts'
import { heldBy } from './body.ts'
import { createLedger, sharesOf, type Ledger } from './memory.ts'
import { reachable, type Settings } from './settings.ts'
import type { Draft, Exchange, Unavailable } from './types.ts'
import type { Answering, Arrived, Host, Reply } from './host.ts'
import type { Failure, Outcome, Transport } from './http.ts'
import type { Shell } from './shell.ts'

/** What a probe writes down to be sent. `json` becomes the body and names its type; `body` is sent as it is. */
export interface Sketch {
  readonly method?: string
  /** Relative to the target, or a whole address for what stands beside it. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: string
  /** Allows this request more or less time than others have. */
  readonly limit_ms?: number
  /** Goes to somebody else than the target, who gets none of the headers that were given for it. */
  readonly bare?: true
}

/** The bench a probe works at: it sends, records, and remembers what earlier probes recorded. */
export interface Lab {
  readonly settings: Settings
  readonly send: (sketch: Sketch) => Promise<Exchange>
  /** Sends all at once, at most `width` at a time, and records them in the order given. */
  readonly sendAll: (sketches: readonly Sketch[], width: number) => Promise<readonly Exchange[]>
  readonly seen: (probe: string) => readonly Exchange[]
  /** Values that depend on the seed and this probe only. */
  readonly random: Random
  /** Keeps a secret that the target gave away and returns what to write instead. */
  readonly secret: (name: string, value: string, obtain?: string) => string
  /** Where the target reaches the suite; undefined when it does not. */
  readonly address: string | undefined
  /** Answers what comes below a path of that address from now on. */
  readonly answer: (below: string, how: Answering) => void
  /** How much came there so far. */
  readonly came: (below: string) => number
  /** Records what came there, after it waited for the first at most so long. */
  readonly collect: (below: string, ms: number) => Promise<readonly Exchange[]>
  /** What a command of the user's printed; undefined when it failed. */
  readonly run: (
    command: string,
    variables: Readonly<Record<string, string>>,
  ) => Promise<string | undefined>
  /** Lets real time pass, on top of what the probe has. */
  readonly wait: (ms: number) => Promise<void>
}

/** Where time comes from and how it is spent; tests hand in their own. */
export interface Time {
  readonly now_ms: () => number
  readonly wait: (ms: number) => Promise<void>
}

/** After so many requests in a row without an answer, nothing more is sent: the target has gone. */
const SILENCES = 3
/** How often, and how long in all, a target that says 429 is waited for. */
const PATIENCE = { times: 3, ms: 10_000 }

/** Thrown inside a probe when there is no point in sending more; the bench turns it into a reason. */
export class Stopped extends Error {
  readonly reason: 'gone' | 'late' | 'slow'
  constructor(reason: 'gone' | 'late' | 'slow') {
    super(
      {
        gone: 'the target stopped answering',
        late: 'the time for the whole run is over',
        slow: 'the time for this probe is over',
      }[reason],
    )
    this.reason = reason
  }
}

/** What there is besides the way to the target. */
export interface Beside {
  readonly host?: Host
  readonly shell?: Shell
  /** Counts what is held, when several runs share it. */
  readonly ledger?: Ledger
}

export interface Bench {
  readonly lab: (probe: string) => Lab
  readonly recorded: () => readonly Exchange[]
  readonly of: (probe: string) => readonly Exchange[]
}

export function createBench(
  settings: Settings,
  transport: Transport,
  time: Time,
  { host, shell, ledger = createLedger(sharesOf(settings.max_memory).held) }: Beside = {},
): Bench {
  const shares = sharesOf(settings.max_memory)
  const origins = reachable(settings)
  const records = new Map<string, Exchange[]>()
  const ends = time.now_ms() + settings.limits.run
  let silences = 0
  host?.forget()
  // Until it answered once, the target gets less time to show that anybody is there.
  let met = false

  async function carry(draft: Draft, limit_ms: number, until: number): Promise<Outcome> {
    if (silences >= SILENCES) throw new Stopped('gone')
    if (time.now_ms() > ends) throw new Stopped('late')
    const { vault } = settings
    const headers = Object.fromEntries(
      Object.entries(draft.headers).map(([name, value]) => [name, vault.openHeader(value)]),
    )
    const body = draft.body === undefined ? {} : { body: vault.open(draft.body) }
    const request = {
      method: draft.method,
      url: addressOf(settings.base, vault.open(draft.path)),
      headers,
      ...body,
    }
    if (!URL.canParse(request.url) || !origins.has(new URL(request.url).origin))
      return unsent(`the suite sends nothing to ${cut(request.url)}; allow it with --allow-host`)
    const cost = heldBy(JSON.stringify(draft))
    if (cost > LARGEST_REQUEST || !ledger.take(cost))
      return unsent(
        'the request would be larger than the suite sends; the target asks for too much',
      )
    const ends_ms = Math.min(until, ends)
    const ms = Math.max(1, Math.min(limit_ms, Math.ceil(ends_ms - time.now_ms())))
    const outcome = counted(
      await patiently(
        () => transport(request, { ms, bytes: shares.answer, ledger }),
        time,
        ends_ms,
        ledger,
      ),
      ledger,
    )
    // It had less time than is promised for one request, so its silence says nothing.
    if (ms < limit_ms && outcome.kind === 'failure' && outcome.code === 'timeout')
      throw new Stopped(ends_ms === ends ? 'late' : 'slow')
    silences = isSilence(outcome) ? silences + 1 : 0
    met ||= outcome.kind === 'answer'
    return outcome
  }

  function bench(probe: string): Lab {
    const of: Exchange[] = []
    let probeEnds = time.now_ms() + settings.limits.probe
    records.set(probe, of)
    const send = async (sketch: Sketch): Promise<Exchange> => {
      if (time.now_ms() > probeEnds) throw new Stopped('slow')
      const place = of.length
      const request = drafted(sketch, settings)
      const limit = sketch.limit_ms ?? (met ? settings.limits.request : settings.limits.first)
      // The place is taken before the answer is there, so that what is sent at once is recorded in the order given.
      const exchange = { key: `${probe}#${place}`, probe, request, outcome: UNANSWERED }
      of.push(exchange)
      try {
        return (of[place] = {
          ...exchange,
          outcome: await carry(
            request,
            limit,
            sketch.limit_ms === undefined ? probeEnds : Infinity,
          ),
        })
      } catch (cause) {
        of.splice(of.indexOf(exchange), 1)
        throw cause
      }
    }
    return {
      settings,
      send,
      sendAll: (sketches, width) => inOrder(sketches, width, send),
      seen: (name) => records.get(name) ?? [],
      random: createRandom(settings.seed, probe),
      secret: (name, value, obtain) => settings.vault.keep(name, value, obtain),
      address: host?.address,
      answer: (below, how) => host?.answer(below, how),
      came: (below) => host?.arrived(below).length ?? 0,
      collect: async (below, ms) => {
        for (let left = ms; left > 0 && host?.arrived(below).length === 0; left -= POLL_MS)
          await time.wait(POLL_MS)
        const came = (host?.arrived(below) ?? []).map((pair, i) => ({
          key: `${probe}#${of.length + i}`,
          probe,
          came: true as const,
          ...arrival(pair, host?.address ?? '', settings),
        }))
        of.push(...came)
        return came
      },
      run: (command, variables) =>
        shell?.(command, variables, settings.limits.probe) ?? Promise.resolve(undefined),
      wait: async (ms) => {
        probeEnds += ms
        await time.wait(ms)
      },
    }
  }

  return {
    lab: bench,
    of: (probe) => records.get(probe) ?? [],
    recorded: () => [...records.values()].flat(),
  }
}

const POLL_MS = 20

/** What came to the suite, in the form of what it sent: the request is the target's, the answer ours. Nothing secret stays in it. */
function arrival(
  [{ method, path, headers, body }, reply]: readonly [Arrived, Reply],
  address: string,
  { vault }: Settings,
): Pick<Exchange, 'request' | 'outcome'> {
  const shown = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, vault.redact(value)]),
  )
  return {
    request: { method, path: address + path, headers: shown, body: vault.redact(body) },
    outcome: {
      kind: 'answer',
      status: reply.status,
      headers: Object.entries(reply.headers),
      body: reply.body,
      ms: 0,
      at: 0,
    },
  }
}

/** What is sent repeats what a target asked for, such as the names of its skills; up to here. */
const LARGEST_REQUEST = 2 * 1024 * 1024

const cut = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 200)}…`)
const unsent = (says: string): Failure => ({
  kind: 'failure',
  phase: 'answer',
  code: 'not_sent',
  says,
  ms: 0,
  at: 0,
})

/** Counts what an answer holds beside its body. */
function counted(outcome: Outcome, ledger: Ledger): Outcome {
  if (outcome.kind !== 'answer') return outcome
  if (
    ledger.take(
      outcome.headers.reduce((sum, [name, value]) => sum + heldBy(name) + heldBy(value), 0),
    )
  )
    return outcome
  ledger.give(heldBy(outcome.body))
  return {
    kind: 'failure',
    phase: 'answer',
    code: 'too_large',
    says: 'The answers are larger in all than --max-memory allows.',
    ms: outcome.ms,
    at: outcome.at,
  }
}

const UNANSWERED: Failure = {
  kind: 'failure',
  phase: 'answer',
  code: 'timeout',
  says: 'no answer',
  ms: 0,
  at: 0,
}

function drafted(
  { method, path, headers = {}, json, body, bare }: Sketch,
  settings: Settings,
): Draft {
  const text = body ?? (json === undefined ? undefined : JSON.stringify(json))
  const type = text === undefined ? {} : { 'Content-Type': 'application/json' }
  return {
    method: method ?? (text === undefined ? 'GET' : 'POST'),
    path,
    headers: {
      'User-Agent': settings.user_agent,
      ...type,
      ...(bare ? {} : settings.headers),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  }
}

async function inOrder(
  sketches: readonly Sketch[],
  width: number,
  send: (sketch: Sketch) => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  for (let from = 0; from < sketches.length; from += width)
    exchanges.push(...(await Promise.all(sketches.slice(from, from + width).map(send))))
  return exchanges
}

/** A target that asks for patience gets it; rate limits are its own affair (line 413) and are never judged. */
async function patiently(
  send: () => Promise<Outcome>,
  time: Time,
  until: number,
  ledger: Ledger,
): Promise<Outcome> {
  let left = PATIENCE.ms
  for (let again = 0; ; again += 1) {
    const outcome = await send()
    const pause =
      again < PATIENCE.times && outcome.kind === 'answer' && outcome.status === 429
        ? pauseOf(outcome.headers)
        : undefined
    if (
      outcome.kind !== 'answer' ||
      pause === undefined ||
      pause > left ||
      time.now_ms() + pause > until
    )
      return outcome
    left -= pause
    ledger.give(heldBy(outcome.body))
    await time.wait(pause)
  }
}

function pauseOf(headers: readonly (readonly [string, string])[]): number {
  const seconds = Number(headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? 1)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.max(50, seconds * 1000) : 1000
}

const isSilence = (outcome: Outcome): boolean =>
  outcome.kind === 'failure' && (outcome.code === 'timeout' || outcome.phase === 'connect')

/** Names the reason a probe gives when it has nothing to send. */
export const untested = (supply: string): Unavailable => ({ kind: 'untested', supply })
export const notApplicable = (because: string): Unavailable => ({ kind: 'not_applicable', because })
