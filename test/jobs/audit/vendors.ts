import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { DestinationKind } from '../../../src/domain/audit/exports.ts'
import { HOUR } from '../../kit/time.ts'

/** How a receiver handles its next request. */
export type VendorBehaviour =
  | 'accepts'
  | 'hangs'
  | 'resets'
  /** Stores the events, and the response is lost. */
  | 'accepts and resets'
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: unknown
    }
  /** For the collector: stores the events before this one, and rejects it with this code. */
  | { readonly rejects: number; readonly code: number }

/** A received event: its identity, and what the verification of the chain needs. */
export interface ReceivedEvent {
  readonly id: string
  readonly sequence: number
  readonly prev_hash: string
  readonly hash: string
}
interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly compressed: boolean
  readonly events: readonly ReceivedEvent[]
}
/** A rejection in the vendor's own format. */
interface Refusal {
  readonly status: number
  readonly body: unknown
  readonly stored?: number
}

const CREDENTIALS = {
  logs: 'dd_0123456789abcdef0123456789abcdef',
  collector: '11111111-2222-4333-8444-555555555555',
  alerts: 'R0123456789abcdef0123456789abcde',
} as const
const WRONG_KEY: { readonly [Kind in DestinationKind]: Refusal } = {
  logs: {
    status: 403,
    body: { errors: [{ title: 'Forbidden', detail: 'Missing or invalid API key', status: '403' }] },
  },
  collector: { status: 403, body: { text: 'Invalid token', code: 4 } },
  alerts: {
    status: 400,
    body: {
      status: 'invalid event',
      message: 'Event object is invalid',
      errors: ['Invalid routing key'],
    },
  },
}

/**
 * Starts a receiver over HTTP that is as strict as the vendor's documentation. It stores events in `stored`, in order of arrival and
 * including duplicates.
 */
export async function startVendor(
  kind: DestinationKind,
  { now = () => Date.now(), acknowledges = false, credential = CREDENTIALS[kind] as string } = {},
) {
  const behaviours: VendorBehaviour[] = []
  const stored: ReceivedEvent[] = []
  const requests: ReceivedRequest[] = []
  const hanging = new Set<ServerResponse>()
  const alert_times: number[] = []
  const state = {
    default: 'accepts' as VendorBehaviour,
    acknowledged: true,
    acks: 0,
    before: async (_: ReceivedRequest): Promise<void> => undefined,
  }

  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('error', () => undefined)
    req.on('end', () => {
      const raw = Buffer.concat(chunks)
      const compressed = req.headers['content-encoding'] === 'gzip'
      const text = (compressed ? gunzipSync(raw) : raw).toString()
      void receive(
        { path: req.url!, headers: req.headers, text, compressed, method: req.method! },
        res,
      )
    })
  })

  async function receive(
    { method, ...request }: Omit<ReceivedRequest, 'events'> & { method: string },
    res: ServerResponse,
  ): Promise<void> {
    const respond = (status: number, body: unknown, headers = {}) =>
      res
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(JSON.stringify(body))
    if (kind === 'collector' && request.path.endsWith('/services/collector/ack')) {
      const { acks } = JSON.parse(request.text) as { acks: number[] }
      state.acks += 1
      return void respond(200, {
        acks: Object.fromEntries(acks.map((ack) => [ack, state.acknowledged])),
      })
    }
    const items = itemsOf(kind, request.text)
    const events = items?.map(eventOf[kind]) ?? []
    const received = { ...request, events }
    requests.push(received)
    await state.before(received)
    const behaviour = behaviours.shift() ?? state.default
    if (behaviour === 'hangs') return void hanging.add(res.once('close', () => hanging.delete(res)))
    if (behaviour === 'resets') return void res.socket!.resetAndDestroy()
    if (typeof behaviour === 'object' && 'status' in behaviour)
      return void respond(behaviour.status, behaviour.body ?? {}, behaviour.headers)
    if (typeof behaviour === 'object') {
      stored.push(...events.slice(0, behaviour.rejects))
      return void respond(400, {
        text: 'Invalid data format',
        code: behaviour.code,
        'invalid-event-number': behaviour.rejects,
      })
    }
    const authorized = credentialOf[kind](request) === credential
    const refusal =
      method !== 'POST'
        ? { status: 405, body: {} }
        : authorized
          ? validators[kind](request, items, { now: now(), alert_times })
          : WRONG_KEY[kind]
    if (refusal) {
      stored.push(...events.slice(0, refusal.stored ?? 0))
      return void respond(refusal.status, refusal.body)
    }
    stored.push(...events)
    if (behaviour === 'accepts and resets') return void res.socket!.resetAndDestroy()
    respond(
      kind === 'collector' ? 200 : 202,
      kind === 'logs'
        ? {}
        : kind === 'alerts'
          ? { status: 'success', message: 'Event processed', dedup_key: 'x' }
          : { text: 'Success', code: 0, ...(acknowledges && { ackId: requests.length }) },
    )
  }

  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  server.unref()
  return {
    kind,
    behaviours,
    stored,
    requests,
    hanging,
    state,
    credential,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => close(server),
  }
}
export type Vendor = Awaited<ReturnType<typeof startVendor>>

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

/** Parses consecutive JSON objects, with or without white space between them, like Splunk. */
function parseConcatenated(text: string): unknown[] | undefined {
  const found: unknown[] = []
  let [depth, from, inText] = [0, 0, false]
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (inText) {
      if (character === '\\') index += 1
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' && depth++ === 0) from = index
    else if (character === '}' && --depth === 0) found.push(parseJson(text.slice(from, index + 1)))
    else if (depth === 0 && !/\s/.test(character!)) return undefined
  }
  return depth === 0 ? found : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function itemsOf(kind: DestinationKind, text: string): unknown[] | undefined {
  if (kind === 'collector') return parseConcatenated(text)
  const value = parseJson(text)
  if (kind === 'alerts') return value === undefined ? undefined : [value]
  return Array.isArray(value) ? value : undefined
}

type Loose = Record<string, any> // oxlint-disable-line typescript/no-explicit-any
const eventFields = ({ id, sequence, prev_hash, hash }: Loose): ReceivedEvent => ({
  id,
  sequence,
  prev_hash,
  hash,
})
const eventOf: { readonly [Kind in DestinationKind]: (item: unknown) => ReceivedEvent } = {
  logs: (item) => eventFields(parseJson((item as Loose)['message']) as Loose),
  collector: (item) => eventFields((item as Loose)['event']),
  alerts: (item) => eventFields((item as Loose)['payload']['custom_details']),
}
const credentialOf: {
  readonly [Kind in DestinationKind]: (request: {
    headers: IncomingHttpHeaders
    text: string
  }) => unknown
} = {
  logs: ({ headers }) => headers['dd-api-key'],
  collector: ({ headers }) => /^Splunk (.+)$/.exec(headers.authorization ?? '')?.[1],
  alerts: ({ text }) => (parseJson(text) as Loose)['routing_key'],
}

const isText = (value: unknown): value is string => typeof value === 'string'
const invalid = (title: string): Refusal => ({
  status: 400,
  body: { errors: [{ title, status: '400' }] },
})
interface ValidationContext {
  readonly now: number
  readonly alert_times: number[]
}
type Validator = (
  request: { path: string; headers: IncomingHttpHeaders; text: string },
  items: unknown[] | undefined,
  context: ValidationContext,
) => Refusal | undefined

const TAG = /^\p{L}[\p{L}\p{N}_\-./]*:[\p{L}\p{N}_\-:./]*[^:]$/u
const validators: { readonly [Kind in DestinationKind]: Validator } = {
  logs({ path, headers, text }, items, { now }) {
    if (path !== '/api/v2/logs') return { status: 404, body: {} }
    if (headers['content-type'] !== 'application/json') return invalid('content type')
    if (Buffer.byteLength(text) > 5_000_000 || (items?.length ?? 0) > 1000)
      return { status: 413, body: { errors: [{ title: 'Payload Too Large' }] } }
    if (!items) return invalid('no array')
    for (const item of items as Loose[]) {
      const { timestamp, ...rest } = item
      if (!Object.values(rest).every(isText)) return invalid('attributes that are not text')
      if (
        Buffer.byteLength(rest['message'] ?? '') === 0 ||
        Buffer.byteLength(JSON.stringify(item)) > 1_000_000
      )
        return invalid('message')
      if (timestamp !== undefined && (!Number.isInteger(timestamp) || now - timestamp > 18 * HOUR))
        return invalid('timestamp')
      const tags = rest['ddtags'] === undefined ? [] : (rest['ddtags'] as string).split(',')
      if (
        tags.length > 100 ||
        !tags.every((tag) => tag.length <= 200 && TAG.test(tag) && tag === tag.toLowerCase())
      )
        return invalid('tags')
    }
    return undefined
  },

  collector({ path, headers, text }, items) {
    const reject = (code: number, words: string, number?: number): Refusal => ({
      status: 400,
      body: { text: words, code, ...(number !== undefined && { 'invalid-event-number': number }) },
      stored: number ?? 0,
    })
    if (!/^\/services\/collector(\/event(\/1\.0)?)?$/.test(path)) return { status: 404, body: {} }
    if (
      !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(
        String(headers['x-splunk-request-channel']),
      )
    )
      return reject(11, 'Invalid data channel')
    if (Buffer.byteLength(text) > 1024 * 1024) return { status: 413, body: {} }
    if (!items) return reject(6, 'Invalid data format', 0)
    if (items.length === 0) return reject(5, 'No data')
    for (const [number, item] of (items as Loose[]).entries()) {
      if (typeof item !== 'object') return reject(6, 'Invalid data format', number)
      if (item['event'] === undefined) return reject(12, 'Event field is required', number)
      if (item['event'] === '' || item['event'] === null)
        return reject(13, 'Event field cannot be blank', number)
      if (
        typeof item['time'] !== 'number' ||
        !Object.values(item['fields'] ?? {}).every(
          (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
        )
      )
        return reject(15, 'Error in handling indexed fields', number)
      // Splunk counts from one in this case only.
      if (item['index'] !== undefined && item['index'] !== 'main')
        return { ...reject(7, 'Incorrect index', number + 1), stored: number }
      if (!['host', 'source', 'sourcetype'].every((name) => isText(item[name])))
        return reject(6, 'Invalid data format', number)
    }
    return undefined
  },

  alerts({ path, headers, text }, items, { now, alert_times }) {
    const reject = (...errors: string[]): Refusal => ({
      status: 400,
      body: { status: 'invalid event', message: 'Event object is invalid', errors },
    })
    if (path !== '/v2/enqueue') return { status: 404, body: {} }
    if (headers['content-encoding'] !== undefined) return reject('encoding')
    if (Buffer.byteLength(text) > 512 * 1024) return { status: 413, body: {} }
    const [event] = (items ?? [undefined]) as [Loose | undefined]
    if (!event) return reject('JSON parse error')
    if (String(event['routing_key']).length !== 32)
      return reject("Length of 'routing_key' is incorrect (should be 32 characters)")
    if (!['trigger', 'acknowledge', 'resolve'].includes(event['event_action']))
      return reject("'event_action' is invalid")
    if (!isText(event['dedup_key']) || event['dedup_key'].length > 255)
      return reject("'dedup_key' is invalid")
    const { summary, source, severity, timestamp } = event['payload'] ?? {}
    if (!isText(summary) || summary.length > 1024 || !isText(source) || source === '')
      return reject("'payload' is invalid")
    if (!['critical', 'error', 'warning', 'info'].includes(severity))
      return reject("'payload.severity' is invalid")
    if (Number.isNaN(Date.parse(timestamp))) return reject("'payload.timestamp' is invalid")
    while (alert_times.length > 0 && alert_times[0]! <= now - 60_000) alert_times.shift()
    if (alert_times.length >= 120) return { status: 429, body: {} }
    alert_times.push(now)
    return undefined
  },
}
