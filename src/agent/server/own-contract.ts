import { readFileSync } from 'node:fs'
import { MAX_ANONYMOUS_BYTES } from '../../contract/body.ts'
import { publishContract, type OpenApiDocument } from '../../contract/published.ts'
import { documentFor } from '../../contract/uses.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { AgentManifest, JsonSchema, SkillDeclaration } from '../definition.ts'
import { mapSubschemas } from '../schemas/subschemas.ts'
import { RESERVED_MEMBERS } from '../tasks/task-request.ts'
import { withBodyLimit, withoutDependentHeaders, withoutUnreachableLength } from './own-limits.ts'

const COMMON = new URL('../../../generated/agent-3.1.json', import.meta.url)

type Schemas = Readonly<Record<string, unknown>>

const REFERENCE = '#/components/schemas/'
const ref = (name: string): JsonObject => ({ $ref: REFERENCE + name })

/**
 * Creates a function that returns the agent's own contract with its current address. It reads the common contract on its first call.
 * @param body_bytes the agent's own limit on bodies, if it has one
 */
export function createOwnContract(
  manifest: AgentManifest,
  url: () => string,
  body_bytes = MAX_ANONYMOUS_BYTES,
): () => OpenApiDocument {
  const max_bytes = Math.min(body_bytes, MAX_ANONYMOUS_BYTES)
  let own: OpenApiDocument | undefined
  let published: { readonly url: string; readonly document: OpenApiDocument } | undefined
  return () => {
    const address = url()
    if (published?.url === address) return published.document
    own ??= ownContract(
      JSON.parse(readFileSync(COMMON, 'utf8')) as OpenApiDocument,
      manifest,
      max_bytes,
    )
    const { document } = publishContract(own, { url: address, description: 'This agent' })
    published = { url: address, document }
    return document
  }
}

/**
 * Returns the contract of one agent (docs/specification/agent-protocol.md#own-contract): that of all agents in OpenAPI 3.1, whose schemas
 * are JSON Schema, with the skills of the manifest and their schemas. It has no examples, because those of the contract belong to another
 * agent.
 */
function ownContract(
  common: OpenApiDocument,
  { name, version, description, skills }: AgentManifest,
  max_bytes: number,
): OpenApiDocument {
  const document = withoutDependentHeaders(
    withBodyLimit(documentFor('validation', common), max_bytes),
  )
  const { schemas, ...components } = document['components'] as { readonly schemas: Schemas }
  return {
    ...document,
    info: { title: name, version, description },
    components: {
      ...components,
      schemas: { ...schemas, ...schemasOf(skills, schemas, max_bytes) },
    },
  }
}

/** The components of a skill have its name with one of these suffixes. */
const SUFFIXES = ['Input', 'Params', 'Result']

/** Returns the schemas that depend on the skills, in place of those of the contract. */
function schemasOf(
  skills: readonly SkillDeclaration[],
  common: Schemas,
  max_bytes: number,
): Schemas {
  const names = componentNames(
    skills.map(({ name }) => name),
    common,
  )
  const { TaskRequest, JsonRpcRequest, JsonRpcParams, SkillName } = common as Readonly<
    Record<string, JsonObject>
  >
  const { id, contextId } = JsonRpcParams!['properties'] as JsonObject
  const inputs = (suffix: string, others: JsonObject) =>
    skills.map((skill, at) => {
      const component = names[at]! + suffix
      const input = portable(skill.input_schema, component, max_bytes)
      return [component, inputSchema(skill, input, others)]
    })
  const results = skills.map(({ output_schema }, at) => {
    const component = `${names[at]}Result`
    return [component, portable(output_schema, component, max_bytes) ?? common['TaskResult']]
  })
  const oneOf = (suffix: string): JsonObject => choice('oneOf', names, suffix)
  return {
    ...Object.fromEntries([
      ...inputs('Input', {}),
      ...inputs('Params', { id, contextId } as JsonObject),
      ...results,
    ]),
    SkillName: { ...SkillName, enum: skills.map(({ name }) => name) },
    TaskInput: { description: 'Input of a skill, with its name.', ...oneOf('Input') },
    TaskResult: { description: 'Result of a skill.', ...choice('anyOf', names, 'Result') },
    TaskRequest: {
      ...TaskRequest,
      properties: pick(TaskRequest!, ['task_id', 'input', 'context']),
    },
    JsonRpcParams: { description: 'Input of a skill, with its name.', ...oneOf('Params') },
    JsonRpcRequest: {
      description: JsonRpcRequest!['description']!,
      anyOf: [ref('TaskCall'), ref('OtherCall')],
    },
    TaskCall: {
      ...JsonRpcRequest,
      description: 'A call that executes a task.',
      required: ['jsonrpc', 'method', 'id', 'params'],
      properties: {
        ...(JsonRpcRequest!['properties'] as JsonObject),
        method: { type: 'string', enum: ['tasks/send'], description: 'Name of the method.' },
      },
    },
    OtherCall: {
      ...JsonRpcRequest,
      description:
        'A call of another method. If it is admitted, the response has status 200, with the member `error` if the call fails.',
      properties: { ...(JsonRpcRequest!['properties'] as JsonObject), params: anyParams(common) },
    },
  }
}

/** Returns the schema of the parameters of every method, without the names of the skills. */
function anyParams({ JsonRpcParams, SkillName }: Schemas): JsonObject {
  const { properties, ...params } = JsonRpcParams as JsonObject
  return {
    ...params,
    properties: { ...(properties as JsonObject), skill: SkillName as JsonObject },
  }
}

const choice = (keyword: 'oneOf' | 'anyOf', names: readonly string[], suffix: string): JsonObject =>
  names.length === 1
    ? ref(names[0]! + suffix)
    : { [keyword]: names.map((name) => ref(name + suffix)) }

const pick = (schema: JsonObject, members: readonly string[]): JsonObject => {
  const properties = schema['properties'] as JsonObject
  return Object.fromEntries(members.map((member) => [member, properties[member]!]))
}

/**
 * Returns a name for each skill that is valid as a component name and differs from all others: `extract_invoice` becomes `ExtractInvoice`.
 */
function componentNames(skills: readonly string[], common: Schemas): readonly string[] {
  const taken = new Set(Object.keys(common).map((name) => name.toLowerCase()))
  return skills.map((skill, at) => {
    const words = skill.match(/[A-Za-z0-9]+/g) ?? []
    const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
    const isFree = SUFFIXES.every((suffix) => !taken.has((name + suffix).toLowerCase()))
    const chosen = /^[A-Z]/.test(name) && isFree ? name : `Skill${at + 1}`
    for (const suffix of SUFFIXES) taken.add((chosen + suffix).toLowerCase())
    return chosen
  })
}

// ---- Schemas of skills ----------------------------------------------------------------------------------------------

/** Keywords under which another property could make a valid input invalid. */
const PROPERTY_SENSITIVE_KEYWORDS = [
  'minProperties',
  'maxProperties',
  'propertyNames',
  'patternProperties',
  'unevaluatedProperties',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'const',
  'enum',
]

/**
 * Returns the schema of a skill's input together with the skill's name and other members of a task.
 * @param schema the schema of the input, undefined if it cannot be a component
 */
function inputSchema(
  { name, description }: SkillDeclaration,
  schema: JsonObject | undefined,
  others: JsonObject,
): JsonObject {
  const members = { skill: { type: 'string', enum: [name] }, ...others }
  const isOpen =
    schema === undefined ||
    PROPERTY_SENSITIVE_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword))
  const {
    properties = {},
    required = [],
    ...keywords
  } = (isOpen ? {} : schema) as {
    readonly properties?: JsonObject
    readonly required?: readonly string[]
  }
  const own = Object.entries(properties).filter(([member]) => !RESERVED_MEMBERS.includes(member))
  return {
    description,
    ...keywords,
    type: 'object',
    required: ['skill', ...required.filter((member) => member !== 'skill')],
    properties: { ...Object.fromEntries(own), ...members },
  }
}

/** Keywords whose meaning depends on where a schema is, or on its dialect. */
const NOT_PORTABLE = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
  'additionalItems',
  'dependencies',
])

/** Returns a schema as a component, with its own references changed to point to that component; undefined if it cannot be a component. */
function portable(
  schema: JsonSchema,
  component: string,
  max_bytes: number,
): JsonObject | undefined {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  let isPortable = true
  const move = (part: JsonObject): JsonObject => {
    const reference = part['$ref']
    const isMovable =
      !Object.keys(part).some((keyword) => NOT_PORTABLE.has(keyword)) &&
      !Array.isArray(part['items']) &&
      (typeof reference !== 'string' || reference.startsWith('#'))
    isPortable &&= isMovable
    const moved = mapSubschemas(withoutUnreachableLength(part, max_bytes), move)
    return typeof reference === 'string'
      ? { ...moved, $ref: REFERENCE + component + reference.slice(1) }
      : moved
  }
  const { $schema: _, ...moved } = move(schema as JsonObject)
  return isPortable ? moved : undefined
}
