/** The fields found in the text of an invoice; `missing` lists the others. */
export interface Invoice {
  readonly invoice_number?: string
  readonly supplier?: string
  readonly total?: number
  /** ISO 4217. */
  readonly currency?: string
  /** ISO 8601 date. */
  readonly due_on?: string
  readonly missing: readonly string[]
}

const FIELDS = ['invoice_number', 'supplier', 'total', 'currency', 'due_on'] as const

/** Extracts the fields of an invoice by the words that usually precede them. */
export function extractInvoice(text: string): Invoice {
  const money = totalOf(text)
  const found = {
    invoice_number: firstGroup(text, NUMBER),
    supplier: supplierOf(text),
    total: money?.amount,
    currency: money?.currency,
    due_on: dueOf(text),
  }
  const known = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
  return { ...known, missing: FIELDS.filter((field) => found[field] === undefined) }
}

const firstGroup = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]

const NUMBER =
  /\b(?:invoice|bill|rechnung|facture)[ \t]{0,3}(?:no|number|nr|num\u00e9ro|#)?[.:#]{0,2}[ \t]{0,3}((?=[\w/-]{0,30}\d)[A-Z0-9][A-Z0-9/-]{0,30})/i
const SUPPLIERS = [
  /^[ \t]*(?:supplier|seller|from|vendor)[ \t]*:[ \t]*(\S[^\n]{0,120})/imu,
  /\b(?:of|from|by) ([A-Z][^\n,:;]{1,80}?)(?=[,:;\n]|\.?[ \t]{0,20}$|\. )/m,
]

const supplierOf = (text: string): string | undefined =>
  SUPPLIERS.map((pattern) => firstGroup(text, pattern)?.trim()).find(Boolean)

// ---- Money ----------------------------------------------------------------------------------------------------------

interface Money {
  readonly amount: number
  readonly currency: string
}

const SYMBOLS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' }
const CODE = '(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|CAD|AUD|INR|[€$£¥])'
const AMOUNT =
  "\\d{1,3}(?:[., '\u00a0]\\d{3}){0,4}(?:[.,]\\d{1,2})?(?!\\d)|\\d{1,12}(?:[.,]\\d{1,2})?(?!\\d)"
const MONEY = new RegExp(
  `(?<before>${CODE})[ \u00a0]?(?<first>${AMOUNT})|(?<![\\d.,-])(?<second>${AMOUNT})[ \u00a0]?(?<after>${CODE})`,
  'g',
)
const TOTAL_LINE = /\b(?:grand total|total due|amount due|balance due|total|to pay)\b[^\n]{0,80}/gi

/** Returns the last amount that is labelled as the total, else the greatest amount. */
function totalOf(text: string): Money | undefined {
  const totals = [...text.matchAll(TOTAL_LINE)].flatMap(([line]) => moneyIn(line))
  if (totals.length > 0) return totals.at(-1)
  return moneyIn(text).reduce<Money | undefined>(
    (greatest, money) => (greatest && greatest.amount >= money.amount ? greatest : money),
    undefined,
  )
}

const moneyIn = (text: string): Money[] =>
  [...text.matchAll(MONEY)].map(({ groups = {} }) => {
    const unit = (groups['before'] ?? groups['after'])!
    return {
      amount: numberOf((groups['first'] ?? groups['second'])!),
      currency: SYMBOLS[unit] ?? unit,
    }
  })

/** Parses an amount: the last point or comma before one or two digits separates decimals, any other one groups thousands. */
function numberOf(text: string): number {
  const [, whole, cents = '0'] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text)!
  return Number(`${whole!.replace(/\D/g, '')}.${cents}`)
}

// ---- Dates ----------------------------------------------------------------------------------------------------------

const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const DUE = /\b(?:due|payable|pay by|f\u00e4llig)\b[^\n]{0,60}/gi
const DATES: readonly {
  readonly pattern: RegExp
  readonly parts: (groups: readonly string[]) => readonly [string, string, string]
}[] = [
  { pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/, parts: ([year, month, day]) => [year!, month!, day!] },
  {
    pattern: /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/,
    parts: ([day, month, year]) => [year!, month!, day!],
  },
  {
    pattern: /\b(\d{1,2})(?:st|nd|rd|th)? ([A-Z][a-z]+),? (\d{4})\b/,
    parts: ([day, month, year]) => [year!, monthOf(month!), day!],
  },
  {
    pattern: /\b([A-Z][a-z]+) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/,
    parts: ([month, day, year]) => [year!, monthOf(month!), day!],
  },
]

const monthOf = (name: string): string =>
  String(
    MONTHS.findIndex(
      (month) => month === name.toLowerCase() || month.slice(0, 3) === name.toLowerCase(),
    ) + 1,
  )

/**
 * Returns the first date after a word that means "due". Dates like 03/04/2026 are ignored, because they mean different days in different
 * countries.
 */
const dueOf = (text: string): string | undefined =>
  [...text.matchAll(DUE)].map(([line]) => dateIn(line)).find((date) => date !== undefined)

function dateIn(line: string): string | undefined {
  for (const { pattern, parts } of DATES) {
    const groups = pattern.exec(line)?.slice(1)
    const date =
      groups &&
      parts(groups)
        .map((part, index) => part.padStart(index === 0 ? 4 : 2, '0'))
        .join('-')
    if (date && isDate(date)) return date
  }
  return undefined
}

const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
