import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Installations() {
  return <Page title="Installations"><Empty title="This page is being made" /></Page>
}
