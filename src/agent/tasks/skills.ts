import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { createRequire } from 'node:module'
import { addLinearFormats } from '../../contract/formats.ts'
import type { AgentManifest, JsonSchema, SkillDeclaration, SkillFunction } from '../definition.ts'
import { createSizeLimit, TOO_LARGE } from '../foreign/schema-cost.ts'

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

/** Returns a short reason why a value is invalid, or undefined if it is valid. */
export type Check = (value: unknown) => string | undefined

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
 * @throws AgentDefinitionError listing all errors: a skill without a function, a function without a skill, a duplicate name, an invalid
 * schema, a timeout that is not a positive whole number, an invalid URL, or a capability that is not the name of a skill
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

/** Returns whether a foreign agent or server runs the skill. The schemas are then those of strangers, and may be costly. */
const isForeign = ({ run }: SkillDeclaration): boolean =>
  run !== undefined && ('a2a' in run || 'mcp' in run)

/** Returns a check that rejects a value that is too large for the schema without comparing the two. */
function limited(check: Check, schema: JsonSchema): Check {
  const isTooLarge = createSizeLimit(schema)
  return (value) => (isTooLarge(value) ? TOO_LARGE : check(value))
}

const isDuration = (value: number): boolean => Number.isSafeInteger(value) && value > 0

// ---- JSON Schema ----------------------------------------------------------------------------------------------------

/**
 * Unknown keywords and formats are ignored, but invalid schemas throw. Values are neither coerced nor completed with defaults. References are
 * not replaced by their targets, because a small schema could then become a very large program.
 */
const OPTIONS: Options = { strict: false, logger: false, inlineRefs: false }
const DRAFT_06 = createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-06.json') as object

/** A version of JSON Schema. The meta-schema is compiled once, because that takes longer than compiling most skills. */
interface Dialect {
  readonly uri: RegExp
  readonly create: (options: Options) => Ajv
  meta?: Ajv
}
const DIALECTS: readonly Dialect[] = [
  {
    uri: /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/,
    create: (options) => new Ajv2020(options),
  },
  {
    uri: /^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/,
    create: (options) => new Ajv2019(options),
  },
  {
    uri: /^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/,
    create: (options) => new Ajv(options).addMetaSchema(DRAFT_06),
  },
]
const DEFAULT_DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Compiles a schema, or returns why it is invalid. Each schema has its own Ajv, so that equal `$id`s do not conflict. */
export function compileSchema(schema: JsonSchema): Check | string {
  const isObjectOrBoolean =
    typeof schema === 'boolean' ||
    (typeof schema === 'object' && schema !== null && !Array.isArray(schema))
  if (!isObjectOrBoolean) return 'is not a JSON Schema: it must be an object or a boolean'
  const named: unknown = typeof schema === 'object' ? schema['$schema'] : undefined
  const uri = named ?? DEFAULT_DIALECT
  if (typeof uri !== 'string') return 'is not a JSON Schema: $schema must be a string'
  const dialect = DIALECTS.find((candidate) => candidate.uri.test(uri))
  if (!dialect)
    return `has the unknown dialect ${uri}; the supported ones are 2020-12, 2019-09, draft-07 and draft-06`
  if (typeof schema === 'object' && '$async' in schema)
    return 'is asynchronous, which is not supported'
  try {
    dialect.meta ??= dialect.create(OPTIONS)
    const keywords = withoutDialect(schema)
    void dialect.meta.validateSchema(keywords, true)
    const ajv = dialect.create({ ...OPTIONS, validateSchema: false })
    addLinearFormats(ajv)
    return checkOf(ajv.compile(keywords))
  } catch (error) {
    return `is not a JSON Schema: ${(error as Error).message.replace(/^schema is invalid: /, '')}`
  }
}

/** Removes `$schema`, because the dialect is already chosen and Ajv accepts only one spelling of each. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean' || schema['$schema'] === undefined) return schema
  const { $schema, ...keywords } = schema
  return keywords
}

function checkOf(validate: ValidateFunction): Check {
  return (value) => (validate(value) ? undefined : describe(validate.errors?.[0]))
}

function describe(fault: ErrorObject | undefined): string {
  if (!fault) return 'does not match its schema'
  const { instancePath, keyword, message, params } = fault
  const extra =
    keyword === 'additionalProperties' ? ` (${String(params['additionalProperty'])})` : ''
  const text = `${instancePath === '' ? 'it' : instancePath} ${message ?? `must satisfy ${keyword}`}${extra}`
  return text.slice(0, 256).toWellFormed()
}
