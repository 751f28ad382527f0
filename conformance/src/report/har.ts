import { memorySharesOf } from '../engine/memory.ts'
import type { Run } from '../engine/run.ts'
import type { Exchange } from '../engine/types.ts'
import { resolveUrl } from '../engine/url.ts'
import { SUITE } from '../identity.ts'
import { escapeJson } from '../visible.ts'
import { mapStrings } from './data.ts'

/**
 * Returns all exchanges of a run as an HTTP Archive 1.2, which `judge` can read. Secrets are redacted, so requests cannot be repeated from
 * it, and tokens cannot be compared.
 */
export function har(run: Run, started_at: string): string {
  const { base, vault } = run.settings
  const fit = bodyLimiter(memorySharesOf(run.settings.max_memory).report)
  const log = {
    version: '1.2',
    creator: { name: SUITE.name, version: SUITE.version },
    comment: base,
    _subject: run.suite.subject,
    _seed: run.settings.seed,
    entries: run.exchanges.map((exchange) => entry(fit(exchange), base, started_at)),
  }
  return `${escapeJson(JSON.stringify(mapStrings({ log }, vault.redact), null, 2))}\n`
}

/** Replaces responses that do not fit into the archive with a failure, so that no rule is judged on a truncated body. */
function bodyLimiter(limit: number): (exchange: Exchange) => Exchange {
  let left = limit
  return (exchange) => {
    const {
      request: { body, ...request },
      outcome,
    } = exchange
    const size = (body?.length ?? 0) + (outcome.kind === 'response' ? outcome.body.length : 0)
    if (size > left) {
      const { ms, at } = outcome
      return {
        ...exchange,
        request,
        outcome: {
          kind: 'failure',
          phase: 'answer',
          code: 'too_large',
          says: `the response was left out of the archive, which is limited to ${limit} characters`,
          ms,
          at,
        },
      }
    }
    left -= size
    return exchange
  }
}

const pairs = (headers: readonly (readonly [string, string])[]): object[] =>
  headers.map(([name, value]) => ({ name, value }))

function entry(
  { key, probe, request, outcome }: Exchange,
  base: string,
  startedDateTime: string,
): object {
  const response =
    outcome.kind === 'response' ? outcome : { status: 0, headers: [] as const, body: '' }
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return {
    startedDateTime,
    time: outcome.ms,
    _probe: probe,
    _key: key,
    ...(outcome.kind === 'response' ? {} : { _failure: outcome }),
    request: requestEntry(request, base),
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response.headers),
      redirectURL: '',
      headersSize: -1,
      bodySize: Buffer.byteLength(response.body),
      content: {
        size: Buffer.byteLength(response.body),
        mimeType: type,
        text: response.body,
      },
    },
    cache: {},
    timings: { send: 0, wait: outcome.ms, receive: 0 },
  }
}

function requestEntry({ method, path, headers, body }: Exchange['request'], base: string): object {
  return {
    method,
    url: resolveUrl(base, path),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(Object.entries(headers)),
    queryString: [],
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
    ...(body === undefined
      ? {}
      : { postData: { mimeType: headers['Content-Type'] ?? '', text: body } }),
  }
}
