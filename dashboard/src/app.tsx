import { QueryClientProvider } from '@tanstack/preact-query'
import { ErrorBoundary, LocationProvider, Route, Router, lazy } from 'preact-iso'
import type { ComponentType } from 'preact'
import { queries } from './api/queries.ts'
import { PATHS, type PageName } from './paths.ts'
import { NotFound } from './pages/not-found.tsx'
import { OfOrganizations } from './pages/of-organizations.tsx'
import { Frame } from './shell/frame.tsx'
import { Broken } from './shell/broken.tsx'
import { Gate } from './shell/gate.tsx'
import { CLIENT_LINKS, onArrival } from './shell/navigation.ts'
import { useStandingIfAny } from './shell/organization.tsx'
import { Toasts } from './shell/toasts.tsx'
import { pageAt, ROOT } from './to.ts'

/** One line per page; each is loaded when somebody goes there. */
const PAGES = {
  overview: lazy(() => import('./pages/overview/overview.tsx')),
  signIn: lazy(() => import('./pages/sign-in/sign-in.tsx')),
  registry: lazy(() => import('./pages/registry/registry.tsx')),
  agent: lazy(() => import('./pages/agent/agent.tsx')),
  workspaces: lazy(() => import('./pages/fleet/workspaces.tsx')),
  workspace: lazy(() => import('./pages/fleet/workspace.tsx')),
  installations: lazy(() => import('./pages/fleet/installations.tsx')),
  tokens: lazy(() => import('./pages/fleet/tokens.tsx')),
  policy: lazy(() => import('./pages/fleet/policy.tsx')),
  alarms: lazy(() => import('./pages/fleet/alarms.tsx')),
  members: lazy(() => import('./pages/fleet/members.tsx')),
  installation: lazy(() => import('./pages/fleet/installation.tsx')),
  organization: lazy(() => import('./pages/organization/members.tsx')),
  organizationKeys: lazy(() => import('./pages/organization/keys.tsx')),
  organizationUsage: lazy(() => import('./pages/organization/usage.tsx')),
  disputes: lazy(() => import('./pages/disputes/disputes.tsx')),
  dispute: lazy(() => import('./pages/disputes/dispute.tsx')),
  audit: lazy(() => import('./pages/audit/audit.tsx')),
  tasks: lazy(() => import('./pages/tasks/tasks.tsx')),
  images: lazy(() => import('./pages/images/images.tsx')),
  compliance: lazy(() => import('./pages/compliance/compliance.tsx')),
  operator: lazy(() => import('./pages/disputes/operator/queue.tsx')),
  operatorDispute: lazy(() => import('./pages/disputes/operator/case.tsx')),
} satisfies Record<PageName, unknown>

// The page is on its way while the registry is asked who is signed in.
const asked = pageAt(location.pathname)
if (asked) void PAGES[asked].preload()

/** Everything, but for an operator who belongs to no organization: what is about one says so. */
function Pages() {
  const standing = useStandingIfAny()
  const homeless = standing !== undefined && standing.organization === undefined
  const names = (Object.keys(PAGES) as PageName[]).filter(
    (name) => !homeless || FOR_OPERATORS.has(name),
  )
  return (
    <Router onRouteChange={onArrival}>
      {names.map((name) => (
        <Route key={name} path={ROOT + PATHS[name]} component={PAGES[name] as ComponentType} />
      ))}
      <Route default component={homeless ? OfOrganizations : NotFound} />
    </Router>
  )
}
const FOR_OPERATORS: ReadonlySet<PageName> = new Set(['signIn', 'operator', 'operatorDispute'])

export const App = () => (
  <QueryClientProvider client={queries}>
    <LocationProvider scope={CLIENT_LINKS}>
      <Gate>
        <Frame>
          <Broken>
            <ErrorBoundary>
              <Pages />
            </ErrorBoundary>
          </Broken>
        </Frame>
      </Gate>
      <Toasts />
    </LocationProvider>
  </QueryClientProvider>
)
