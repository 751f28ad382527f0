import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

interface AuthoredLink {
  readonly $ref?: string
  readonly operationId?: string
  readonly parameters?: object
  readonly requestBody?: unknown
  readonly 'x-request-body'?: unknown
}
interface AuthoredResponse {
  readonly links?: Readonly<Record<string, AuthoredLink>>
}
interface AuthoredOperation {
  readonly operationId: string
  readonly 'x-required-plan'?: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly responses: Readonly<Record<string, AuthoredResponse>>
}
interface Authored {
  readonly paths: Readonly<Record<string, Readonly<Record<string, AuthoredOperation>>>>
  readonly components: { readonly links?: Readonly<Record<string, AuthoredLink>> }
}

export interface DeclaredOperation {
  readonly id: string
  /** Method and path template, as Schemathesis writes them. */
  readonly label: string
  readonly required_plan: string | undefined
  /** The names of the security schemes of all alternatives; empty for an operation without a credential. */
  readonly schemes: readonly string[]
  readonly statuses: readonly number[]
}
/** The parts of a contract that a run is measured against. */
export interface DeclaredContract {
  readonly operations: readonly DeclaredOperation[]
  /** The names that Schemathesis gives to links. */
  readonly links: readonly string[]
  /**
   * The links that pass values only in an extension, so a tool that supports only standard OpenAPI calls the target operation without them.
   */
  readonly links_by_extension: readonly string[]
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch'])

/** Reads a contract in YAML or JSON. */
export function readDeclaredContract(path: string): DeclaredContract {
  const document = parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8'), {
    maxAliasCount: -1,
  }) as Authored
  const entries = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ label: `${method.toUpperCase()} ${template}`, operation })),
  )
  const labels = new Map(entries.map(({ label, operation }) => [operation.operationId, label]))
  const links = entries.flatMap(({ label, operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.entries(response.links ?? {}).map(([name, reference]) => {
        const link = resolved(document, reference)
        const target = labels.get(link.operationId!)!
        return { name: `${label} -> [${status}] ${name} -> ${target}`, link }
      }),
    ),
  )
  return {
    operations: entries.map(({ label, operation }) => ({
      id: operation.operationId,
      label,
      required_plan: operation['x-required-plan'],
      schemes: (operation.security ?? []).flatMap((scheme) => Object.keys(scheme)),
      statuses: Object.keys(operation.responses).map(Number),
    })),
    links: links.map(({ name }) => name),
    links_by_extension: links.filter(({ link }) => isByExtension(link)).map(({ name }) => name),
  }
}

const isByExtension = (link: AuthoredLink): boolean =>
  link['x-request-body'] !== undefined &&
  link.parameters === undefined &&
  link.requestBody === undefined

const resolved = ({ components }: Authored, link: AuthoredLink): AuthoredLink =>
  link.$ref === undefined ? link : components.links![link.$ref.split('/').at(-1)!]!
