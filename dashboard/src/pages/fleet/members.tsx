import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Members() {
  return <Page title="Members"><Empty title="This page is being made" /></Page>
}
