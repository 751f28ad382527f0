import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Tasks() {
  return <Page title="Tasks"><Empty title="This page is being made" /></Page>
}
