import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Overview() {
  return <Page title="Overview"><Empty title="This page is being made" /></Page>
}
