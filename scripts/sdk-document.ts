/** As much of a document as is rewritten here. */
interface Schema { readonly required?: readonly string[]; readonly properties?: Readonly<Record<string, unknown>> }
type Responses = Readonly<Record<string, { readonly content?: object }>>
type PathItem = Readonly<Record<string, { readonly responses?: Responses }>>
export interface WholeDocument {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly links?: object }
}

const REFERENCE = '#/components/schemas/'
/** Every schema of an error, the one that all operations can answer first. */
const ERRORS = ['Problem', 'PlanLimitProblem']

/**
 * The same document for generators of SDKs that read less than OpenAPI says. It has no links, because swagger-parser (OpenAPI
 * Generator) refuses a link whose `requestBody` is an object; and one schema for errors, because progenitor takes one type of
 * error per operation: `Problem` gains the members of the others, as optional ones. Operations that answer something else than
 * JSON are left out, because openapi-python-client knows no other media type; each has a sibling that answers JSON.
 */
export function sdkDocument<D extends WholeDocument>(document: D): D {
  const { schemas, links: _, ...components } = document.components
  const [first, ...others] = ERRORS.filter((name) => schemas[name])
  const merged = first === undefined || others.length === 0 ? schemas : withOneError(schemas, first, others)
  const renamed = others.reduce<object>((paths, name) => renameReferences(paths, name, first!), { paths: answeringJson(document.paths), components: { ...components, schemas: merged } })
  return { ...document, ...withoutLinks(renamed) as object }
}

function withOneError(schemas: WholeDocument['components']['schemas'], first: string, others: readonly string[]): WholeDocument['components']['schemas'] {
  const kept = Object.entries(schemas).filter(([name]) => !others.includes(name))
  const properties = Object.assign({}, ...[...others].reverse().map((name) => schemas[name]!.properties), schemas[first]!.properties) as object
  return Object.fromEntries(kept.map(([name, schema]) => [name, name === first ? { ...schema, properties } : schema])) as WholeDocument['components']['schemas']
}

function answeringJson(paths: WholeDocument['paths']): object {
  const speaksJson = ({ responses = {} }: PathItem[string]): boolean =>
    Object.entries(responses).every(([status, { content }]) => !status.startsWith('2') || content === undefined || 'application/json' in content)
  const items = Object.entries(paths).map(([path, item]) => [path, Object.fromEntries(Object.entries(item).filter(([, operation]) => speaksJson(operation)))] as const)
  return Object.fromEntries(items.filter(([, item]) => Object.keys(item).length > 0))
}

const renameReferences = (value: object, from: string, to: string): object =>
  JSON.parse(JSON.stringify(value).replaceAll(`"${REFERENCE}${from}"`, `"${REFERENCE}${to}"`)) as object

/** Responses are the only place for links that is left; no schema here has a member of that name. */
function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLinks)
  if (typeof value !== 'object' || value === null) return value
  const isResponse = 'description' in value && 'links' in value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !(isResponse && name === 'links')).map(([name, part]) => [name, withoutLinks(part)]))
}
