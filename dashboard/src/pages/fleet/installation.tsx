import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Installation() {
  return <Page title="Installation"><Empty title="This page is being made" /></Page>
}
