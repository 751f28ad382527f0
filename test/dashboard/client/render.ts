import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { h, options, type AnyComponent, type ComponentChildren, type VNode } from 'preact'
import { LocationProvider, Route, Router } from 'preact-iso'
import { renderToString } from 'preact-render-to-string'
import { onTestFinished, vi } from 'vitest'
import type { OwnInvitation } from '../../../dashboard/src/api/organizations.ts'
import type { PolicyContent } from '../../../dashboard/src/api/policies.ts'
import type { Problem } from '../../../dashboard/src/api/problem.ts'
import { CurrentUserProvider } from '../../../dashboard/src/shell/current-user.tsx'
import { queryString } from '../../../dashboard/src/urls.ts'
import type { Membership } from '../../../dashboard/src/api/session.ts'

export type Role = Membership['role']

/**
 * The platform's own roles. They are imported with a glob, because the compiler would follow an ordinary import and check the platform with
 * the client's settings.
 */
const [roles] = Object.values(
  import.meta.glob<{ scopesOf: (role: Role) => Membership['scopes'] }>(
    '../../../src/domain/organizations/roles.ts',
    { eager: true },
  ),
)

/** The registry's response to a query: the key of the query, and the data or the error. */
export type QueryResponse = readonly [
  key: readonly unknown[],
  response: { data: unknown } | { error: Problem },
]

interface RenderOptions {
  /** The path pattern of the page, such as `/workspaces/:workspace_id`. */
  readonly pattern?: string
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  /** The role of the user in all organizations. */
  readonly role?: Role
  /** The plan of all organizations. */
  readonly plan?: Membership['plan']
  /** The names of the organizations of the user. Their identifiers are `org_1`, `org_2` and so on. */
  readonly organizations?: readonly string[]
  /** Whether the user is an operator of the registry. */
  readonly operator?: boolean
  readonly invitations?: readonly OwnInvitation[]
  /** Receives the URLs that the page opens. */
  readonly route?: (url: string) => void
  readonly responded?: readonly QueryResponse[]
}

/** Returns the HTML of a page for a signed-in user, when the registry has responded to some of its queries. */
export async function renderPage(
  page: AnyComponent<unknown>,
  {
    pattern = '/',
    path = '/',
    query = {},
    role = 'owner',
    plan = 'enterprise',
    organizations = ['Acme'],
    operator = false,
    invitations = [],
    route = () => undefined,
    responded = [],
  }: RenderOptions = {},
): Promise<string> {
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  onTestFinished(() => void vi.unstubAllGlobals())
  const session = {
    email: 'ada@acme.example',
    operator,
    invitations,
    memberships: organizations.map((name, index) => ({
      organization_id: `org_${index + 1}`,
      name,
      role,
      plan,
      scopes: roles!.scopesOf(role),
    })),
  } as never
  return renderToString(
    withLocation(
      h(QueryClientProvider, {
        client: await clientWith(responded),
        children: h(CurrentUserProvider, {
          session,
          children: h(Router, {
            children: [h(Route, { path: pattern, component: page }) as VNode],
          }),
        }),
      }),
      { url: path + queryString(query), path, query, route },
    ),
  )
}

/** Places elements at a location, by default the path `/`. */
export const withLocation = (
  children: ComponentChildren,
  location: object = { url: '/', path: '/', query: {}, route: () => undefined },
) => h(LocationProvider.ctx.Provider, { value: location as never, children })

/** Returns a query client that has received responses. */
export async function clientWith(responded: readonly QueryResponse[]): Promise<QueryClient> {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false } },
  })
  for (const [queryKey, response] of responded)
    await client.prefetchQuery({
      queryKey,
      queryFn: () =>
        'data' in response ? Promise.resolve(response.data) : Promise.reject(response.error),
    })
  return client
}

/**
 * Returns the properties of the elements or components of one type that are created while something is rendered. `act` is called with each
 * of them; a component whose state it sets is rendered again.
 */
export function propsOf<Props>(
  type: VNode['type'],
  render: () => unknown,
  act: (props: Props, index: number) => void = () => undefined,
): readonly Props[] {
  const found: Props[] = []
  const previous = options.vnode
  options.vnode = (vnode) => {
    previous?.(vnode)
    if (vnode.type === type) act(vnode.props as Props, found.push(vnode.props as Props) - 1)
  }
  try {
    render()
  } finally {
    if (previous) options.vnode = previous
    else delete options.vnode
  }
  return found
}

/** The policy of a new workspace, which allows everything. */
export const DEFAULT_POLICY: PolicyContent = {
  models: { allowed: ['*'], denied: [], allowed_providers: ['*'] },
  tools: { allowed: ['*'], denied: [], require_approval: [] },
  network: { allowed_hosts: ['*'], require_tls: false },
  filesystem: { allowed_paths: ['*'] },
  a2a: { allowed_callers: ['*'], allowed_skills: ['*'] },
  compliance: { frameworks: [], data_residency: [] },
}

/** Returns the text of HTML, with single spaces. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,:])/g, '$1')
    .trim()
