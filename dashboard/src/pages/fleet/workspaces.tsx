import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Workspaces() {
  return <Page title="Workspaces"><Empty title="This page is being made" /></Page>
}
