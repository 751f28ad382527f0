import type { Agent } from '../../api/agents.ts'
import { isObject } from '../../api/json.ts'
import { visibleName } from '../../parts/text/visible.ts'
import { skillsOf } from './skills/card-skills.ts'
import { fieldOf, rowsOf } from './skills/form-model.ts'

type Compared = Pick<
  Agent,
  | 'version'
  | 'description'
  | 'capabilities'
  | 'permissions'
  | 'card'
  | 'public_key'
  | 'url'
  | 'llm_provider'
>

const list = (names: readonly string[] | undefined): readonly string[] =>
  names === undefined || names.length === 0
    ? ['  (none)']
    : names.toSorted().map((name) => `  - ${visibleName(name)}`)

function skillLines(agent: Compared, other: Compared): readonly string[] {
  const others = skillsOf(other)
  const lines = skillsOf(agent).flatMap(({ name, input, output, ...skill }) => {
    const counterpart = others.find((each) => each.name === name)
    return [
      `  - ${visibleName(name)}`,
      ...(skill.timeout_ms === undefined ? [] : [`      timeout: ${skill.timeout_ms} ms`]),
      ...(skill.cost === undefined ? [] : [`      cost: ${skill.cost}`]),
      ...(skill.description === undefined ? [] : textLines('      ', skill.description)),
      ...schemaLines('input', input, counterpart && [counterpart.input]),
      ...schemaLines('output', output, counterpart && [counterpart.output]),
    ]
  })
  return lines.length === 0 ? ['  (none)'] : lines
}

/**
 * Returns the members of a schema. If the same skill of the other version has a different schema, its JSON follows, because the members
 * omit limits, descriptions and what a form does not show.
 */
function schemaLines(
  side: string,
  schema: object | undefined,
  counterpart: readonly [object | undefined] | undefined,
): readonly string[] {
  if (schema === undefined) return []
  const members = rowsOf(fieldOf(schema, side)).map(
    ({ path, type, required }) => `      ${side} ${path}: ${type}${required ? '' : ', optional'}`,
  )
  const exact = jsonLines(schema)
  if (!counterpart || exact.join('\n') === jsonLines(counterpart[0]).join('\n')) return members
  return [...members, `      ${side} as JSON Schema:`, ...exact.map((line) => `        ${line}`)]
}

/** Returns a value as JSON whose members are sorted by name. */
const jsonLines = (value: unknown): readonly string[] =>
  (JSON.stringify(sorted(value), null, 2) ?? '').split('\n').map(visibleName)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name])]),
  )
}

/**
 * Returns the lines of a string, each indented and marked with a bar, so that author-written text cannot be mistaken for a line of the
 * comparison.
 */
const textLines = (indent: string, text: string): readonly string[] =>
  text.split('\n').map((line) => `${indent}| ${visibleName(line)}`)

/** The parts that are compared. The key comes first, because a different key is a different identity. */
const PARTS: readonly (readonly [
  string,
  (agent: Compared, other: Compared) => readonly string[],
])[] = [
  ['key', ({ public_key }) => [`  ${visibleName(public_key)}`]],
  ['capabilities', ({ capabilities }) => list(capabilities)],
  ['network', ({ permissions }) => list(permissions.network)],
  ['files', ({ permissions }) => list(permissions.filesystem)],
  ['APIs', ({ permissions }) => list(permissions.api)],
  ['skills', skillLines],
  ['LLM provider', ({ llm_provider }) => [`  ${visibleName(llm_provider ?? '(none)')}`]],
  ['URL', ({ url }) => [`  ${visibleName(url ?? '(none)')}`]],
  [
    'description',
    ({ description }) => (description === undefined ? ['  (none)'] : textLines('  ', description)),
  ],
]

/** Returns two versions of an agent as text with one fact per line, which contains only the parts that differ. */
export function versionText(
  before: Compared,
  after: Compared,
): { readonly before: string; readonly after: string } {
  const differing = PARTS.filter(
    ([, linesOf]) => linesOf(before, after).join('\n') !== linesOf(after, before).join('\n'),
  )
  const text = (agent: Compared, other: Compared) =>
    differing.flatMap(([name, linesOf]) => [`${name}:`, ...linesOf(agent, other)]).join('\n')
  return { before: text(before, after), after: text(after, before) }
}
