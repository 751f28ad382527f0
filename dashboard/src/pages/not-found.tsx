import { ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Page } from '../parts/page.tsx'
import { to } from '../to.ts'

export const NotFound = () => (
  <Page title="Nothing here">
    <Empty
      title="There is no such page"
      actions={<ButtonLink href={to('overview')}>To the overview</ButtonLink>}
    />
  </Page>
)
