import { STATUS_CODES } from 'node:http'
import { styleText } from 'node:util'
import { TOKEN_PREFIXES } from '../../src/domain/tokens.ts'
import { formatFields, wrap } from '../../src/terminal/text.ts'

/** A request and the status of its response. */
export interface Exchange {
  readonly method: string
  readonly path: string
  /** Name and value of the credential's header; undefined when none was sent. */
  readonly credential: readonly [name: string, value: string] | undefined
  readonly body: unknown
  readonly status: number
}

const WIDTH = 92
const INDENT = '    '
const SECRET_LENGTH = 8
const TEXT_LENGTH = 28
const ID_LENGTH = 36
/** Long enough for a DID. */
const FIELD_LENGTH = 72
const MAX_BODY_LINES = 5

/** Prints steps on standard output, with colours if it is a terminal that supports them. */
export function printer() {
  let steps = 0
  const write = (text = '') => {
    process.stdout.write(`${text}\n`)
  }
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { stream: process.stdout })
  const block = (text: string) => write(text.replace(/^/gm, INDENT))

  return {
    intro(title: string, text: string) {
      write(`\n${paint('bold', title)}\n${wrap(text, WIDTH).join('\n')}`)
    },
    step(title: string) {
      steps += 1
      write(`\n${paint(['bold', 'cyan'], `${String(steps).padStart(2)}. ${title}`)}\n`)
    },
    exchange({ method, path, credential, body, status }: Exchange) {
      block(paint('bold', `${method} ${shortPath(path)}`))
      if (credential) block(paint('dim', `${credential[0]}: ${masked(credential[1])}`))
      if (body !== undefined) block(paint('dim', shortJson(body)))
      block(paint(status < 300 ? 'green' : 'yellow', `→ ${status} ${STATUS_CODES[status]}`))
    },
    fields(members: Readonly<Record<string, unknown>>) {
      block(
        formatFields(
          Object.entries(members).map(([name, value]) => [name, formatValue(value)]),
          '  ',
        ),
      )
    },
    explanation(text: string) {
      write()
      block(wrap(text, WIDTH - INDENT.length).join('\n'))
    },
    outro(text: string, next: string) {
      write(`\n${paint(['bold', 'green'], 'Done.')} ${text}\n\n${wrap(next, WIDTH).join('\n')}\n`)
    },
    get steps() {
      return steps
    },
  }
}

/** Matches secrets, which are truncated to eight characters. */
const SECRET = new RegExp(`(?:${TOKEN_PREFIXES.join('|')})[A-Za-z0-9_-]+`, 'g')
const masked = (text: string): string =>
  text.replace(SECRET, (secret) => `${secret.slice(0, SECRET_LENGTH)}…`)

const formatValue = (value: unknown): string =>
  cut(masked(typeof value === 'string' ? value : JSON.stringify(value)), FIELD_LENGTH)

/** Returns a path without percent-encoding, and with long identifiers truncated. */
const shortPath = (path: string): string =>
  path
    .split('/')
    .map((part) => cut(decodeURIComponent(part), ID_LENGTH))
    .join('/')

/** Returns a body on a few lines, with long strings truncated and secrets masked. */
function shortJson(body: unknown): string {
  const short = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'string' ? cut(masked(value), TEXT_LENGTH).replaceAll(' ', '\0') : value,
  )
  const spaced = short.replaceAll('\\u0000', '\0').replaceAll(',"', ', "').replaceAll('":', '":\0')
  const lines = wrap(spaced, WIDTH - INDENT.length).map((line) => line.replaceAll('\0', ' '))
  return lines.length <= MAX_BODY_LINES
    ? lines.join('\n')
    : [...lines.slice(0, MAX_BODY_LINES), '…'].join('\n')
}

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1)}…` : text
