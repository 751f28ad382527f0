import { isObject } from '../../api/json.ts'
import type { PolicyContent } from '../../api/policies.ts'
import { TextAreaField } from '../../parts/forms/field.tsx'
import { SECTIONS } from './rules.ts'

interface Props {
  readonly content: PolicyContent
  /** The text as it was typed; undefined to show the content. */
  readonly text: string | undefined
  readonly onChange: (content: PolicyContent, text: string) => void
}

/** Edits the policy as JSON. The content changes whenever the text is valid. */
export function PolicyJsonField({ content, text = formatPolicy(content), onChange }: Props) {
  const type = (next: string) => {
    const parsed = parsePolicy(next)
    onChange(parsed.kind === 'valid' ? parsed.content : content, next)
  }
  return (
    <TextAreaField
      label="Policy as JSON"
      name="content"
      class="mono"
      spellcheck={false}
      rows={24}
      value={text}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}

type ParsedPolicy =
  | { readonly kind: 'valid'; readonly content: PolicyContent }
  | { readonly kind: 'invalid'; readonly issues: readonly string[] }
type Members = Readonly<Record<string, unknown>>

const isNameList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '')

const unknownMembers = (
  given: Members,
  known: readonly string[],
  where: string,
): readonly string[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `${where}${name} is not a policy rule.`)

function issuesOf(
  section: string,
  given: unknown,
  rules: (typeof SECTIONS)[number]['rules'],
): readonly string[] {
  if (!isObject(given)) return [`${section} is missing or not an object.`]
  const ruleIssues = rules.flatMap(({ name, as }) =>
    as === 'flag'
      ? typeof given[name] === 'boolean'
        ? []
        : [`${section}.${name} must be true or false.`]
      : isNameList(given[name])
        ? []
        : [`${section}.${name} must be a list of names.`],
  )
  return [
    ...ruleIssues,
    ...unknownMembers(
      given,
      rules.map(({ name }) => name),
      `${section}.`,
    ),
  ]
}

/** Parses a policy, and returns all of its issues if it is invalid. */
export function parsePolicy(text: string): ParsedPolicy {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    return { kind: 'invalid', issues: [`This is not valid JSON: ${(error as Error).message}.`] }
  }
  if (!isObject(given))
    return {
      kind: 'invalid',
      issues: ['A policy must be an object with a section for each type of rule.'],
    }
  const issues = [
    ...SECTIONS.flatMap(({ section, rules }) => issuesOf(section, given[section], rules)),
    ...unknownMembers(
      given,
      SECTIONS.map(({ section }) => section),
      '',
    ),
  ]
  return issues.length === 0
    ? { kind: 'valid', content: given as Members & PolicyContent }
    : { kind: 'invalid', issues }
}

export const formatPolicy = (content: PolicyContent): string => JSON.stringify(content, null, 2)
