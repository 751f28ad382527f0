import { QueryClientProvider } from '@tanstack/preact-query'
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { queryClient } from './api/query-client.ts'
import { PATHS, type PageName } from './paths.ts'
import { NotFound, OrganizationRequired, PublicNotFound } from './pages/not-found.tsx'
import { Frame, PageErrorBoundary } from './shell/frame.tsx'
import { loadPage } from './shell/load-page.tsx'
import { OtherOrganization } from './shell/other-organization.tsx'
import { RequireSignIn } from './shell/require-sign-in.tsx'
import { focusHeading } from './shell/navigation.ts'
import { useOptionalCurrentUser } from './shell/current-user.tsx'
import { Toasts } from './parts/feedback/toasts.tsx'
import { CLIENT_LINKS, INDEPENDENT_PAGES, pageNameOf, ROOT } from './urls.ts'

/** The pages. Each is loaded when it is first opened. */
const PAGES = {
  overview: loadPage(() => import('./pages/overview/overview.tsx')),
  signIn: loadPage(() => import('./pages/sign-in/sign-in.tsx')),
  registry: loadPage(() => import('./pages/registry/registry.tsx')),
  agent: loadPage(() => import('./pages/agents/agent.tsx')),
  workspaces: loadPage(() => import('./pages/workspaces/workspaces.tsx')),
  workspace: loadPage(() => import('./pages/workspaces/workspace.tsx')),
  installations: loadPage(() => import('./pages/installations/list/installations.tsx')),
  fleet: loadPage(() => import('./pages/installations/list/fleet.tsx')),
  tokens: loadPage(() => import('./pages/installations/tokens/tokens.tsx')),
  policy: loadPage(() => import('./pages/policies/policy.tsx')),
  alarms: loadPage(() => import('./pages/installations/alarms/alarms.tsx')),
  members: loadPage(() => import('./pages/workspaces/members.tsx')),
  installation: loadPage(() => import('./pages/installations/details/installation.tsx')),
  organization: loadPage(() => import('./pages/organizations/members/members.tsx')),
  organizationKeys: loadPage(() => import('./pages/organizations/keys/keys.tsx')),
  organizationUsage: loadPage(() => import('./pages/organizations/usage/usage.tsx')),
  disputes: loadPage(() => import('./pages/disputes/disputes.tsx')),
  dispute: loadPage(() => import('./pages/disputes/dispute.tsx')),
  audit: loadPage(() => import('./pages/audit/audit.tsx')),
  tasks: loadPage(() => import('./pages/tasks/tasks.tsx')),
  images: loadPage(() => import('./pages/images/images.tsx')),
  compliance: loadPage(() => import('./pages/compliance/compliance.tsx')),
  operator: loadPage(() => import('./pages/disputes/operator/queue.tsx')),
  operatorDispute: loadPage(() => import('./pages/disputes/operator/case.tsx')),
} satisfies Record<PageName, unknown>

// Loads the page while the session is being read.
const initialPage = pageNameOf(location.pathname)
if (initialPage) void PAGES[initialPage].preload()

/** Renders the current page. An operator without an organization has access only to pages that do not depend on one. */
function Pages() {
  const { path } = useLocation()
  const user = useOptionalCurrentUser()
  const withoutOrganization = user !== undefined && user.organization === undefined
  const isOther = !withoutOrganization && user?.unknownOrganization !== undefined
  const names = (Object.keys(PAGES) as PageName[]).filter(
    (name) => !isOther && (!withoutOrganization || INDEPENDENT_PAGES.has(name)),
  )
  // The key contains the organization and the path, because the state of a page belongs to one organization, workspace, agent or
  // installation. The router would otherwise keep that state when only a parameter changes.
  const place = `${user?.organization?.organization_id} ${path}`
  return (
    <Router onRouteChange={focusHeading}>
      {names.map((name) => (
        <Route key={`${name} ${place}`} path={ROOT + PATHS[name]} component={PAGES[name]} />
      ))}
      <Route
        default
        component={
          isOther ? OtherOrganization : withoutOrganization ? OrganizationRequired : NotFound
        }
      />
    </Router>
  )
}

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <LocationProvider scope={CLIENT_LINKS}>
      <RequireSignIn notFound={<PublicNotFound />}>
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
