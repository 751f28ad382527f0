/** The parts of a document that are rewritten here. */
interface Schema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
}
type Schemas = Readonly<Record<string, Schema>>
type Responses = Readonly<Record<string, { readonly content?: object }>>
type PathItem = Readonly<Record<string, { readonly responses?: Responses }>>
type Paths = Readonly<Record<string, PathItem>>
export interface WholeDocument {
  readonly paths: Paths
  readonly components: { readonly schemas: Schemas; readonly links?: object }
}

const REFERENCE = '#/components/schemas/'
/** The schema of all errors, and the one that extends it. */
const PROBLEM = 'Problem'
const PLAN_PROBLEM = 'PlanLimitProblem'

/**
 * Returns a simplified document for SDK generators that support only a part of OpenAPI. It has no links, because swagger-parser (OpenAPI
 * Generator) rejects a link whose `requestBody` is an object; and one schema for errors, because progenitor supports one error type
 * per operation: `Problem` gets the members of plan errors as optional ones. Operations that return another media type than JSON
 * are removed, because openapi-python-client does not support others; each has a sibling that returns JSON.
 */
export function sdkDocument<D extends WholeDocument>(document: D): D {
  const { schemas, links: _, ...components } = document.components
  const parts = {
    paths: onlyJson(document.paths),
    components: { ...components, schemas: withOneProblem(schemas) },
  }
  const text = JSON.stringify(parts).replaceAll(
    `"${REFERENCE}${PLAN_PROBLEM}"`,
    `"${REFERENCE}${PROBLEM}"`,
  )
  return { ...document, ...(withoutLinks(JSON.parse(text)) as object) }
}

function withOneProblem({ [PLAN_PROBLEM]: plan, ...schemas }: Schemas): Schemas {
  const problem = schemas[PROBLEM]
  if (!plan || !problem) return schemas
  return {
    ...schemas,
    [PROBLEM]: { ...problem, properties: { ...plan.properties, ...problem.properties } },
  }
}

function onlyJson(paths: Paths): Paths {
  const items = Object.entries(paths).map(
    ([path, item]) =>
      [
        path,
        Object.fromEntries(
          Object.entries(item).filter(([, { responses }]) => speaksJson(responses)),
        ),
      ] as const,
  )
  return Object.fromEntries(items.filter(([, item]) => Object.keys(item).length > 0))
}

const speaksJson = (responses: Responses = {}): boolean =>
  Object.entries(responses).every(
    ([status, { content }]) =>
      !status.startsWith('2') || content === undefined || 'application/json' in content,
  )

/** Responses are the only place for links that is left. */
function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLinks)
  if (typeof value !== 'object' || value === null) return value
  const isResponse = 'description' in value && 'links' in value
  const members = Object.entries(value).filter(([name]) => !(isResponse && name === 'links'))
  return Object.fromEntries(members.map(([name, part]) => [name, withoutLinks(part)]))
}
