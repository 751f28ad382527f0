import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Workspace() {
  return <Page title="Workspace"><Empty title="This page is being made" /></Page>
}
