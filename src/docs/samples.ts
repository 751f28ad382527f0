import type { Contract, Operation } from './document.ts'
import { examplesOf } from './document.ts'
import { escape, Html, html } from '../html.ts'

const JSON_TOKENS =
  /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

/** Renders JSON with its names and values highlighted. */
export function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? ''
  let marked = ''
  let at = 0
  for (const match of text.matchAll(JSON_TOKENS)) {
    const [whole, string, colon] = match
    const kind = colon !== undefined ? 'k' : string !== undefined ? 's' : 'n'
    marked += `${escape(text.slice(at, match.index))}<span class="${kind}">${escape(string ?? whole)}</span>${colon ?? ''}`
    at = match.index + whole.length
  }
  return new Html(marked + escape(text.slice(at)))
}

/** Renders a code listing, which can be scrolled with the keyboard. */
export const listing = (title: string, content: Html): Html =>
  html`<figure class="listing"><figcaption>${title}</figcaption><pre tabindex="0"><code>${content}</code></pre></figure>
`

/** curl options by security scheme, with the variables that the guides set. */
const CREDENTIAL_OPTIONS: Readonly<Record<string, string>> = {
  ApiKey: '-H "X-API-Key: $SVC_API_KEY"',
  ApiKeyBearer: '-H "Authorization: Bearer $SVC_API_KEY"',
  RuntimeToken: '-H "Authorization: Bearer $SVC_RUNTIME_TOKEN"',
  AdminSession: '-H "Authorization: Bearer $SVC_ADMIN_SESSION"',
  AdminCookie: '-H "Cookie: svc_session=$SVC_ADMIN_SESSION"',
  AgentSession: '-H "Authorization: Bearer $SVC_AGENT_SESSION"',
  ClientId: '-H "X-Svc-Client-ID: $SVC_CLIENT_ID"',
}

/** Returns the first example of an operation as a curl command. */
export function curl(contract: Contract, operation: Operation): string {
  const shown = operation.parameters.filter(({ example }) => example !== undefined)
  const valueOf = (name: string): string =>
    encodeURIComponent(
      String(
        shown.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example ??
          `{${name}}`,
      ),
    )
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name))
  const query = shown
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&')
  const body = examplesOf(contract, operation.body)[0]
  const parts = [
    `curl ${operation.method === 'GET' || (operation.method === 'POST' && body) ? '' : `-X ${operation.method} `}"${contract.base_url}${path}${query && `?${query}`}"`,
    ...(operation.security[0] ?? []).map(
      (scheme) => CREDENTIAL_OPTIONS[scheme] ?? `-H "…: ${scheme}"`,
    ),
    ...shown
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, example }) => `-H ${quoted(`${name}: ${String(example)}`)}`),
    ...(body
      ? ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body.value, null, 2))}`]
      : []),
  ]
  return parts.join(' \\\n  ')
}

/** Quotes a text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
