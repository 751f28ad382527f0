import type { ErrorObject } from 'ajv'
import type { Issue } from './typed.ts'

/** A problem lists at most this many faults, so that a small request cannot cause a large answer. */
export const MAX_ISSUES = 10
const MAX_TEXT = 256

/** Returns one reference token of a JSON pointer (RFC 6901, section 3). */
export const token = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns a fault for the caller. Both texts have at most 256 printable characters, whatever names the request used. */
export const issue = (path: string, message: string): Issue => ({
  path: printable(path),
  message: printable(message),
})
const printable = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, '\ufffd')

/** Converts Ajv's faults to issues, which never contain a value of the request. */
export function issuesOf(faults: readonly ErrorObject[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const fault of faults) {
    if (issues.size === MAX_ISSUES) break
    const found = issue(pointer(fault), messageFor(fault))
    issues.set(`${found.path} ${found.message}`, found)
  }
  return [...issues.values()]
}

/** Returns the place of the fault. For a missing or unknown member this is the member, not the object around it. */
function pointer({ instancePath, keyword, params }: ErrorObject): string {
  const named = {
    required: params.missingProperty,
    additionalProperties: params.additionalProperty,
  } as Record<string, string | undefined>
  const member = named[keyword]
  return member === undefined ? instancePath : `${instancePath}/${token(member)}`
}

/** Returns the contract's own message for texts that do not match a pattern (`x-pattern-message`), if there is one. */
export const patternMessage = ({ keyword, parentSchema }: ErrorObject): string | undefined =>
  keyword === 'pattern'
    ? (parentSchema as { 'x-pattern-message'?: string } | undefined)?.['x-pattern-message']
    : undefined

function messageFor(fault: ErrorObject): string {
  const { keyword, params, message } = fault
  switch (keyword) {
    case 'pattern':
      return patternMessage(fault) ?? message ?? 'must match the pattern'
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
