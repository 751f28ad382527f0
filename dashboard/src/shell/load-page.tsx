import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'
import { Button } from '../parts/forms/button.tsx'
import { EmptyState } from '../parts/feedback/query-boundary.tsx'
import { Page } from '../parts/layout/page.tsx'

/**
 * Returns a page whose file is loaded when it is first opened. If the file cannot be loaded, because this device is offline or an upgrade
 * has replaced it, an explanation is shown in its place: the router would otherwise keep the previous page under the new address.
 */
export const loadPage = (load: () => Promise<{ readonly default: ComponentType<object> }>) =>
  lazy<ComponentType<object>>(() => load().catch(() => ({ default: PageUnavailable })))

const PageUnavailable = () => (
  <Page title="Page not loaded">
    <EmptyState
      title="This page could not be loaded"
      actions={
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      {navigator.onLine
        ? 'The registry may have been upgraded while this tab was open, or it is not responding. Reload to get the current version.'
        : 'This device is offline. Reload when it is connected again.'}
    </EmptyState>
  </Page>
)
