import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Policy() {
  return <Page title="Policy"><Empty title="This page is being made" /></Page>
}
