import { ButtonLink } from '../parts/forms/button.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Page } from '../parts/layout/page.tsx'
import { pageUrl } from '../urls.ts'

export const NotFound = () => (
  <Page title="Page not found">
    <EmptyState
      title="This page does not exist"
      actions={<ButtonLink href={pageUrl('overview')}>Go to the overview</ButtonLink>}
    />
  </Page>
)
