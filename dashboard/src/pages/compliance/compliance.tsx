import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Compliance() {
  return <Page title="Compliance"><Empty title="This page is being made" /></Page>
}
