import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Disputes() {
  return <Page title="Disputes"><Empty title="This page is being made" /></Page>
}
