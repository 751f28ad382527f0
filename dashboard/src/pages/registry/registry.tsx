import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Registry() {
  return <Page title="Registry"><Empty title="This page is being made" /></Page>
}
