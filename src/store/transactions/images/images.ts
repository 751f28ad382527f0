import type { Image, ImageReport, ImageScan } from '../../../domain/images/records.ts'
import { MAX_PAGE_SIZE } from '../../../domain/limits.ts'
import type { ReadTx } from '../../database.ts'

/** A scan, and its report if there is one. */
export interface ScanWithReport {
  readonly scan: ImageScan
  readonly report?: ImageReport
}

/** Returns the latest scan of an image that the organization requested, with its report, or undefined if there is none. */
export async function findImageScan(
  tx: ReadTx,
  { organization_id, ref }: { organization_id: string; ref: string },
): Promise<ScanWithReport | undefined> {
  const image = await tx.images.get({ organization_id, ref })
  const scan = image && (await tx.image_scans.get({ scan_id: image.last_scan_id }))
  if (!scan) return undefined
  const report = await tx.image_reports.get({ scan_id: scan.scan_id })
  return { scan, ...(report && { report }) }
}

export interface ImagePage {
  readonly items: readonly { readonly image: Image; readonly scan: ImageScan }[]
  readonly total: number
  readonly limit: number
  readonly next?: string
}

/** Lists the images of an organization in the order of their references, each with its latest scan. */
export async function listImages(
  tx: ReadTx,
  query: { organization_id: string; limit: number; offset: number; after?: string | undefined },
): Promise<ImagePage> {
  const { organization_id, offset, after } = query
  const limit = Math.min(query.limit, MAX_PAGE_SIZE)
  const rows = await tx.images.find({
    where: { organization_id },
    orderBy: ['ref'],
    limit: limit + 1,
    ...(after === undefined ? { offset } : { after: [after] }),
  })
  const items: { image: Image; scan: ImageScan }[] = []
  for (const image of rows.slice(0, limit))
    items.push({ image, scan: (await tx.image_scans.get({ scan_id: image.last_scan_id }))! })
  return {
    items,
    total: await tx.images.count({ organization_id }),
    limit,
    ...(rows.length > limit && { next: items.at(-1)!.image.ref }),
  }
}
