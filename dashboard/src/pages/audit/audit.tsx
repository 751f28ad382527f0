import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Audit() {
  return <Page title="Audit log"><Empty title="This page is being made" /></Page>
}
