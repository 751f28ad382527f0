import type { Agent } from '../../api/agents.ts'
import { skillsOf } from './skills/card-skills.ts'
import { fieldOf, rowsOf } from './skills/form-model.ts'

type Compared = Pick<
  Agent,
  'version' | 'capabilities' | 'permissions' | 'card' | 'public_key' | 'url' | 'llm_provider'
>

const list = (names: readonly string[] | undefined): readonly string[] =>
  names === undefined || names.length === 0
    ? ['  (none)']
    : names.toSorted().map((name) => `  - ${name}`)

function skillLines(agent: Compared): readonly string[] {
  const lines = skillsOf(agent).flatMap(({ name, input, output }) => [
    `  - ${name}`,
    ...schemaLines('input', input),
    ...schemaLines('output', output),
  ])
  return lines.length === 0 ? ['  (none)'] : lines
}

const schemaLines = (side: string, schema: object | undefined): readonly string[] =>
  schema === undefined
    ? []
    : rowsOf(fieldOf(schema, side)).map(
        ({ path, type, required }) =>
          `      ${side} ${path}: ${type}${required ? '' : ', optional'}`,
      )

/** What is compared, part by part. The key comes first, because another key is another identity. */
const PARTS: readonly (readonly [string, (agent: Compared) => readonly string[]])[] = [
  ['key', ({ public_key }) => [`  ${public_key}`]],
  ['capabilities', ({ capabilities }) => list(capabilities)],
  ['network', ({ permissions }) => list(permissions.network)],
  ['files', ({ permissions }) => list(permissions.filesystem)],
  ['APIs', ({ permissions }) => list(permissions.api)],
  ['skills', skillLines],
  ['LLM provider', ({ llm_provider }) => [`  ${llm_provider ?? '(none)'}`]],
  ['address', ({ url }) => [`  ${url ?? '(none)'}`]],
]

/** Returns two versions of an agent as texts with one fact per line, which contain only the parts that differ. */
export function versionText(
  before: Compared,
  after: Compared,
): { readonly before: string; readonly after: string } {
  const differing = PARTS.filter(
    ([, linesOf]) => linesOf(before).join('\n') !== linesOf(after).join('\n'),
  )
  const text = (agent: Compared) =>
    differing.flatMap(([name, linesOf]) => [`${name}:`, ...linesOf(agent)]).join('\n')
  return { before: text(before), after: text(after) }
}
