import type { ErrorObject } from 'ajv'
import type { Issue } from './typed.ts'

/** Maximum number of issues in a problem, so that a small request cannot cause a large response. */
export const MAX_ISSUES = 10
const MAX_TEXT = 256

/** Returns one reference token of a JSON pointer (RFC 6901, section 3). */
export const token = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Creates an issue. Both strings have at most MAX_TEXT printable characters, whatever names the request contains. */
export const issue = (path: string, message: string): Issue => ({
  path: printable(path),
  message: printable(message),
})
const printable = (text: string): string => printableText(text, MAX_TEXT)

/** Returns at most `max` characters of a string, with U+FFFD for control characters and unpaired surrogates. */
export const printableText = (text: string, max: number): string =>
  text
    .slice(0, max)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, '\ufffd')

/** Converts Ajv's errors to issues, which never contain values of the request. */
export function issuesOf(faults: readonly ErrorObject[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const fault of faults) {
    if (issues.size === MAX_ISSUES) break
    const converted = issue(pointer(fault), messageFor(fault))
    issues.set(`${converted.path} ${converted.message}`, converted)
  }
  return [...issues.values()]
}

/** Returns the JSON pointer of a fault. For a missing or unknown member it points to the member, not to the object that contains it. */
function pointer({ instancePath, keyword, params }: ErrorObject): string {
  const member_by_keyword = {
    required: params.missingProperty,
    additionalProperties: params.additionalProperty,
  } as Record<string, string | undefined>
  const member = member_by_keyword[keyword]
  return member === undefined ? instancePath : `${instancePath}/${token(member)}`
}

/** Returns the code that the contract gives to all of these faults (`x-problem` of their schemas), if there is one. */
export function problemOf(faults: readonly ErrorObject[]): string | undefined {
  const codes = new Set(
    faults.map(({ parentSchema }) => (parentSchema as { 'x-problem'?: string })['x-problem']),
  )
  return codes.size === 1 ? [...codes][0] : undefined
}

/** Returns the contract's message for a string that does not match its pattern, or matches one under `not` (`x-pattern-message`). */
export const patternMessage = ({ keyword, parentSchema }: ErrorObject): string | undefined =>
  keyword === 'pattern' || keyword === 'not'
    ? (parentSchema as { 'x-pattern-message'?: string } | undefined)?.['x-pattern-message']
    : undefined

function messageFor(fault: ErrorObject): string {
  const { keyword, params, message } = fault
  switch (keyword) {
    case 'pattern':
    case 'not':
      return patternMessage(fault) ?? message ?? 'must not have this value'
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not a known member'
    case 'enum':
      return `must be one of: ${params.allowedValues.join(', ')}`
    default:
      return message ?? `must satisfy ${keyword}`
  }
}
