import {
  FAILURE_CODES,
  FAILURE_PHASES,
  type Failure,
  type HttpResponse,
  type Outcome,
} from '../engine/transport/http.ts'
import type { Exchange } from '../engine/types.ts'
import { isArray, isObject, isString } from '../judge/assertions.ts'
import { parseJson, valueAt } from '../judge/json.ts'
import { UsageError } from './usage.ts'

export interface Recording {
  readonly subject: string
  readonly base: string
  readonly exchanges: readonly Exchange[]
}

interface Entry {
  readonly method: string
  readonly url: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly probe: string | undefined
  readonly outcome: Outcome
}

/** Reads an HTTP archive written by the suite, or by a proxy or browser if its requests can be assigned to probes. @throws UsageError */
export function readRecording(document: unknown, file: string): Recording {
  const content = valueAt(document, '/log/entries')
  if (!isArray(content)) throw new UsageError(`The file ${file} is not an HTTP archive.`)
  const entries = content.map(readEntry).filter(({ url }) => URL.canParse(url))
  const subject = valueAt(document, '/log/_subject')
  const base = valueAt(document, '/log/comment')
  const address = isString(base) && URL.canParse(base) ? base : baseOf(entries, file)
  return {
    subject: isString(subject) ? subject : 'agent',
    base: address,
    exchanges: exchangesOf(entries, address.replace(/\/+$/, '')),
  }
}

function readEntry(entry: unknown): Entry {
  const text = (pointer: string): string => {
    const value = valueAt(entry, pointer)
    return isString(value) ? value : ''
  }
  const body = valueAt(entry, '/request/postData/text')
  const probe = valueAt(entry, '/_probe')
  const failure = valueAt(entry, '/_failure')
  return {
    method: text('/request/method'),
    url: text('/request/url'),
    body: isString(body) ? body : undefined,
    headers: Object.fromEntries(headersOf(valueAt(entry, '/request/headers'))),
    probe: isString(probe) ? probe : undefined,
    outcome: isFailure(failure)
      ? failure
      : readResponse(entry, Date.parse(text('/startedDateTime'))),
  }
}

function readResponse(entry: unknown, started: number): HttpResponse {
  const ms = Number(valueAt(entry, '/time') ?? 0)
  return {
    kind: 'response',
    status: Number(valueAt(entry, '/response/status') ?? 0),
    headers: headersOf(valueAt(entry, '/response/headers')),
    body: readBody(entry),
    ms,
    at: (Number.isNaN(started) ? 0 : started) + ms,
  }
}

/** A recording may come from anyone, so each member is checked. */
const isFailure = (value: unknown): value is Failure =>
  isObject(value) &&
  value['kind'] === 'failure' &&
  FAILURE_PHASES.some((phase) => phase === value['phase']) &&
  FAILURE_CODES.some((code) => code === value['code']) &&
  isString(value['says']) &&
  typeof value['ms'] === 'number' &&
  typeof value['at'] === 'number'

function readBody(entry: unknown): string {
  const text = valueAt(entry, '/response/content/text')
  if (!isString(text)) return ''
  return valueAt(entry, '/response/content/encoding') === 'base64'
    ? Buffer.from(text, 'base64').toString('utf8')
    : text
}

const headersOf = (headers: unknown): [string, string][] =>
  isArray(headers)
    ? headers.flatMap((header) =>
        isObject(header) && isString(header['name'])
          ? [[header['name'], String(header['value'])] as [string, string]]
          : [],
      )
    : []

/** The probe that sends each request. */
const PROBES: Readonly<Record<string, string>> = {
  'GET /.well-known/agent.json': 'card',
  'GET /health': 'health',
  'POST /a2a': 'rpc.send',
  'POST /svc/auth': 'session.open',
  'POST /chat': 'chat',
}
const TASKS_PATH = '/a2a/tasks'

/** Returns the probe that would have sent a request, if there is one. */
function probeOf({ method, url, body }: Entry): string | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  const known = Object.entries(PROBES).find(
    ([key]) => key.startsWith(`${method} `) && path.endsWith(key.slice(method.length + 1)),
  )
  if (known) return known[1]
  if (method !== 'POST' || !path.endsWith(TASKS_PATH) || body === undefined) return undefined
  const task = parseJson(body)
  if (task === undefined) return 'task.malformed'
  const message = valueAt(task, '/input/message')
  return isObject(message) ? 'task.canonical' : isString(message) ? 'task.string' : undefined
}

/** Returns the address of the target, taken from a request whose path is known. */
function baseOf(entries: readonly Entry[], file: string): string {
  const known = entries.find((entry) => probeOf(entry) !== undefined)
  if (!known)
    throw new UsageError(
      `The file ${file} contains no request that the suite recognizes, such as GET /.well-known/agent.json.`,
    )
  const { origin, pathname } = new URL(known.url)
  const paths = [TASKS_PATH, ...Object.keys(PROBES).map((key) => key.slice(key.indexOf(' ') + 1))]
  const path = paths.find((end) => pathname.endsWith(end)) ?? ''
  return origin + pathname.slice(0, pathname.length - path.length)
}

/** Returns the path under the target's address, or the URL if it is not under it. */
function pathBelow(base: string, url: string): string {
  const { origin, pathname, search } = new URL(url)
  const address = origin + pathname + search
  const path = address.slice(base.length)
  return address.startsWith(base) && /^(?:[/?]|$)/.test(path) ? path : address
}

/** Numbers the requests of each probe. Other requests are omitted. */
function exchangesOf(entries: readonly Entry[], base: string): readonly Exchange[] {
  const counts = new Map<string, number>()
  return entries.flatMap((entry) => {
    const probe = entry.probe ?? probeOf(entry)
    if (probe === undefined) return []
    const index = counts.get(probe) ?? 0
    counts.set(probe, index + 1)
    const { method, url, headers, body, outcome } = entry
    return [
      {
        key: `${probe}#${index}`,
        probe,
        request: {
          method,
          path: pathBelow(base, url),
          headers,
          ...(body === undefined ? {} : { body }),
        },
        outcome,
      },
    ]
  })
}
