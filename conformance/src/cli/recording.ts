import type { Failure, Outcome } from '../engine/http.ts'
import type { Exchange } from '../engine/types.ts'
import { at } from '../judge/json.ts'
import { isArray, isObject, isString } from '../judge/atoms.ts'
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

/** Reads an HTTP archive: one that the suite wrote, or one of a proxy or a browser, whose requests are recognised. @throws UsageError */
export function readRecording(document: unknown, file: string): Recording {
  const entries = at(document, '/log/entries')
  if (!isArray(entries)) throw new UsageError(`The file ${file} is no HTTP archive.`)
  const read = entries.map(entryOf).filter(({ url }) => URL.canParse(url))
  const subject = at(document, '/log/_subject')
  const base = at(document, '/log/comment')
  return {
    subject: isString(subject) ? subject : 'agent',
    base: isString(base) && URL.canParse(base) ? base : foreignBase(read, file),
    exchanges: numbered(
      read.flatMap((entry) => {
        const probe = entry.probe ?? recognised(entry)
        return probe === undefined ? [] : [{ entry, probe }]
      }),
    ),
  }
}

function entryOf(entry: unknown): Entry {
  const text = (pointer: string): string =>
    isString(at(entry, pointer)) ? (at(entry, pointer) as string) : ''
  const post = at(entry, '/request/postData/text')
  const probe = at(entry, '/_probe')
  const failure = at(entry, '/_failure')
  const ms = Number(at(entry, '/time') ?? 0)
  const started = Date.parse(text('/startedDateTime'))
  const answer: Outcome = {
    kind: 'answer',
    status: Number(at(entry, '/response/status') ?? 0),
    headers: pairs(at(entry, '/response/headers')),
    body: bodyOf(entry),
    ms,
    at: (Number.isNaN(started) ? 0 : started) + ms,
  }
  return {
    method: text('/request/method'),
    url: text('/request/url'),
    body: isString(post) ? post : undefined,
    headers: Object.fromEntries(pairs(at(entry, '/request/headers'))),
    probe: isString(probe) ? probe : undefined,
    outcome: isFailure(failure) ? failure : answer,
  }
}

/** Recordings may come from strangers, so nothing in them is taken for what it says it is. */
const isFailure = (value: unknown): value is Failure =>
  isObject(value) &&
  value['kind'] === 'failure' &&
  isString(value['phase']) &&
  isString(value['code']) &&
  isString(value['says']) &&
  typeof value['ms'] === 'number'

function bodyOf(entry: unknown): string {
  const text = at(entry, '/response/content/text')
  if (!isString(text)) return ''
  return at(entry, '/response/content/encoding') === 'base64'
    ? Buffer.from(text, 'base64').toString('utf8')
    : text
}

const pairs = (headers: unknown): [string, string][] =>
  isArray(headers)
    ? headers.flatMap((header) =>
        isObject(header) && isString(header['name'])
          ? [[header['name'], String(header['value'])] as [string, string]]
          : [],
      )
    : []

const PATHS: Readonly<Record<string, readonly string[]>> = {
  'GET /.well-known/agent.json': ['card', 'card.again'],
  'GET /health': ['health'],
  'POST /a2a': ['rpc.send'],
  'POST /svc/auth': ['session.open', 'session.again'],
  'POST /chat': ['chat', 'chat.again'],
}

/** Which probe would have sent this. Requests that none would have sent are passed over. */
function recognised({ method, url, body }: Entry): string | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  const known = Object.entries(PATHS).find(
    ([key]) => key.startsWith(`${method} `) && path.endsWith(key.slice(method.length + 1)),
  )
  if (known) return known[1][0]
  if (method !== 'POST' || !path.endsWith('/a2a/tasks') || body === undefined) return undefined
  try {
    const message = at(JSON.parse(body), '/input/message')
    return isObject(message) ? 'task.canonical' : isString(message) ? 'task.string' : undefined
  } catch {
    return 'task.malformed'
  }
}

function foreignBase(entries: readonly Entry[], file: string): string {
  const known = entries.find((entry) => recognised(entry) !== undefined)
  if (!known) throw new UsageError(`The file ${file} has no request that the interface knows.`)
  const path = new URL(known.url).pathname.replace(
    /\/(?:\.well-known\/agent\.json|health|a2a\/tasks|a2a|svc\/auth|chat)$/,
    '',
  )
  return new URL(known.url).origin + path
}

function numbered(
  entries: readonly { readonly entry: Entry; readonly probe: string }[],
): readonly Exchange[] {
  const counts = new Map<string, number>()
  return entries.map(({ entry, probe }) => {
    const place = counts.get(probe) ?? 0
    counts.set(probe, place + 1)
    const { method, url, headers, body, outcome } = entry
    const path = new URL(url).pathname + new URL(url).search
    return {
      key: `${probe}#${place}`,
      probe,
      request: { method, path, headers, ...(body === undefined ? {} : { body }) },
      outcome,
    }
  })
}
