import { addressOf } from './address.ts'
import type { Draft } from './types.ts'
import { plainAddress, plainJson } from '../visible.ts'

/** A word for a POSIX shell. `{{NAME}}` becomes `$NAME`, so that the line holds no secret. */
export function quoted(text: string): string {
  const pieces = text.split(/(\{\{[A-Z][A-Z0-9_]*\}\})/).filter((piece) => piece !== '')
  if (pieces.length === 0) return "''"
  return pieces
    .map((piece) => (/^\{\{[A-Z]/.test(piece) ? `"$${piece.slice(2, -2)}"` : plain(piece)))
    .join('')
}

const plain = (text: string): string =>
  /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** The line that sends the same request again and prints status, headers and body. */
export const curlLine = (base: string, draft: Draft, limit_ms: number): string =>
  `${curlCommand(limit_ms)} ${curlWords(base, draft)}`

export const curlCommand = (limit_ms: number): string =>
  `curl -sS -i --max-time ${Math.ceil(limit_ms / 1000)}`

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What stands behind the command. */
export function curlWords(base: string, { method, path, headers, body }: Draft): string {
  const sent = Object.entries(headers).map(([name, value]) =>
    name === 'User-Agent' ? `-A ${quoted(value)}` : `-H ${quoted(`${name}: ${value}`)}`,
  )
  const verb = method === 'GET' && body === undefined ? [] : [`-X ${method}`]
  const data =
    body === undefined ? [] : [`--data-raw ${quoted(isJson(body) ? plainJson(body) : body)}`]
  // Without -g, curl makes many requests of an address with brackets or braces.
  const literal = /[[\]{}]/.test(path.replace(/\{\{[A-Z][A-Z0-9_]*\}\}/g, '')) ? ['-g'] : []
  return [...literal, ...verb, quoted(plainAddress(addressOf(base, path))), ...sent, ...data].join(
    ' ',
  )
}
