import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Alarms() {
  return <Page title="Alarms"><Empty title="This page is being made" /></Page>
}
