import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function AgentPage() {
  return <Page title="Agent"><Empty title="This page is being made" /></Page>
}
