import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { Findings } from '../../../dashboard/src/pages/images/findings.tsx'
import { ImageTable } from '../../../dashboard/src/pages/images/images.tsx'
import { ScanReportDetails } from '../../../dashboard/src/pages/images/scan-report.tsx'
import { SeverityCounts } from '../../../dashboard/src/pages/images/scan-badge.tsx'

const summary = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }

const AT = '2026-03-02T09:10:00.000Z'

const image = {
  ref: 'acme/web:1',
  size_bytes: 2_000_000,
  last_scan: { status: 'completed', summary, requested_at: AT },
}

it('marks only the reference of an image as the lead cell', () => {
  const html = renderToString(h(ImageTable, { images: [image] } as never))
  expect(
    [...html.matchAll(/<td data-name="(\w+)" class="lead-cell"/g)].map(([, name]) => name),
  ).toEqual(['Image'])
})

it('shows only severities with findings', () => {
  const none = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }
  const childrenOf = (summary: object) => {
    const { props } = SeverityCounts({ summary: { ...none, ...summary } }) as VNode<{
      children: { key: string }[]
    }>
    return props.children
  }
  expect(childrenOf({ critical: 2, low: 1 }).map(({ key }) => key)).toEqual(['critical', 'low'])
  expect(childrenOf({})).toBe('none')
})

it('shows the last completed scan below a later one that has failed', () => {
  const scan = {
    requested_at: AT,
    scanner: { name: 'svc-registry', version: '1.0.0' },
    database: null,
  }
  const html = renderToString(
    h(ScanReportDetails, {
      report: { ...scan, status: 'failed', error: { code: 'MANIFEST_NOT_FOUND', message: '' } },
      earlier: { ...scan, status: 'completed', summary: { ...summary, high: 2 } },
    } as never),
  )
  expect(html).toMatch(/MANIFEST_NOT_FOUND.*Last completed scan.*2 high/s)
})

it('shows fifty findings of an image and offers the rest', () => {
  const findings = Array.from({ length: 51 }, (_, index) => ({
    id: `CVE-2026-${index}`,
    type: 'vulnerability',
    severity: 'low',
    title: 'A finding',
    detail: '',
  }))
  const shown = (of: readonly object[]) => {
    const html = renderToString(h(Findings, { findings: of, omitted: 0 } as never))
    return [html.match(/<details>/g)?.length, /Show [^<]+/.exec(html)?.[0]]
  }
  expect(shown(findings)).toEqual([50, 'Show 1 more of 1'])
  expect(shown(findings.slice(1))).toEqual([50, undefined])
})
