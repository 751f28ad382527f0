import { useState } from 'preact/hooks'
import { ReadersOnly } from '../../entities/access-notices.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { useOrganization, usePermission } from '../../shell/current-user.tsx'
import { ChainPanel } from './chain.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ExportProgressDialog } from './export-progress.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import { FilterBar, toAuditSearch, useAuditFilters } from './filters.tsx'
import { PublishedHeadPanel } from './published-head.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { RecordList } from './record-list.tsx'
import './audit.css'

export default function Audit() {
  return (
    <ReadersOnly scope="audit:read" title="Audit log" roles="An auditor, admin or owner">
      <AuditLog />
    </ReadersOnly>
  )
}

function AuditLog() {
  const { organization_id } = useOrganization()
  const { filters, record, export_id, urlWith, change } = useAuditFilters()
  const [exporting, setExporting] = useState(false)
  const [downloading, setDownloading] = useState(false)
  const follow = (started: string) => {
    setExporting(false)
    change({ export: started })
  }
  return (
    <Page
      title="Audit log"
      lead="Who did what, and when. Each record contains the hash of the previous one, so tampering is detectable."
      actions={
        <Actions onDownload={() => setDownloading(true)} onExport={() => setExporting(true)} />
      }
    >
      <ChainPanel
        organization_id={organization_id}
        hrefOf={(sequence) => urlWith({ record: sequence })}
      />
      <PublishedHeadPanel organization_id={organization_id} />
      <FilterBar filters={filters} change={change} />
      <RecordList
        organization_id={organization_id}
        filters={filters}
        hrefOf={(sequence) => urlWith({ record: sequence })}
        onClear={() => change({ q: '', event_type: '', workspace_id: '', from: '', to: '' })}
      />
      {record > 0 && (
        <RecordDialog
          organization_id={organization_id}
          sequence={record}
          hrefOf={(sequence) => urlWith({ record: sequence })}
          onClose={() => change({ record: undefined })}
        />
      )}
      {downloading && (
        <DownloadDialog
          organization_id={organization_id}
          search={toAuditSearch(filters, undefined)}
          onClose={() => setDownloading(false)}
        />
      )}
      {exporting && (
        <ExportDialog
          event_type={filters.event_type}
          workspace_id={filters.workspace_id}
          onClose={() => setExporting(false)}
          onStarted={follow}
        />
      )}
      {export_id !== undefined && (
        <ExportProgressDialog export_id={export_id} onClose={() => change({ export: undefined })} />
      )}
    </Page>
  )
}

const Actions = ({ onDownload, onExport }: { onDownload: () => void; onExport: () => void }) => (
  <>
    <Button onClick={onDownload}>Download</Button>
    {usePermission('audit:export') && <Button onClick={onExport}>Export</Button>}
  </>
)
