/** A text without its personal data, and the number of removed items of each kind. */
export interface Redacted {
  readonly text: string
  readonly found: Readonly<Record<string, number>>
}

interface Kind {
  readonly name: string
  readonly pattern: RegExp
  readonly isMatch?: (match: string) => boolean
  /**
   * What separates the groups of a match. If the check fails, fewer groups are tried, because the pattern also matches a word or a number
   * that follows.
   */
  readonly separator?: RegExp
}

/** The most specific kinds come first, because later ones do not match text that was replaced. */
const KINDS: readonly Kind[] = [
  {
    name: 'token',
    pattern:
      /\b(?:sk|srt|srf|skt|adm|sess|ghp|gho|xox[abp])[_-][A-Za-z0-9_-]{16,200}|\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{2,4000}\.[A-Za-z0-9_-]{2,2000}/g,
  },
  { name: 'email', pattern: /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu },
  {
    name: 'iban',
    pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
    isMatch: isIban,
    separator: / /g,
  },
  {
    name: 'card',
    pattern: /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g,
    isMatch: isCard,
    separator: /[ -]/g,
  },
  {
    name: 'ip',
    pattern:
      /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]*\d)/g,
  },
  {
    name: 'phone',
    pattern:
      /(?<![\d.,/-])(?:\+|00)\d{1,3}(?:[ ./-]?\(?\d{1,5}\)?){2,6}(?!\d)|(?<![\d.,/-])\(?0\d{2,5}\)?[ /-]\d{3,8}(?:[ -]\d{2,6}){0,3}(?!\d)/g,
    isMatch: isPhone,
  },
]

/** Replaces personal data of these kinds with the kind in brackets, such as `[email]`. Other kinds, such as names, remain. */
export function redactPersonalData(text: string): Redacted {
  const found: Record<string, number> = {}
  const redacted = KINDS.reduce((remaining, kind) => {
    const matches = matchesOf(remaining, kind)
    if (matches.length > 0) found[kind.name] = matches.length
    return replaceRanges(remaining, matches, `[${kind.name}]`)
  }, text)
  return { text: redacted, found }
}

/** A piece of a text, as the indexes of its first character and of the one after its last. */
interface Range {
  readonly start: number
  readonly end: number
}

/** Returns the ranges of a text that match a kind, in order. */
function matchesOf(text: string, { pattern, isMatch, separator }: Kind): Range[] {
  const ranges: Range[] = []
  const matcher = new RegExp(pattern)
  for (let match = matcher.exec(text); match; match = matcher.exec(text)) {
    const [whole] = match
    const start = match.index
    const ends = separator ? [...whole.matchAll(separator)].map(({ index }) => index) : []
    const length = [whole.length, ...ends.toReversed()].find(
      (end) => !isMatch || isMatch(whole.slice(0, end)),
    )
    if (length === undefined) continue
    ranges.push({ start, end: start + length })
    // The groups that were not used may belong to the next match.
    matcher.lastIndex = start + length
  }
  return ranges
}

/** Returns a text with each of these ranges replaced. */
function replaceRanges(text: string, ranges: readonly Range[], replacement: string): string {
  const starts = [0, ...ranges.map(({ end }) => end)]
  return starts.map((start, at) => text.slice(start, ranges[at]?.start)).join(replacement)
}

/** Verifies the check digits of ISO 13616: letters count as 10 to 35, and the resulting number must be 1 modulo 97. */
function isIban(match: string): boolean {
  const compact = match.replaceAll(' ', '')
  if (compact.length < 15 || compact.length > 34) return false
  let remainder = 0
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
  }
  return remainder === 1
}

/**
 * Verifies the length and the check digit of payment cards (ISO/IEC 7812-1): every second digit from the right is doubled, and the sum ends
 * in 0.
 */
function isCard(match: string): boolean {
  const digits = match.replace(/\D/g, '')
  if (digits.length < 13) return false
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    sum += index % 2 === 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]!
  }
  return sum % 10 === 0
}

/** Returns whether a match has 7 to 15 digits, as telephone numbers do (ITU-T E.164). */
function isPhone(match: string): boolean {
  const { length } = match.replace(/\D/g, '')
  return length >= 7 && length <= 15
}
