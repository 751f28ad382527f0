import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { Chain } from './chain.tsx'
import { Export } from './export.tsx'
import { Following } from './following.tsx'
import { Narrow } from './narrow.tsx'
import { RecordDialog } from './record.tsx'
import { Records } from './records.tsx'
import { useAsking } from './state.ts'
import './audit.css'

export default function Audit() {
  const { organization_id } = useOrganization()
  const { asking, record, export_id, address, change } = useAsking()
  const [exporting, setExporting] = useState(false)
  const follow = (started: string) => {
    setExporting(false)
    change({ export: started })
  }
  return (
    <Page
      title="Audit log"
      lead="Who did what, and when. Each record carries the hash of the one before, so nothing can be changed unseen."
      actions={<Button onClick={() => setExporting(true)}>Export</Button>}
    >
      <Chain
        organization_id={organization_id}
        hrefOf={(sequence) => address({ record: sequence })}
      />
      <Narrow organization_id={organization_id} asking={asking} change={change} />
      <Records
        organization_id={organization_id}
        asking={asking}
        hrefOf={(sequence) => address({ record: sequence })}
        onClear={() => change({ q: '', event_type: '', workspace_id: '', from: '', to: '' })}
      />
      {record > 0 && (
        <RecordDialog
          organization_id={organization_id}
          sequence={record}
          hrefOf={(sequence) => address({ record: sequence })}
          onClose={() => change({ record: undefined })}
        />
      )}
      {exporting && (
        <Export
          event_type={asking.event_type}
          workspace_id={asking.workspace_id}
          onClose={() => setExporting(false)}
          onStarted={follow}
        />
      )}
      {export_id !== undefined && (
        <Following export_id={export_id} onClose={() => change({ export: undefined })} />
      )}
    </Page>
  )
}
