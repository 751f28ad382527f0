import type { Image, ImageReport, ImageScan } from '../../../domain/images/records.ts'
import { hasReadImage } from '../../../domain/images/report.ts'
import type { ReadTx } from '../../database.ts'
import { pageOf, type Page, type Paging } from '../page.ts'

/** A scan, and its report if there is one. */
export interface ScanWithReport {
  readonly scan: ImageScan
  readonly report?: ImageReport
  /** The latest scan of the image, if it is another one. */
  readonly latest?: ImageScan
}

/**
 * Returns the latest scan of an image that the organization requested, with its report, or undefined if there is none.
 * @param completed whether the newest scan that has read the whole image is returned instead
 */
export async function findImageScan(
  tx: ReadTx,
  {
    organization_id,
    ref,
    completed = false,
  }: { organization_id: string; ref: string; completed?: boolean },
): Promise<ScanWithReport | undefined> {
  const image = await tx.images.get({ organization_id, ref })
  const latest = image && (await tx.image_scans.get({ scan_id: image.last_scan_id }))
  if (!latest) return undefined
  const scan = completed ? await newestCompleted(tx, latest) : latest
  if (!scan) return undefined
  const report = await tx.image_reports.get({ scan_id: scan.scan_id })
  return { scan, ...(report && { report }), ...(scan.scan_id !== latest.scan_id && { latest }) }
}

async function newestCompleted(tx: ReadTx, latest: ImageScan): Promise<ImageScan | undefined> {
  if (hasReadImage(latest.status)) return latest
  const { organization_id, ref } = latest
  const scans = await tx.image_scans.find({
    where: { organization_id, ref },
    orderBy: ['requested_at', 'scan_id'],
    descending: true,
  })
  return scans.find(({ status }) => hasReadImage(status))
}

/** An image with its latest scan. */
export interface ListedImage {
  readonly image: Image
  readonly scan: ImageScan
}
type Position = readonly [ref: string]

/** Lists the images of an organization in the order of their references, each with its latest scan. */
export async function listImages(
  tx: ReadTx,
  { organization_id, ...paging }: Paging<Position> & { organization_id: string },
): Promise<Page<ListedImage, Position>> {
  const where = { organization_id }
  const total = await tx.images.count(where)
  const page = await pageOf<Image, Position>(
    tx.images,
    { where, orderBy: ['ref'] },
    { ...paging, total },
  )
  const items: ListedImage[] = []
  for (const image of page.items)
    items.push({ image, scan: (await tx.image_scans.get({ scan_id: image.last_scan_id }))! })
  return { ...page, items }
}
