import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { h, options, type AnyComponent, type VNode } from 'preact'
import { LocationProvider, Route, Router } from 'preact-iso'
import { renderToString } from 'preact-render-to-string'
import { onTestFinished, vi } from 'vitest'
import type { components } from '../../../generated/platform.ts'
import type { Problem } from '../../../dashboard/src/api/problem.ts'
import { CurrentUserProvider } from '../../../dashboard/src/shell/current-user.tsx'

/** What the role of an owner permits on the pages. */
const SCOPES: readonly components['schemas']['Scope'][] = [
  'agents:write',
  'workspaces:read',
  'workspaces:write',
  'tokens:read',
  'tokens:write',
  'installations:read',
  'installations:write',
  'policy:read',
  'policy:write',
  'audit:read',
  'audit:export',
  'images:read',
  'images:scan',
  'tasks:read',
  'network:read',
  'compliance:read',
  'organization:read',
  'keys:write',
  'disputes:read',
  'disputes:write',
]

/** What the registry has responded to a query: its key, and the data or the error. */
type Responded = readonly [
  key: readonly unknown[],
  response: { data: unknown } | { error: Problem },
]

interface Circumstances {
  /** The path pattern of the page, such as `/workspaces/:workspace_id`. */
  readonly pattern?: string
  readonly path?: string
  /** The names of the organizations of the user, who owns them. Their identifiers are `org_1`, `org_2` and so on. */
  readonly organizations?: readonly string[]
  readonly responded?: readonly Responded[]
}

/** Returns the HTML of a page for a signed-in user, when the registry has responded to some of its queries. */
export async function renderPage(
  page: AnyComponent<unknown>,
  { pattern = '/', path = '/', organizations = ['Acme'], responded = [] }: Circumstances = {},
): Promise<string> {
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  onTestFinished(() => void vi.unstubAllGlobals())
  const location = { url: path, path, query: {}, route: () => undefined } as never
  const session = {
    email: 'ada@acme.example',
    memberships: organizations.map((name, index) => ({
      organization_id: `org_${index + 1}`,
      name,
      role: 'owner',
      scopes: SCOPES,
    })),
  } as never
  return renderToString(
    h(LocationProvider.ctx.Provider, {
      value: location,
      children: h(QueryClientProvider, {
        client: await clientWith(responded),
        children: h(CurrentUserProvider, {
          session,
          children: h(Router, {
            children: [h(Route, { path: pattern, component: page }) as VNode],
          }),
        }),
      }),
    }),
  )
}

/** Returns a query client that has received responses. */
export async function clientWith(responded: readonly Responded[]): Promise<QueryClient> {
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

/** Returns the properties of the elements or components of one type that are created while something is rendered. */
export function propsOf<Props>(type: VNode['type'], render: () => unknown): readonly Props[] {
  const found: Props[] = []
  const previous = options.vnode
  options.vnode = (vnode) => {
    previous?.(vnode)
    if (vnode.type === type) found.push(vnode.props as Props)
  }
  try {
    render()
  } finally {
    if (previous) options.vnode = previous
    else delete options.vnode
  }
  return found
}
