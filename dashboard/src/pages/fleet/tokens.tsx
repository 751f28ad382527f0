import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Tokens() {
  return <Page title="Install tokens"><Empty title="This page is being made" /></Page>
}
