import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Images() {
  return <Page title="Images"><Empty title="This page is being made" /></Page>
}
