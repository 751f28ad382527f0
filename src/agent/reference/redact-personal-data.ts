/** A text without its personal data, and the number of removed items of each kind. */
export interface Redacted {
  readonly text: string
  readonly found: Readonly<Record<string, number>>
}

interface Kind {
  readonly name: string
  readonly pattern: RegExp
  readonly isMatch?: (match: string) => boolean
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
  },
  { name: 'card', pattern: /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g, isMatch: passesLuhn },
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

/** Replaces every piece of personal data with its kind in brackets, such as `[email]`. */
export function redactPersonalData(text: string): Redacted {
  const found: Record<string, number> = {}
  const redacted = KINDS.reduce(
    (remaining, { name, pattern, isMatch }) =>
      remaining.replace(pattern, (match) => {
        if (isMatch && !isMatch(match)) return match
        found[name] = (found[name] ?? 0) + 1
        return `[${name}]`
      }),
    text,
  )
  return { text: redacted, found }
}

/** Verifies the check digits of ISO 13616: letters count as 10 to 35, and the resulting number must be 1 modulo 97. */
function isIban(match: string): boolean {
  const compact = match.replaceAll(' ', '')
  if (compact.length < 15 || compact.length > 34) return false
  const digits = (compact.slice(4) + compact.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/** Verifies the check digit of payment cards (ISO/IEC 7812-1): every second digit from the right is doubled, and the sum ends in 0. */
function passesLuhn(match: string): boolean {
  const digits = [...match.replace(/\D/g, '')].reverse().map(Number)
  const sum = digits.reduce(
    (total, digit, index) =>
      total + (index % 2 === 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]!),
    0,
  )
  return sum % 10 === 0
}

/** Returns whether a match has 7 to 15 digits, as telephone numbers do (ITU-T E.164). */
function isPhone(match: string): boolean {
  const { length } = match.replace(/\D/g, '')
  return length >= 7 && length <= 15
}
