import { codePointsIn } from '../../../parts/text/format.ts'
import type { FormField, Member } from './form-model.ts'

/** The user's input: strings for text, numbers, booleans, choices and JSON, otherwise the parts of a list or an object. */
export type Draft = string | readonly Draft[] | { readonly [name: string]: Draft }

/** Nested lists multiply their minimum entries, so a form is prefilled with at most about this many fields. */
const MAX_PREFILLED_FIELDS = 100

/**
 * Returns the draft of a form in which nothing has been typed. It contains the minimum entries of lists, at most ten of each and up to the
 * budget of fields; users add the rest.
 */
export function emptyDraft(field: FormField, budget = { left: MAX_PREFILLED_FIELDS }): Draft {
  if (field.kind === 'object')
    return Object.fromEntries(
      field.members.map((member) => [member.name, emptyDraft(member.field, budget)]),
    )
  budget.left -= 1
  if (field.kind !== 'list') return ''
  const entries: Draft[] = []
  while (entries.length < Math.min(field.min, 10) && budget.left > 0)
    entries.push(emptyDraft(field.item, budget))
  return entries
}

/** Returns the draft of a member, which may have any name, such as `constructor`. */
export const draftOf = (drafts: Draft, name: string): Draft =>
  typeof drafts === 'object' && Object.hasOwn(drafts, name)
    ? (drafts as Readonly<Record<string, Draft>>)[name]!
    : ''

interface FormResult {
  /** The value to send, if there are no issues; undefined if an optional part is empty. */
  readonly value: unknown
  /** Messages by field path. */
  readonly issues: ReadonlyMap<string, string>
}

/**
 * Returns the value of a draft, and messages for what the schema does not allow. Patterns are checked only by the agent, because evaluating
 * an untrusted regular expression may never finish.
 */
export function readDraft(field: FormField, draft: Draft, path = '', required = true): FormResult {
  if (field.kind === 'object') return readObject(field.members, draft, path, required)
  if (field.kind === 'list') return readList(field, draft, path, required)
  const text = typeof draft === 'string' ? draft : ''
  if (text === '')
    return required
      ? withIssue(path, `${field.title} is required.`)
      : { value: undefined, issues: new Map() }
  return readText(field, text, path)
}

const withIssue = (path: string, message: string): FormResult => ({
  value: undefined,
  issues: new Map([[path, message]]),
})
const accepted = (value: unknown): FormResult => ({ value, issues: new Map() })

function readText(field: FormField, text: string, path: string): FormResult {
  switch (field.kind) {
    case 'text':
      if (codePointsIn(text) < field.min)
        return withIssue(path, `${field.title} must have at least ${field.min} characters.`)
      if (field.max !== undefined && codePointsIn(text) > field.max)
        return withIssue(
          path,
          `${field.title} can have at most ${field.max} ${field.max === 1 ? 'character' : 'characters'}.`,
        )
      return accepted(text)
    case 'number':
      return readNumber(field, text, path)
    case 'boolean':
      return accepted(text === 'true')
    case 'choice':
      return accepted(field.options[Number(text)])
    default:
      return readJson(field.title, text, path)
  }
}

/** A browser would round other whole numbers without saying so. */
const OUT_OF_RANGE = `has too many digits to be sent exactly. Whole numbers can be from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`

function readNumber(
  { title, integer, min, max }: Extract<FormField, { kind: 'number' }>,
  text: string,
  path: string,
): FormResult {
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(value))
    return withIssue(path, `${title} must be a number.`)
  if (integer && !Number.isInteger(value))
    return withIssue(path, `${title} must be a whole number.`)
  if (min !== undefined && value < min) return withIssue(path, `${title} must be at least ${min}.`)
  if (max !== undefined && value > max) return withIssue(path, `${title} must be at most ${max}.`)
  if ((integer || /^[+-]?\d+$/.test(trimmed)) && !Number.isSafeInteger(value))
    return withIssue(path, `${title} ${OUT_OF_RANGE}`)
  return accepted(value)
}

function readJson(title: string, text: string, path: string): FormResult {
  try {
    return accepted(JSON.parse(text))
  } catch {
    return withIssue(path, `${title} is not valid JSON. Text needs quotation marks: "like this".`)
  }
}

export const pathOf = (path: string, name: string | number): string =>
  path === '' ? String(name) : `${path}.${name}`

function readObject(
  members: readonly Member[],
  draft: Draft,
  path: string,
  required: boolean,
): FormResult {
  const isEmpty = !required && members.every(({ name }) => isBlank(draftOf(draft, name)))
  if (isEmpty) return accepted(undefined)
  const results = members.map(
    (member) =>
      [
        member.name,
        readDraft(
          member.field,
          draftOf(draft, member.name),
          pathOf(path, member.name),
          member.required,
        ),
      ] as const,
  )
  return {
    value: Object.fromEntries(
      results
        .filter(([, { value }]) => value !== undefined)
        .map(([name, { value }]) => [name, value]),
    ),
    issues: new Map(results.flatMap(([, { issues }]) => [...issues])),
  }
}

const isBlank = (draft: Draft): boolean =>
  typeof draft === 'string' ? draft === '' : Object.values(draft).every(isBlank)

function readList(
  { title, item, min, max }: Extract<FormField, { kind: 'list' }>,
  draft: Draft,
  path: string,
  required: boolean,
): FormResult {
  const drafts = Array.isArray(draft) ? (draft as readonly Draft[]) : []
  if (drafts.length === 0 && !required) return accepted(undefined)
  const results = drafts.map((each, index) => readDraft(item, each, pathOf(path, index)))
  const issues = new Map(results.flatMap((result) => [...result.issues]))
  if (drafts.length < min)
    issues.set(path, `${title} needs at least ${min} ${min === 1 ? 'entry' : 'entries'}.`)
  if (drafts.length > max)
    issues.set(path, `${title} can have at most ${max} ${max === 1 ? 'entry' : 'entries'}.`)
  return { value: results.map(({ value }) => value), issues }
}
