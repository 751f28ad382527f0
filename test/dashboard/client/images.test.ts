import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { Findings } from '../../../dashboard/src/pages/images/findings.tsx'
import { ImageTable } from '../../../dashboard/src/pages/images/images.tsx'
import { SeverityCounts } from '../../../dashboard/src/pages/images/labels.tsx'

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
  const keysOf = (summary: object) => {
    const { props } = SeverityCounts({ summary: { ...none, ...summary } }) as VNode<{
      children: { key: string }[]
    }>
    return props.children
  }
  expect(keysOf({ critical: 2, low: 1 }).map(({ key }) => key)).toEqual(['critical', 'low'])
  expect(keysOf({})).toBe('none')
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
