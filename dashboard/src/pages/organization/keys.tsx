import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Keys() {
  return <Page title="API keys"><Empty title="This page is being made" /></Page>
}
