import { escapeJson, escapeUrl } from '../visible.ts'
import { parseJson } from '../judge/json.ts'
import type { RecordedRequest } from './types.ts'
import { resolveUrl } from './url.ts'

const PLACEHOLDER = /(\{\{[A-Z][A-Z0-9_]*\}\})/

/** Quotes a word for a POSIX shell. `{{NAME}}` becomes `$NAME`, so that the line contains no secret. */
export function shellQuote(text: string): string {
  const parts = text.split(PLACEHOLDER).filter((part) => part !== '')
  if (parts.length === 0) return "''"
  return parts
    .map((part) => (PLACEHOLDER.test(part) ? `"$${part.slice(2, -2)}"` : quoteLiteral(part)))
    .join('')
}

const quoteLiteral = (text: string): string =>
  /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Returns the shell line that repeats a request and prints status, headers and body. */
export const curlLine = (base: string, request: RecordedRequest, limit_ms: number): string =>
  `${curlCommand(limit_ms)} ${curlArguments(base, request)}`

export const curlCommand = (limit_ms: number): string =>
  `curl -sS -i --max-time ${Math.ceil(limit_ms / 1000)}`

/** Returns the arguments of curl that follow the options. */
export function curlArguments(
  base: string,
  { method, path, headers, body }: RecordedRequest,
): string {
  const sent = Object.entries(headers).map(([name, value]) =>
    name === 'User-Agent' ? `-A ${shellQuote(value)}` : `-H ${shellQuote(`${name}: ${value}`)}`,
  )
  const verb = method === 'GET' && body === undefined ? [] : [`-X ${method}`]
  const data =
    body === undefined
      ? []
      : [`--data-raw ${shellQuote(parseJson(body) === undefined ? body : escapeJson(body))}`]
  // Without -g curl expands an address with brackets or braces into several requests.
  const literal = /[[\]{}]/.test(
    path
      .split(PLACEHOLDER)
      .filter((_, i) => i % 2 === 0)
      .join(''),
  )
    ? ['-g']
    : []
  return [
    ...literal,
    ...verb,
    shellQuote(escapeUrl(resolveUrl(base, path))),
    ...sent,
    ...data,
  ].join(' ')
}
