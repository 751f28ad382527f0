import { decodeEscapes, replaceDecoded, replaceParts, type Find } from './escapes.ts'

/** Removes secrets from text. */
interface Redaction {
  /** Adds a secret that is replaced wherever it occurs. If it is known already, the earlier replacement stays. */
  readonly add: (secret: string, by: string) => void
  /** Replaces all known secrets and everything that looks like a token. */
  readonly redact: (text: string) => string
}

export function createRedaction(): Redaction {
  const { add, find } = createSearch()
  // The undecoded text is searched too, because a backslash and the beginning of a secret can look like an escape sequence.
  const redactKnown = (text: string): string => {
    const redacted = replaceDecoded(text, find)
    return text.includes('\\') ? replaceParts(redacted, find(redacted)) : redacted
  }
  return {
    add,
    redact: (text) => replaceDecoded(replaceDecoded(redactKnown(text), findTokens), findMembers),
  }
}

/** Shorter values are not redacted, because they also occur as ordinary words. */
const MIN_SECRET = 4
/** How many characters of a secret identify it where text was truncated. */
const MIN_BEGINNING = 8
/** How many characters identify it regardless of what follows. This also limits how many times characters are compared again. */
const MIN_CERTAIN = 64
/** What can follow a secret that was truncated, possibly within an escape sequence. Anything else shows that the text only resembles it. */
const AFTER_TRUNCATION = /["'…\s,;)\]}<]|$|\\+u?[0-9a-fA-F]{0,3}(?:…|$)/y

/** One encoding of a secret. */
interface Needle {
  readonly text: string
  readonly by: string
}

/** Searches for all secrets at once. What is searched for is computed when a secret is added. */
function createSearch(): {
  readonly add: Redaction['add']
  readonly find: (text: string) => ReturnType<Find>
} {
  const known = new Set<string>()
  /** The encodings by their first characters. */
  const needles = new Map<string, Needle[]>()
  let pattern: RegExp | undefined
  return {
    add(secret, by) {
      if (secret.length < MIN_SECRET || known.has(secret)) return
      known.add(secret)
      pattern = undefined
      for (const text of encodingsOf(secret)) {
        const beginning = text.slice(0, MIN_SECRET)
        const others = needles.get(beginning)
        if (others) others.push({ text, by })
        else needles.set(beginning, [{ text, by }])
      }
    },
    find(text) {
      if (needles.size === 0) return []
      pattern ??= new RegExp([...needles.keys()].map(escapeRegExp).join('|'), 'g')
      pattern.lastIndex = 0
      const found = []
      for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
        const start = match.index
        const { length, by } = longestAt(text, start, needles.get(match[0]) ?? [])
        if (length > 0) found.push({ start, end: start + length, by })
        pattern.lastIndex = start + Math.max(1, length)
      }
      return found
    },
  }
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Returns the encodings in which a secret is searched for, as they occur in text and in decoded text. */
function encodingsOf(secret: string): readonly string[] {
  const encodings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percentEncode(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ]
  return [...new Set([...encodings, ...encodings.map(decodeEscapes)])].filter(
    ({ length }) => length >= MIN_SECRET,
  )
}

/** Text with an unpaired surrogate cannot be percent-encoded. */
const percentEncode = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : text

/** Returns the longest secret at a position in text, or the longest beginning of a truncated one. */
function longestAt(
  text: string,
  start: number,
  needles: readonly Needle[],
): { readonly length: number; readonly by: string } {
  let longest = { length: 0, by: '' }
  for (const { text: needle, by } of needles) {
    const length = commonLength(text, start, needle)
    AFTER_TRUNCATION.lastIndex = start + length
    const isSecret =
      length === needle.length ||
      length >= MIN_CERTAIN ||
      (length >= MIN_BEGINNING && AFTER_TRUNCATION.test(text))
    if (isSecret && length > longest.length) longest = { length, by }
  }
  return longest
}

/** Returns how many characters of the text, from this position on, are the beginning of the secret. */
function commonLength(text: string, start: number, secret: string): number {
  let length = 0
  while (length < secret.length && text[start + length] === secret[length]) length += 1
  return length
}

/**
 * The API keys and tokens of the interface (docs/specification/http.md#credentials), and the session tokens of agents. Their prefix is not
 * redacted, because rules judge it.
 */
const TOKENS = /\b(sk_live|skt|srt|srf|adm|sess)_[A-Za-z0-9._~+/=-]{6,}/g

const findTokens: Find = (text) =>
  [...text.matchAll(TOKENS)].map(({ index, 0: token, 1: prefix }) => ({
    start: index,
    end: index + token.length,
    by: `${prefix}_[redacted]`,
  }))

/** Members that hold a secret in any form. A PIN has at least 4 characters, and the other values have at least 7. */
const MEMBERS =
  /"(?:(pin)|session_token|runtime_token|refresh_token|install_token|api_key|hec_token|routing_key|token)"\s*:\s*"/g

const findMembers: Find = (text, widthAt) => {
  const found = []
  MEMBERS.lastIndex = 0
  for (let match = MEMBERS.exec(text); match; match = MEMBERS.exec(text)) {
    const start = MEMBERS.lastIndex
    const end = closingQuote(text, start, widthAt)
    if (end < 0) continue
    const value = text.slice(start, end)
    if (value.length >= (match[1] === undefined ? 7 : 4))
      found.push({ start, end, by: `${prefixOf(value)}[redacted]` })
    MEMBERS.lastIndex = end + 1
  }
  return found
}

/** Returns where the string that starts at a position ends. A quote inside it has more backslashes than those around it. */
function closingQuote(text: string, start: number, widthAt: (position: number) => number): number {
  const width = widthAt(start - 1)
  let end = text.indexOf('"', start)
  while (end >= 0 && widthAt(end) > width) end = text.indexOf('"', end + 1)
  return end
}

/** Returns the prefix of a token, the only part of a secret that may be shown. */
export function prefixOf(value: string): string {
  return /^(?:[a-z]{2,8}_){1,2}/.exec(value)?.[0] ?? ''
}
