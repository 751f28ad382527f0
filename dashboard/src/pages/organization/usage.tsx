import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'

export default function Usage() {
  return <Page title="Plan and usage"><Empty title="This page is being made" /></Page>
}
