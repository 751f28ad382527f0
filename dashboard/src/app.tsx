import { QueryClientProvider } from '@tanstack/preact-query'
import { ErrorBoundary, LocationProvider, Route, Router, lazy } from 'preact-iso'
import type { ComponentType } from 'preact'
import { queryClient } from './api/query-client.ts'
import { PATHS, type PageName } from './paths.ts'
import { NotFound, OrganizationRequired } from './pages/not-found.tsx'
import { Frame, PageErrorBoundary } from './shell/frame.tsx'
import { RequireSignIn } from './shell/require-sign-in.tsx'
import { CLIENT_LINKS, focusHeading } from './shell/navigation.ts'
import { useOptionalCurrentUser } from './shell/current-user.tsx'
import { Toasts } from './parts/feedback/toasts.tsx'
import { pageNameOf, ROOT } from './urls.ts'

/** The pages. Each is loaded when it is first opened. */
const PAGES = {
  overview: lazy(() => import('./pages/overview/overview.tsx')),
  signIn: lazy(() => import('./pages/sign-in/sign-in.tsx')),
  registry: lazy(() => import('./pages/registry/registry.tsx')),
  agent: lazy(() => import('./pages/agents/agent.tsx')),
  workspaces: lazy(() => import('./pages/workspaces/workspaces.tsx')),
  workspace: lazy(() => import('./pages/workspaces/workspace.tsx')),
  installations: lazy(() => import('./pages/installations/list/installations.tsx')),
  tokens: lazy(() => import('./pages/installations/tokens/tokens.tsx')),
  policy: lazy(() => import('./pages/policies/policy.tsx')),
  alarms: lazy(() => import('./pages/installations/alarms/alarms.tsx')),
  members: lazy(() => import('./pages/workspaces/members.tsx')),
  installation: lazy(() => import('./pages/installations/details/installation.tsx')),
  organization: lazy(() => import('./pages/organizations/members/members.tsx')),
  organizationKeys: lazy(() => import('./pages/organizations/keys/keys.tsx')),
  organizationUsage: lazy(() => import('./pages/organizations/usage/usage.tsx')),
  disputes: lazy(() => import('./pages/disputes/disputes.tsx')),
  dispute: lazy(() => import('./pages/disputes/dispute.tsx')),
  audit: lazy(() => import('./pages/audit/audit.tsx')),
  tasks: lazy(() => import('./pages/tasks/tasks.tsx')),
  images: lazy(() => import('./pages/images/images.tsx')),
  compliance: lazy(() => import('./pages/compliance/compliance.tsx')),
  operator: lazy(() => import('./pages/disputes/operator/queue.tsx')),
  operatorDispute: lazy(() => import('./pages/disputes/operator/case.tsx')),
} satisfies Record<PageName, unknown>

// Loads the page while the session is being read.
const initialPage = pageNameOf(location.pathname)
if (initialPage) void PAGES[initialPage].preload()

/** Renders the current page. An operator without an organization has access only to the pages for operators. */
function Pages() {
  const user = useOptionalCurrentUser()
  const withoutOrganization = user !== undefined && user.organization === undefined
  const names = (Object.keys(PAGES) as PageName[]).filter(
    (name) => !withoutOrganization || OPERATOR_PAGES.has(name),
  )
  return (
    <Router onRouteChange={focusHeading}>
      {names.map((name) => (
        <Route key={name} path={ROOT + PATHS[name]} component={PAGES[name] as ComponentType} />
      ))}
      <Route default component={withoutOrganization ? OrganizationRequired : NotFound} />
    </Router>
  )
}
const OPERATOR_PAGES: ReadonlySet<PageName> = new Set(['signIn', 'operator', 'operatorDispute'])

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <LocationProvider scope={CLIENT_LINKS}>
      <RequireSignIn>
        <Frame>
          <PageErrorBoundary>
            <ErrorBoundary>
              <Pages />
            </ErrorBoundary>
          </PageErrorBoundary>
        </Frame>
      </RequireSignIn>
      <Toasts />
    </LocationProvider>
  </QueryClientProvider>
)
