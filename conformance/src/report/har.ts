import type { Run } from '../engine/run.ts'
import type { Exchange } from '../engine/types.ts'
import { addressOf } from '../engine/address.ts'
import { plainJson } from '../visible.ts'
import { sharesOf } from '../engine/memory.ts'
import { SUITE } from '../identity.ts'
import { redacted } from './data.ts'

/** HTTP Archive 1.2 of everything that was exchanged; `judge` reads it again. Secrets are gone, so what was sent cannot be sent again from it. */
export function har(run: Run, started_at: string): string {
  const { base, vault } = run.settings
  const fits = fittingIn(sharesOf(run.settings.max_memory).report)
  const log = {
    version: '1.2',
    creator: { name: SUITE.name, version: SUITE.version },
    comment: base,
    _subject: run.suite.subject,
    _seed: run.settings.seed,
    entries: run.exchanges.map((exchange) => entry(fits(exchange), base, started_at)),
  }
  return `${plainJson(JSON.stringify(redacted({ log }, vault.redact), null, 2))}\n`
}

/** Leaves the bodies out for which there is no room left, and says so, so that nothing is judged by a part of one. */
function fittingIn(most: number): (exchange: Exchange) => Exchange {
  let left = most
  return (exchange) => {
    const {
      request: { body, ...request },
      outcome,
    } = exchange
    const size = (body?.length ?? 0) + (outcome.kind === 'answer' ? outcome.body.length : 0)
    if (size > left) {
      const { ms, at } = outcome
      return {
        ...exchange,
        request,
        outcome: {
          kind: 'failure',
          phase: 'answer',
          code: 'too_large',
          says: `left out of the archive, which holds ${most} characters`,
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
  const { method, path, headers, body } = request
  const answered = outcome.kind === 'answer'
  const type = answered
    ? (outcome.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '')
    : ''
  return {
    startedDateTime,
    time: outcome.ms,
    _probe: probe,
    _key: key,
    ...(answered ? {} : { _failure: outcome }),
    request: {
      method,
      url: addressOf(base, path),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(headers)),
      queryString: [],
      headersSize: -1,
      bodySize: body === undefined ? 0 : Buffer.byteLength(body),
      ...(body === undefined
        ? {}
        : { postData: { mimeType: headers['Content-Type'] ?? '', text: body } }),
    },
    response: {
      status: answered ? outcome.status : 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: answered ? pairs(outcome.headers) : [],
      redirectURL: '',
      headersSize: -1,
      bodySize: answered ? Buffer.byteLength(outcome.body) : 0,
      content: {
        size: answered ? Buffer.byteLength(outcome.body) : 0,
        mimeType: type,
        text: answered ? outcome.body : '',
      },
    },
    cache: {},
    timings: { send: 0, wait: outcome.ms, receive: 0 },
  }
}
