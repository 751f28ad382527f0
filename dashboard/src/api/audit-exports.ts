import { useQuery, useMutation } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'

export type AuditExport = Schemas['AuditExport']
export type Destination = AuditExport['destination']
export type ExportBody = Readonly<Record<string, string | number | readonly string[]>>

const EXPORT_POLL_MS = 1000
const isFinished = ({ status }: AuditExport): boolean =>
  status !== 'accepted' && status !== 'running'

/** Starts an export. Each destination has its own request body, which its form provides. */
function startExport(destination: Destination, body: ExportBody) {
  if (destination === 'logs')
    return unwrap(
      api.POST('/audit-logs/siem/logs/export', { body: body as Schemas['ExportLogsRequest'] }),
    )
  if (destination === 'collector')
    return unwrap(
      api.POST('/audit-logs/siem/collector/export', {
        body: body as Schemas['ExportCollectorRequest'],
      }),
    )
  return unwrap(
    api.POST('/audit-logs/siem/alerts/export', { body: body as Schemas['ExportAlertsRequest'] }),
  )
}

/** Starts an export, whose progress `useExportStatus` reads. */
export const useStartExport = () =>
  useMutation({
    mutationFn: ({ destination, body }: { destination: Destination; body: ExportBody }) =>
      startExport(destination, body),
  })

/** Reads an export and polls it until it has ended. */
export const useExportStatus = (export_id: string) =>
  useQuery({
    queryKey: ['export', export_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/audit-logs/siem/exports/{export_id}', {
          params: { path: { export_id } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data && isFinished(data) ? false : EXPORT_POLL_MS),
  })
