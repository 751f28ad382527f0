import { h, type VNode } from 'preact'
import prerender from 'preact-iso/prerender'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import { OutcomeBadge } from '../../../dashboard/src/entities/status-badges.tsx'
import { Failure } from '../../../dashboard/src/parts/feedback/failure.tsx'
import { SelectField } from '../../../dashboard/src/parts/forms/field.tsx'
import { FilterSelect } from '../../../dashboard/src/parts/forms/filters.tsx'
import { eventWords } from '../../../dashboard/src/entities/event-name.tsx'
import { formatElapsed, formatExact } from '../../../dashboard/src/parts/text/format.ts'
import { partsOf } from '../../../dashboard/src/parts/text/highlight.tsx'
import { Markdown } from '../../../dashboard/src/parts/text/markdown.tsx'
import { renderPage, textOf } from './render.ts'

const markdown = (text: string) => renderToString(h(Markdown, { text }))

describe('untrusted Markdown', () => {
  it.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](data:text/html,x)',
    '[a](//evil.example)',
    '[a](/operator)',
    '![a](https://evil.example/x.png)',
    '<a href="https://evil.example">a</a>',
    '<img src=x onerror=alert(1)>',
    '```<script>alert(1)</script>```',
    '[ref]: javascript:alert(1)\n\n[ref]',
  ])('does not create a link, image or markup from %j', (text) => {
    expect(markdown(text)).not.toMatch(/<(a|img|script|iframe|svg)\b|<[^>]*\s(on\w+|style|src)=/)
  })

  it('links to web pages without a referrer, and demotes top-level headings to `h3`', () => {
    expect(markdown('[the *manual*](https://docs.example/?a=1&b=2)')).toContain(
      '<a href="https://docs.example/?a=1&amp;b=2" title="https://docs.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">the <em>manual</em></a>',
    )
    expect(markdown('# One\n\n1. two\n   > three')).toBe(
      '<div class="markdown" dir="auto"><h3>One</h3><ol><li>two<blockquote><p>three</p></blockquote></li></ol></div>',
    )
  })

  it('shows direction overrides in character references, in code and in the text of images', () => {
    for (const text of ['&#8238;x', '`\u202Ex`', '![\u2066x](/y)', '    \u202Ex'])
      expect(markdown(text)).toMatch(/\uFFFDx/)
  })

  it('nests no more than 20 elements, and creates no tables', () => {
    const deep = markdown('*a '.repeat(2730) + 'a* '.repeat(2730))
    expect(deep.match(/<em>/g)).toHaveLength(20)
    expect(deep.match(/a/g)!.length).toBeGreaterThanOrEqual(5460)
    const header = '|a'.repeat(60)
    const rows = markdown(`${header}\n${'|-'.repeat(60)}\n${'|\n'.repeat(5000)}`)
    expect(rows).not.toMatch(/<t[dhr]/)
    expect(rows.match(/</g)!.length).toBeLessThan(6000)
  })

  it('shows direction overrides, and does not parse text that is too long', () => {
    expect(markdown('a\u202Eb\u2066c')).toContain('a\uFFFDb\uFFFDc')
    expect(markdown('['.repeat(100_000))).toBe(
      `<div class="markdown" dir="auto"><p class="plain">${'['.repeat(100_000)}</p></div>`,
    )
    expect(markdown('['.repeat(16_000))).toContain(`<p>${'['.repeat(16_000)}</p>`)
  })
})

const TIMES = [
  ['0', 'Immediately'],
  ['30', '30 seconds'],
  ['120', '2 minutes'],
] as const

describe('a select field', () => {
  it.each(TIMES)('marks the initial option: %s', async (selected) => {
    const { html } = await prerender(
      h(SelectField, { label: 'Time to finish', name: 'time', options: TIMES, selected }) as VNode,
    )
    expect(html.match(/<option[^>]*selected[^>]*>/g)).toEqual([
      expect.stringContaining(`value="${selected}"`),
    ])
  })
})

it.each([
  ['Any', ''],
  ['Any', 'docker'],
  ['Any exotic', 'exotic'],
])('offers “%s” and the listed options if the filter in the URL is “%s”', (offered, value) => {
  const html = renderToString(
    h(FilterSelect, { label: 'Platform', value, options: ['docker'], onSelect: () => undefined }),
  )
  expect(textOf(html)).toBe(`Platform ${offered} docker`)
})

const SHOWN = [
  [840, /^840 ms$/],
  [2460, /^2[.,]5 s$/],
  [192_000, /^3[.,]2 min$/],
] as const

it.each(SHOWN)('formats %i ms with at most one decimal: %s', (milliseconds, shown) => {
  expect(formatElapsed(milliseconds)).toMatch(shown)
})

it('marks words with any character that can occur in an identifier or in text', () => {
  const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at))
  for (const word of [
    ...printable.map((character) => `a${character}b`),
    'org.acme/my-agent:1~+=@_',
  ])
    expect(partsOf(`an ${word} c`, [word])).toEqual([
      { part: 'an ', isMarked: false },
      { part: word, isMarked: true },
      { part: ' c', isMarked: false },
    ])
})

it('names events, and shows none that reports a problem as a success', () => {
  expect(
    ['installation.lease_expired', 'task.completed', 'api_key.created', 'new.kind_of'].map(
      eventWords,
    ),
  ).toEqual(['Lease expired', 'Task completed', 'API key created', 'New kind of'])
  const badge = (event_type: string) =>
    renderToString(h(OutcomeBadge, { outcome: 'success', event_type }))
  expect(badge('installation.lease_expired')).toMatch(/badge warn.*recorded/)
  expect(badge('task.completed')).toMatch(/badge good.*success/)
})

it('names the values that the registry rejected, and offers no retry, which would fail too', async () => {
  const error = new Problem(400, {
    code: 'INVALID_PARAMETER',
    message: '`issues` lists the parameters at fault.',
    issues: [{ path: '/query/label_selector', message: 'is not a label selector' }],
  })
  expect(textOf(await renderPage(() => h(Failure, { error, retry: () => undefined })))).toBe(
    'The registry rejected these values label_selector is not a label selector',
  )
})

describe('the notice of a plan limit', () => {
  const shown = async (details: object) => {
    const error = new Problem(402, { code: 'X', message: 'No more.', upgrade_url: '/', ...details })
    return textOf(await renderPage(() => h(Failure, { error }), { plan: 'starter' }))
  }
  const current_usage = { current: 3, max: 3 }

  it('names the plan that includes a feature', async () => {
    expect(await shown({ required_plan: 'professional' })).toBe(
      'Not included in your plan No more. Requires the professional plan or higher. How to upgrade',
    )
  })

  it('does not say that an exhausted quota is not included', async () => {
    expect(await shown({ required_plan: 'professional', current_usage })).toBe(
      'Plan limit reached No more. Requires the professional plan or higher. 3 of 3 used. How to upgrade',
    )
  })

  it('does not suggest an upgrade if no plan allows more', async () => {
    expect(await shown({ required_plan: 'starter', current_usage })).toBe(
      'Plan limit reached No more. 3 of 3 used.',
    )
  })
})

it('names the time zone of an exact time', () => {
  const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts(new Date('2026-11-28T07:07:20.000Z'))
    .find(({ type }) => type === 'timeZoneName')!.value
  expect(formatExact('2026-11-28T07:07:20.000Z')).toContain(zone)
})
