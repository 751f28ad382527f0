import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS, invalidate } from './query-client.ts'

export type Image = Schemas['Image']
export type ScanReport = Schemas['ScanReport']
export type ScanStatus = Schemas['ScanStatus']
export type Finding = Schemas['ScanFinding']
export type Severity = Finding['severity']
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'unknown']

export const isScanning = (status: ScanStatus): boolean =>
  status === 'queued' || status === 'running'

interface ImageQuery {
  readonly organization_id: string
  readonly limit?: number
  readonly cursor?: string | undefined
}

/** Lists the scanned images of an organization by reference. */
export const useImages = (query: ImageQuery) =>
  useQuery({
    queryKey: ['images', query],
    queryFn: ({ signal }) => unwrap(api.GET('/images', { params: { query }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ last_scan }) => isScanning(last_scan.status))
        ? DEFAULT_POLL_MS / 2
        : 6 * DEFAULT_POLL_MS,
  })

const paramsOf = (organization_id: string, image_ref: string) => ({
  params: { path: { image_ref }, query: { organization_id } },
})
const paramsOfCompleted = (organization_id: string, image_ref: string) => ({
  params: { path: { image_ref }, query: { organization_id, completed: true } },
})

const readReport = (
  params: ReturnType<typeof paramsOf | typeof paramsOfCompleted>,
  signal: AbortSignal,
) => unwrap(api.GET('/images/{image_ref}/scan-report', { ...params, signal }))

/** Reads the latest scan of an image and polls it while it is running. */
export const useScanReport = (organization_id: string, image_ref: string) =>
  useQuery({
    queryKey: ['images', 'report', organization_id, image_ref],
    queryFn: ({ signal }) => readReport(paramsOf(organization_id, image_ref), signal),
    refetchInterval: ({ state: { data } }) => (data && isScanning(data.status) ? 1000 : false),
  })

/** Reads the newest scan that has read the whole image, if `enabled`. Fails with 404 if there is none. */
export const useCompletedReport = (organization_id: string, image_ref: string, enabled: boolean) =>
  useQuery({
    queryKey: ['images', 'completed-report', organization_id, image_ref],
    enabled,
    queryFn: ({ signal }) => readReport(paramsOfCompleted(organization_id, image_ref), signal),
  })

/** Requests a scan. The response arrives before the scan has finished. */
export const useScan = (organization_id: string) =>
  useMutation({
    mutationFn: (image_ref: string) =>
      unwrap(api.POST('/images/{image_ref}/scan', paramsOf(organization_id, image_ref))),
    onSuccess: invalidate('images'),
  })

/** Reads the bill of materials of the newest scan that has read the whole image. */
export const useSbom = (organization_id: string) =>
  useMutation({
    mutationFn: (image_ref: string) =>
      unwrap(api.GET('/images/{image_ref}/sbom', paramsOfCompleted(organization_id, image_ref))),
  })
