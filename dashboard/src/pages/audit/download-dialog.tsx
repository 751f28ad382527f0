import { useEffect, useRef, useState } from 'preact/hooks'
import { readAllRecords, MAX_DOWNLOADED, type AuditSearch } from '../../api/audit.ts'
import { RadioGroup } from '../../parts/forms/field.tsx'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { downloadText } from '../../parts/text/copyable.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { fileOf, type DownloadFormat } from './download.ts'

interface Props {
  readonly organization_id: string
  readonly search: Omit<AuditSearch, 'cursor'>
  readonly onClose: () => void
}

/**
 * Returns how much was downloaded. Whether older records match is unknown after a truncated download, because a page can have a cursor
 * without any further match.
 */
export const downloadSummary = (records: number, truncated: boolean): string =>
  truncated
    ? `The newest ${formatNumber(records)} records were downloaded; older ones may also match.`
    : records === 1
      ? '1 record was downloaded.'
      : `${formatNumber(records)} records were downloaded.`

/** Reads the matching records and saves them as a file; closing the dialog cancels the download. */
function useDownload({ organization_id, search, onClose }: Props) {
  const [read, setRead] = useState<number>()
  const [error, setError] = useState<unknown>()
  const abort = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const download = async (format: DownloadFormat) => {
    const controller = new AbortController()
    abort.current = controller
    setError(undefined)
    setRead(0)
    try {
      const { records, truncated } = await readAllRecords(organization_id, search, {
        signal: controller.signal,
        onProgress: setRead,
      })
      const { name, type, text } = fileOf(format, records, new Date().toISOString().slice(0, 10))
      downloadText(name, type, text)
      toast(downloadSummary(records.length, truncated))
      onClose()
    } catch (cause) {
      if ((cause as Error).name === 'AbortError') return
      setError(cause)
      setRead(undefined)
    }
  }
  return { read, error, download }
}

const FORMATS = [
  {
    value: 'csv',
    title: 'CSV',
    description: 'For spreadsheets. Text that looks like a formula is neutralized.',
  },
  {
    value: 'json',
    title: 'JSON',
    description: 'The complete records, with everything needed to recompute their hashes.',
  },
] as const

/** Downloads the records that match the filters as a file. They are read page by page, up to the number that a browser can hold. */
export function DownloadDialog(props: Props) {
  const { read, error, download } = useDownload(props)
  return (
    <FormDialog
      title="Download the audit log"
      action="Download"
      error={error}
      pending={read !== undefined}
      onSubmit={(values) => void download(values.get('format') as DownloadFormat)}
      onClose={props.onClose}
    >
      <p>
        The records that match the filters of this page, newest first, at most{' '}
        {formatNumber(MAX_DOWNLOADED)}.
      </p>
      <RadioGroup title="Format" name="format" selected="csv" options={FORMATS} />
      {read !== undefined && (
        <p class="muted" role="status">
          {formatNumber(read)} records read…
        </p>
      )}
    </FormDialog>
  )
}
