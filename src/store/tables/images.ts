import type { Advisory } from '../../domain/images/advisory.ts'
import type { Image, ImageReport, ImageScan } from '../../domain/images/records.ts'
import { by, type Shapes } from './shape.ts'

export interface ImageRows {
  images: Image
  image_scans: ImageScan
  image_reports: ImageReport
  advisories: Advisory
}

/** The tables of container images, their scans and reports, and of known advisories. */
export const IMAGE_TABLES: Shapes<ImageRows> = {
  images: {
    columns: {
      organization_id: 'text',
      ref: 'text',
      digest: 'text',
      size_bytes: 'integer',
      created_at: 'text',
      last_scan_id: 'text',
    },
    key: ['organization_id', 'ref'],
    indexes: [by(['organization_id'], 'ref')],
  },
  image_scans: {
    columns: {
      scan_id: 'text',
      organization_id: 'text',
      ref: 'text',
      digest: 'text',
      status: 'text',
      requested_at: 'text',
      started_at: 'text',
      finished_at: 'text',
      attempts: 'integer',
      claimed_until: 'text',
      summary: 'json',
      error: 'json',
    },
    key: ['scan_id'],
    indexes: [
      by(['organization_id', 'ref'], 'requested_at', 'scan_id'),
      by(['status'], 'requested_at'),
      by(['status'], 'claimed_until'),
      by(['status'], 'organization_id', 'requested_at'),
    ],
  },
  image_reports: {
    columns: { scan_id: 'text', organization_id: 'text', report: 'json', sbom: 'json' },
    key: ['scan_id'],
    indexes: [],
  },
  advisories: {
    columns: {
      ecosystem: 'text',
      package: 'text',
      advisory_id: 'text',
      aliases: 'json',
      title: 'text',
      severity: 'text',
      score: 'json',
      url: 'text',
      modified_at: 'text',
      ranges: 'json',
      versions: 'json',
    },
    key: ['ecosystem', 'package', 'advisory_id'],
    indexes: [by(['ecosystem'], 'package'), by(['advisory_id'])],
  },
}
