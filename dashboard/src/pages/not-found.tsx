import { ButtonLink } from '../parts/forms/button.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Page } from '../parts/layout/page.tsx'
import { pageUrl } from '../urls.ts'

export const NotFound = () => (
  <Page title="Nothing here">
    <EmptyState
      title="There is no such page"
      actions={<ButtonLink href={pageUrl('overview')}>To the overview</ButtonLink>}
    />
  </Page>
)
