import type { Clock } from './clock.ts'
import { failure, type Transport } from './transport/http.ts'
import type { CallbackServer, ReceivedRequest, Reply } from './callbacks/inbox.ts'
import { createMemoryBudget, memorySharesOf, type MemoryBudget } from './memory.ts'
import { ProbeStopped, type ProbeContext, type RequestDraft } from './probe-context.ts'
import { createRandom } from './random.ts'
import { createSender, type Sender } from './sender.ts'
import type { Settings } from './settings.ts'
import type { Shell } from './reproduce/shell.ts'
import type { Exchange, RecordedRequest } from './types.ts'
import { resolveUrl } from './url.ts'

const POLL_MS = 20

/** What a run may use besides the connection to the target. */
export interface RunResources {
  readonly server?: CallbackServer
  readonly shell?: Shell
  /** Counts the memory of several runs together. */
  readonly budget?: MemoryBudget
}

/** Records what probes exchange with the target. */
export class Recorder {
  readonly #settings: Settings
  readonly #clock: Clock
  readonly #sender: Sender
  readonly #server: CallbackServer | undefined
  readonly #shell: Shell | undefined
  readonly #records = new Map<string, Exchange[]>()

  constructor(
    settings: Settings,
    transport: Transport,
    clock: Clock,
    { server, shell, budget }: RunResources = {},
  ) {
    this.#settings = settings
    this.#clock = clock
    this.#server = server
    this.#shell = shell
    this.#sender = createSender(
      settings,
      transport,
      clock,
      budget ?? createMemoryBudget(memorySharesOf(settings.max_memory).recorded),
    )
    server?.clear()
  }

  /** Returns the exchanges of a probe, in the order in which they were sent. */
  exchangesOf(probe: string): readonly Exchange[] {
    return this.#records.get(probe) ?? []
  }

  exchanges(): readonly Exchange[] {
    return [...this.#records.values()].flat()
  }

  /** Starts the record of a probe and its time limit. */
  contextFor(probe: string): ProbeContext {
    const settings = this.#settings
    const record: Exchange[] = []
    let ends = this.#clock.now_ms() + settings.limits.probe
    this.#records.set(probe, record)
    const send = (draft: RequestDraft): Promise<Exchange> => this.#send(draft, probe, record, ends)
    return {
      settings,
      send,
      sendAll: (drafts, width) => sendInBatches(drafts, width, send),
      recorded: (name) => this.exchangesOf(name),
      random: createRandom(settings.seed, probe),
      keepSecret: (name, value, obtain) => settings.vault.addFromTarget(name, value, obtain),
      callbackUrl: this.#server?.address,
      respond: (path, responder) => this.#server?.respond(path, responder),
      receivedCount: (path) => this.#server?.received(path).length ?? 0,
      recordReceived: (path, ms) => this.#recordReceived(path, ms, probe, record),
      runCommand: (command, variables) =>
        this.#shell?.(command, variables, settings.limits.probe) ?? Promise.resolve(undefined),
      wait: async (ms) => {
        ends += ms
        await this.#clock.wait(ms)
      },
    }
  }

  async #send(
    draft: RequestDraft,
    probe: string,
    record: Exchange[],
    ends: number,
  ): Promise<Exchange> {
    if (this.#clock.now_ms() > ends) throw new ProbeStopped('probe_timeout')
    const request = completeDraft(draft, this.#settings)
    const limit = draft.limit_ms ?? this.#sender.limit_ms()
    // The place is reserved before the response arrives, so that concurrent requests are recorded in the order given.
    const reserved = { key: `${probe}#${record.length}`, probe, request, outcome: NO_RESPONSE_YET }
    record.push(reserved)
    try {
      const until = draft.limit_ms === undefined ? ends : Infinity
      const exchange = { ...reserved, outcome: await this.#sender.send(request, limit, until) }
      // The place is looked up again, because it moves when a concurrent request is removed from the record.
      record[record.indexOf(reserved)] = exchange
      return exchange
    } catch (cause) {
      record.splice(record.indexOf(reserved), 1)
      throw cause
    }
  }

  async #recordReceived(
    path: string,
    ms: number,
    probe: string,
    record: Exchange[],
  ): Promise<readonly Exchange[]> {
    const server = this.#server
    for (let left = ms; left > 0 && server?.received(path).length === 0; left -= POLL_MS)
      await this.#clock.wait(POLL_MS)
    const received = (server?.received(path) ?? []).map((pair, i) => ({
      key: `${probe}#${record.length + i}`,
      probe,
      received: true as const,
      ...redactReceived(pair, server?.address ?? '', this.#settings),
    }))
    record.push(...received)
    return received
  }
}

/** Converts a received request and its reply to the form of an exchange, without secrets. */
function redactReceived(
  [{ method, path, headers, body }, reply]: readonly [ReceivedRequest, Reply],
  address: string,
  { vault }: Settings,
): Pick<Exchange, 'request' | 'outcome'> {
  const redacted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, vault.redact(value)]),
  )
  return {
    request: { method, path: address + path, headers: redacted, body: vault.redact(body) },
    outcome: {
      kind: 'response',
      status: reply.status,
      headers: Object.entries(reply.headers),
      body: reply.body,
      ms: 0,
      at: 0,
    },
  }
}

const NO_RESPONSE_YET = failure('timeout', 'no response')

function completeDraft(
  { method, path, headers = {}, json, body }: RequestDraft,
  settings: Settings,
): RecordedRequest {
  const text = body ?? (json === undefined ? undefined : JSON.stringify(json))
  const type = text === undefined ? {} : { 'Content-Type': 'application/json' }
  return {
    method: method ?? (text === undefined ? 'GET' : 'POST'),
    path,
    headers: {
      'User-Agent': settings.user_agent,
      ...type,
      ...(isToTarget(path, settings) ? withoutNames(settings.headers, headers) : {}),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  }
}

/** Returns whether a request goes to the origin of the target. */
function isToTarget(path: string, { base }: Settings): boolean {
  const url = resolveUrl(base, path)
  return URL.canParse(url) && URL.canParse(base) && new URL(url).origin === new URL(base).origin
}

/** Removes the headers that other headers replace. Header names are case-insensitive. */
function withoutNames(
  headers: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const names = new Set(Object.keys(others).map((name) => name.toLowerCase()))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())),
  )
}

/** Sends requests in batches. An error is thrown only after the whole batch has ended, so that the record contains no pending request. */
async function sendInBatches(
  drafts: readonly RequestDraft[],
  width: number,
  send: (draft: RequestDraft) => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  for (let from = 0; from < drafts.length; from += width) {
    const batch = drafts.slice(from, from + width).map(send)
    await Promise.allSettled(batch)
    exchanges.push(...(await Promise.all(batch)))
  }
  return exchanges
}
