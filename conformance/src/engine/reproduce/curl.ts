import { escapeJson, escapeUrl } from '../../visible.ts'
import { parseJson } from '../../judge/json.ts'
import type { IsPlaceholder } from '../secrets/placeholders.ts'
import type { RecordedRequest } from '../types.ts'
import { resolveUrl } from '../url.ts'

const PLACEHOLDER = /(\{\{[A-Z][A-Z0-9_]*\}\})/

/** Quotes a word for a POSIX shell. A placeholder `{{NAME}}` becomes `$NAME`, so that the line contains no secret. */
export function shellQuote(
  text: string,
  isPlaceholder: (name: string) => boolean = () => true,
): string {
  const parts = text
    .split(PLACEHOLDER)
    .reduce<{ text: string; isVariable: boolean }[]>((known, part, i) => {
      // Parts at odd positions match the pattern.
      const isVariable = i % 2 === 1 && isPlaceholder(part.slice(2, -2))
      const last = known.at(-1)
      if (!isVariable && last?.isVariable === false) last.text += part
      else known.push({ text: part, isVariable })
      return known
    }, [])
  const quoted = parts
    .filter((part) => part.text !== '')
    .map((part) => (part.isVariable ? `"$${part.text.slice(2, -2)}"` : quoteLiteral(part.text)))
  return quoted.length === 0 ? "''" : quoted.join('')
}

const quoteLiteral = (text: string): string =>
  /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const NONE: IsPlaceholder = () => false

/** Returns the shell line that repeats a request and prints status, headers and body. */
export const curlLine = (
  base: string,
  request: RecordedRequest,
  limit_ms: number,
  isPlaceholder: IsPlaceholder = NONE,
): string => `${curlCommand(limit_ms)} ${curlArguments(base, request, isPlaceholder)}`

export const curlCommand = (limit_ms: number): string =>
  `curl -sS -i --max-time ${Math.ceil(limit_ms / 1000)}`

/** Returns the URL of a request, and the options of curl for its method, headers and body. */
export function curlArguments(
  base: string,
  { method, path, headers, body }: RecordedRequest,
  isPlaceholder: IsPlaceholder = NONE,
): string {
  const quote = (text: string): string => shellQuote(text, isPlaceholder)
  const sent = Object.entries(headers).map(([name, value]) =>
    name === 'User-Agent'
      ? `-A ${quote(value)}`
      : `-H ${shellQuote(`${name}: ${value}`, (placeholder) => isPlaceholder(placeholder, { name, value }))}`,
  )
  const verb = method === 'GET' && body === undefined ? [] : [`-X ${method}`]
  const data =
    body === undefined
      ? []
      : [`--data-raw ${quote(parseJson(body) === undefined ? body : escapeJson(body))}`]
  // Without -g curl expands an address with brackets or braces into several requests.
  const literal = /[[\]{}]/.test(
    path
      .split(PLACEHOLDER)
      .filter((part, i) => i % 2 === 0 || !isPlaceholder(part.slice(2, -2)))
      .join(''),
  )
    ? ['-g']
    : []
  return [...literal, ...verb, quote(escapeUrl(resolveUrl(base, path))), ...sent, ...data].join(' ')
}
