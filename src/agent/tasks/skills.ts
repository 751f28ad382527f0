import type { AgentManifest, JsonSchema, SkillDeclaration, SkillFunction } from '../definition.ts'
import { compileSchema, type Check } from '../schemas/compile.ts'
import { createSizeLimit, TOO_LARGE } from '../schemas/cost.ts'

/** Thrown for an invalid agent definition, before the agent serves. The message lists every error on its own line. */
export class AgentDefinitionError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `The definition of the agent is invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.name = 'AgentDefinitionError'
    this.faults = faults
  }
}

/** A skill with compiled schemas. */
export interface Skill {
  readonly name: string
  readonly timeout_ms: number | undefined
  readonly run: SkillFunction
  readonly inputFault: Check
  readonly outputFault: Check
}

/** Skills by name, in the order of the manifest. */
export type Skills = ReadonlyMap<string, Skill>

type Functions = Readonly<Record<string, SkillFunction | undefined>>

/**
 * Combines the declarations of skills with their functions and compiles every schema.
 * @throws AgentDefinitionError listing all errors: no skills, a skill without a function, a function without a skill, a duplicate name, an
 * invalid schema, a timeout that is not a positive whole number, an invalid URL, or a capability that is not the name of a skill
 * (docs/specification/agent-protocol.md#capabilities)
 */
export function compileSkills(
  manifest: Pick<AgentManifest, 'skills' | 'a2a'>,
  functions: Functions,
  capabilities: readonly string[],
): Skills {
  const { skills, a2a } = manifest
  const compiled = skills.map((skill) =>
    compileSkill(skill, Object.hasOwn(functions, skill.name) ? functions[skill.name] : undefined),
  )
  const names = skills.map(({ name }) => name)
  const isUnknown = (name: string): boolean => !names.includes(name)
  const faults = [
    ...compiled.flatMap((result) => ('faults' in result ? result.faults : [])),
    ...unless(names.length > 0, 'the manifest declares no skills'),
    ...names
      .filter((name, index) => names.indexOf(name) < index)
      .map((name) => `skill ${name} is declared twice`),
    ...Object.keys(functions)
      .filter(isUnknown)
      .map((name) => `there is a function for ${name}, but the manifest declares no such skill`),
    ...unless(
      /^https?:$/.test(URL.parse(a2a.upstream_url)?.protocol ?? ''),
      'a2a.upstream_url must be an absolute http or https URL',
    ),
    ...capabilities
      .filter(isUnknown)
      .map(
        (name) =>
          `capability ${name} is not a skill of this agent; its skills are ${names.join(', ')}`,
      ),
  ]
  if (faults.length > 0) throw new AgentDefinitionError(faults)
  return new Map(compiled.map((result) => [(result as Skill).name, result as Skill]))
}

const unless = (condition: boolean, fault: string): string[] => (condition ? [] : [fault])

function compileSkill(
  declaration: SkillDeclaration,
  run: SkillFunction | undefined,
): Skill | { faults: string[] } {
  const { name, input_schema, output_schema, timeout_ms } = declaration
  const input = compileSchema(input_schema)
  const output = compileSchema(output_schema)
  const faults = [
    ...unless(typeof run === 'function', `skill ${name} has no function`),
    ...unless(typeof input === 'function', `skill ${name}: input_schema ${String(input)}`),
    ...unless(typeof output === 'function', `skill ${name}: output_schema ${String(output)}`),
    ...unless(
      timeout_ms === undefined || isDuration(timeout_ms),
      `skill ${name}: timeout_ms must be a whole number above 0`,
    ),
  ]
  if (faults.length > 0) return { faults }
  const inputFault = isForeign(declaration)
    ? limited(input as Check, input_schema)
    : (input as Check)
  return { name, timeout_ms, run: run!, inputFault, outputFault: output as Check }
}

/** Returns whether a foreign agent or server runs the skill. The schemas then come from a third party, and may be expensive to evaluate. */
const isForeign = ({ run }: SkillDeclaration): boolean =>
  run !== undefined && ('a2a' in run || 'mcp' in run)

/** Returns a check that rejects a value that is too large for the schema without validating it. */
function limited(check: Check, schema: JsonSchema): Check {
  const isTooLarge = createSizeLimit(schema)
  return (value) => (isTooLarge(value) ? TOO_LARGE : check(value))
}

const isDuration = (value: number): boolean => Number.isSafeInteger(value) && value > 0
