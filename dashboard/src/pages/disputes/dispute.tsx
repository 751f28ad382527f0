import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Dispute() {
  return <Page title="Dispute"><Empty title="This page is being made" /></Page>
}
