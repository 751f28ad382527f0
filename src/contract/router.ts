/** A path of the contract with its operations by method. */
interface PathItem<T> {
  readonly parameters: readonly string[]
  readonly methods: ReadonlyMap<string, T>
  /** Value of the Allow header: the documented methods, HEAD if there is GET, and OPTIONS (RFC 9110, 10.2.1). */
  readonly allow: string
}

export type Match<T> =
  | {
      readonly kind: 'matched'
      readonly target: T
      readonly values: Readonly<Record<string, string>>
    }
  | { readonly kind: 'options'; readonly allow: string }
  | { readonly kind: 'method_not_allowed'; readonly allow: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'malformed' }

export interface Route<T> {
  readonly method: string
  /** OpenAPI path template, in which each segment is either literal or one `{name}`. */
  readonly path: string
  readonly target: T
}

/**
 * Compiles the routes and returns the function that matches a method and an undecoded path. A literal segment takes precedence over a
 * parameter, whatever the method (OpenAPI 3.0.3, Paths Object). A path with a trailing slash is a different path. Every segment is decoded
 * separately, so `%2F` does not separate segments. The operation of GET also serves HEAD.
 */
export function compileRoutes<T>(
  routes: readonly Route<T>[],
): (method: string, path: string) => Match<T> {
  const items = pathItems(routes)
  const literal = new Map([...items].filter(([, item]) => item.parameters.length === 0))
  const tree = buildTree(items)
  return (method, path) => {
    const literal_match = literal.get(path)
    if (literal_match) return selectMethod(literal_match, method, NO_VALUES)
    const segments = decodeSegments(path)
    if (!segments) return MALFORMED
    const values: string[] = []
    const item = findItem(tree, segments, 0, values)
    return item ? selectMethod(item, method, valuesByName(item.parameters, values)) : NOT_FOUND
  }
}

const NO_VALUES = Object.freeze({})
const MALFORMED = { kind: 'malformed' } as const
const NOT_FOUND = { kind: 'not_found' } as const
const METHOD_ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS']

function selectMethod<T>(
  { methods, allow }: PathItem<T>,
  method: string,
  values: Readonly<Record<string, string>>,
): Match<T> {
  const target = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined)
  if (target !== undefined) return { kind: 'matched', target, values }
  return { kind: method === 'OPTIONS' ? 'options' : 'method_not_allowed', allow }
}

/** Splits and decodes a path; returns undefined if a percent-encoding is malformed or not UTF-8. */
function decodeSegments(path: string): string[] | undefined {
  const segments = path.split('/')
  if (!path.includes('%')) return segments
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function valuesByName(names: readonly string[], values: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (let index = 0; index < names.length; index += 1) record[names[index]!] = values[index]!
  return record
}

// ---- Segment tree ---------------------------------------------------------------------------------------------------

interface Node<T> {
  readonly literals: Map<string, Node<T>>
  parameter?: Node<T>
  item?: PathItem<T>
}
const node = <T>(): Node<T> => ({ literals: new Map() })

/**
 * Finds the item of a path: tries the literal branch first and falls back to the parameter. Collects the values of the parameters in order.
 */
function findItem<T>(
  current: Node<T>,
  segments: readonly string[],
  depth: number,
  values: string[],
): PathItem<T> | undefined {
  const segment = segments[depth]
  if (segment === undefined) return current.item
  const literal = current.literals.get(segment)
  const found = literal && findItem(literal, segments, depth + 1, values)
  if (found || !current.parameter || segment === '') return found
  values.push(segment)
  const viaParameter = findItem(current.parameter, segments, depth + 1, values)
  if (!viaParameter) values.pop()
  return viaParameter
}

function buildTree<T>(items: ReadonlyMap<string, PathItem<T>>): Node<T> {
  const root = node<T>()
  for (const [path, item] of items) {
    const leaf = path.split('/').reduce((current, segment) => descend(current, segment), root)
    if (leaf.item) throw new Error(`Two path templates match the same requests: ${path}`)
    leaf.item = item
  }
  return root
}

function descend<T>(current: Node<T>, segment: string): Node<T> {
  if (nameOf(segment) !== undefined) return (current.parameter ??= node())
  const next = current.literals.get(segment) ?? node()
  current.literals.set(segment, next)
  return next
}

/** Returns the name of the parameter in a segment, or undefined if the segment is literal. */
function nameOf(segment: string): string | undefined {
  const name = /^\{([^{}]+)\}$/.exec(segment)?.[1]
  if (name === undefined && /[{}]/.test(segment))
    throw new Error(`A path segment must be either literal or one parameter: ${segment}`)
  return name
}

function pathItems<T>(routes: readonly Route<T>[]): Map<string, PathItem<T>> {
  return new Map(
    [...Map.groupBy(routes, ({ path }) => path)].map(([path, group]) => {
      const methods = new Map(group.map(({ method, target }) => [method, target]))
      const allowed = new Set([
        ...methods.keys(),
        'OPTIONS',
        ...(methods.has('GET') ? ['HEAD'] : []),
      ])
      const allow = METHOD_ORDER.filter((method) => allowed.has(method)).join(', ')
      return [
        path,
        {
          parameters: path
            .split('/')
            .map(nameOf)
            .filter((name) => name !== undefined),
          methods,
          allow,
        },
      ]
    }),
  )
}

const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * Returns the path and query of a request target, which may be an absolute URL (RFC 9112, section 3.2.2). A URL without a path has the path
 * `/`.
 */
export function originForm(target: string): string {
  const rest = target.replace(ORIGIN, '')
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`
}

/** Splits a request target into its path and its query without the `?`. */
export function splitTarget(target: string): readonly [path: string, search: string] {
  const query_start = target.indexOf('?')
  return query_start < 0
    ? [target, '']
    : [target.slice(0, query_start), target.slice(query_start + 1)]
}
