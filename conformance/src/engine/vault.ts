import { changeEscapedStrings } from './escaped-strings.ts'

/**
 * Stores secrets by name. A request is written with the placeholder `{{NAME}}`, and the value is inserted when the request is sent. A
 * recorded request therefore never contains a secret, and a `curl` line shows `$NAME` instead.
 */
export interface Vault {
  /** Stores one of the user's secrets and returns its placeholder. `obtain` is a shell command that prints the value, if no variable with this name does. */
  readonly add: (name: string, value: string, obtain?: string) => string
  /** Stores a secret that the target issued and returns its placeholder. A later value may replace it. `obtain` is a shell command that prints the value. */
  readonly addFromTarget: (name: string, value: string, obtain?: string) => string
  /** Returns whether a secret is stored under a name. */
  readonly has: (name: string) => boolean
  /** Returns all values that the target has issued under a name; none for one of the user's secrets. */
  readonly valuesFromTarget: (name: string) => readonly string[]
  /** Returns the shell command that prints the value, if one is known. */
  readonly commandFor: (name: string) => string | undefined
  /** Inserts only the target's secrets. Paths and bodies may repeat text from the target, which must not obtain the user's secrets. */
  readonly insertTargetSecrets: (text: string) => string
  /** Inserts all secrets. Only headers for credentials may contain the user's secrets. */
  readonly insertSecrets: (text: string) => string
  /** Replaces the user's secrets with their names, and the target's secrets and everything that looks like a token with `[redacted]`. */
  readonly redact: (text: string) => string
  /** Returns the names of the placeholders in a text, each once. */
  readonly names: (text: string) => readonly string[]
}

const PLACEHOLDER = /\{\{([A-Z][A-Z0-9_]*)\}\}/g
/**
 * The API keys and tokens of the interface (docs/specification/http.md#credentials), and the session tokens of agents. Their prefix is not
 * redacted, because rules judge it.
 */
const TOKENS = /\b(sk_live|skt|srt|srf|adm|sess)_[A-Za-z0-9._~+/=-]{6,}/g
/** Members that hold a secret in any form. A PIN has at least 4 characters, and the other values have at least 7. */
const NAMES =
  'session_token|runtime_token|refresh_token|install_token|api_key|hec_token|routing_key|token'
const SECRET_MEMBERS = new RegExp(
  String.raw`("(?:${NAMES})"\s*:\s*"(?=[^"\\]{7})|"pin"\s*:\s*")([^"\\]{4,})(")`,
  'g',
)
/** Matches the name of such a member at the end of a text. */
const SECRET_MEMBER_NAME = new RegExp(String.raw`"(?:${NAMES}|(pin))"\s*:\s*$`)

/** Returns whether a string is the value of a member that holds a secret; `before` is the text in front of it. */
function isSecretMember(value: string, before: string): boolean {
  const found = SECRET_MEMBER_NAME.exec(before)
  return found !== null && value.length >= (found[1] === undefined ? 7 : 4)
}

export function createVault(): Vault {
  const current = new Map<string, { value: string; obtain: string | undefined }>()
  const fromTarget = new Map<string, string[]>()
  const redactKnown = (text: string): string => {
    const withoutOwn = [...current].reduce(
      (redacted, [name, { value }]) =>
        fromTarget.has(name) ? redacted : redactSecret(redacted, value, `$${name}`),
      text,
    )
    return [...fromTarget.values()]
      .flat()
      .reduce(
        (redacted, value) => redactSecret(redacted, value, `${prefixOf(value)}[redacted]`),
        withoutOwn,
      )
  }
  const redactPlain = (text: string): string =>
    redactKnown(text)
      .replace(TOKENS, (_, prefix: string) => `${prefix}_[redacted]`)
      .replace(
        SECRET_MEMBERS,
        (_, open: string, value: string, close: string) =>
          `${open}${prefixOf(value)}[redacted]${close}`,
      )
  const store = (name: string, value: string, obtain?: string): string => {
    current.set(name, { value, obtain })
    return `{{${name}}}`
  }
  return {
    add: store,
    addFromTarget(name, value, obtain) {
      fromTarget.set(name, [...(fromTarget.get(name) ?? []), value])
      return store(name, value, obtain)
    },
    has: (name) => current.has(name),
    valuesFromTarget: (name) => fromTarget.get(name) ?? [],
    commandFor: (name) => current.get(name)?.obtain,
    insertTargetSecrets: (text) =>
      text.replace(
        PLACEHOLDER,
        (placeholder, name: string) =>
          (fromTarget.has(name) ? current.get(name)?.value : undefined) ?? placeholder,
      ),
    insertSecrets: (text) =>
      text.replace(
        PLACEHOLDER,
        (placeholder, name: string) => current.get(name)?.value ?? placeholder,
      ),
    // A serializer may escape any character of a string, so that a secret does not look like its value.
    redact: (text) =>
      redactPlain(
        changeEscapedStrings(text, (value, before) =>
          isSecretMember(value, before) ? `${prefixOf(value)}[redacted]` : redactPlain(value),
        ),
      ),
    names: (text) => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))],
  }
}

/** Shorter values are not redacted, because they also occur as ordinary words. */
const MIN_SECRET = 4
/** How many characters of a secret identify it where a text was truncated. */
const MIN_BEGINNING = 8

/** What can follow a secret that was truncated. Any other character shows that the text only resembles the secret. */
const AFTER_TRUNCATION = /["'…\s,;)\]}<]/

/** Replaces a secret in every encoding, and its beginning wherever text was truncated in the middle of it. */
function redactSecret(text: string, secret: string, replacement: string): string {
  if (secret.length < MIN_SECRET) return text
  const encodings = new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    percentEncode(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ])
  return [...encodings].reduce(
    (redacted, encoded) =>
      redactBeginnings(redacted.replaceAll(encoded, replacement), encoded, replacement),
    text,
  )
}

function redactBeginnings(text: string, secret: string, replacement: string): string {
  if (secret.length <= MIN_BEGINNING) return text
  const beginning = secret.slice(0, MIN_BEGINNING)
  let [redacted, position] = ['', 0]
  for (let start = text.indexOf(beginning); start >= 0; start = text.indexOf(beginning, position)) {
    const end = start + commonLength(text, start, secret)
    const isTruncated = end === text.length || AFTER_TRUNCATION.test(text[end]!)
    redacted += text.slice(position, start) + (isTruncated ? replacement : text[start])
    position = isTruncated ? end : start + 1
  }
  return redacted + text.slice(position)
}

/** Returns how many characters of the text, from this position on, are the beginning of the secret. */
function commonLength(text: string, start: number, secret: string): number {
  let length = 0
  while (length < secret.length && text[start + length] === secret[length]) length += 1
  return length
}

/** Text with an unpaired surrogate cannot be percent-encoded. */
const percentEncode = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : text

/** Returns the prefix of a token, the only part of a secret that may be shown. */
function prefixOf(value: string): string {
  return /^(?:[a-z]{2,8}_){1,2}/.exec(value)?.[0] ?? ''
}
