import type { PolicyContent } from '../../api/policies.ts'
import { SECTIONS } from './rules.ts'

export type ParsedPolicy =
  | { readonly kind: 'read'; readonly content: PolicyContent }
  | { readonly kind: 'refused'; readonly issues: readonly string[] }
type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNameList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '')

const unknownMembers = (
  given: Members,
  known: readonly string[],
  where: string,
): readonly string[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `${where}${name} is not a rule of a policy.`)

function issuesOf(
  section: string,
  given: unknown,
  rules: (typeof SECTIONS)[number]['rules'],
): readonly string[] {
  if (!isObject(given)) return [`${section} is missing or is no object.`]
  const wrong = rules.flatMap(({ name, as }) =>
    as === 'flag'
      ? typeof given[name] === 'boolean'
        ? []
        : [`${section}.${name} has to be true or false.`]
      : isNameList(given[name])
        ? []
        : [`${section}.${name} has to be a list of names.`],
  )
  return [
    ...wrong,
    ...unknownMembers(
      given,
      rules.map(({ name }) => name),
      `${section}.`,
    ),
  ]
}

/** Reads a policy that somebody typed as JSON, and says all that is wrong with it. */
export function parsePolicy(text: string): ParsedPolicy {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    return { kind: 'refused', issues: [`This is not JSON: ${(error as Error).message}.`] }
  }
  if (!isObject(given))
    return {
      kind: 'refused',
      issues: ['A policy is an object with a section for each kind of rule.'],
    }
  const members = given
  const issues = [
    ...SECTIONS.flatMap(({ section, rules }) => issuesOf(section, members[section], rules)),
    ...unknownMembers(
      members,
      SECTIONS.map(({ section }) => section),
      '',
    ),
  ]
  return issues.length === 0
    ? { kind: 'read', content: given as unknown as PolicyContent }
    : { kind: 'refused', issues }
}

export const formatPolicy = (content: PolicyContent): string => JSON.stringify(content, null, 2)
