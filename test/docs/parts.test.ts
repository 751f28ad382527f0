import { describe, expect, it } from 'vitest'
import { codes } from '../../generated/platform.codes.ts'
import { problemCodesOf } from '../../src/docs/codes.ts'
import { hrefOf } from '../../src/docs/layout.ts'
import { titleOf } from '../../src/docs/pages/contract.ts'
import { find } from '../../src/docs/pages/search.ts'
import { json } from '../../src/docs/samples.ts'
import { typeOf } from '../../src/docs/schema.ts'
import { markdown } from '../../src/docs/markdown.ts'

describe('parts of the documentation pages', () => {
  it('highlight names, strings and other values of JSON', () => {
    expect(json({ a: 'x', b: [1, true, null] }).text.replaceAll(/\s+/g, ' ')).toBe(
      '{ <span class="k">&quot;a&quot;</span>: <span class="s">&quot;x&quot;</span>, <span class="k">&quot;b&quot;</span>: [ <span class="n">1</span>, <span class="n">true</span>, <span class="n">null</span> ] }',
    )
  })

  it.each([
    ['', '/docs'],
    ['#top', '/docs#top'],
    ['errors', '/docs/errors'],
  ])('link to %j as %s', (path, href) => {
    expect(hrefOf('/docs', path)).toBe(href)
  })

  it.each([
    ['install-tokens', 'Install tokens'],
    ['a2a', 'A2A'],
  ])('give the tag %s the title "%s"', (tag, title) => {
    expect(titleOf(tag)).toBe(title)
  })

  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', nullable: true }, 'string or null'],
    [{ type: 'array', items: { type: 'integer' } }, 'array of integer'],
    [{}, 'any value'],
    [{ oneOf: [{ type: 'string' }, { type: 'object' }] }, 'string or object'],
  ])('describe the type of %j as "%s"', (schema, type) => {
    expect(typeOf({ resolve: <T>(one: T) => one } as never, schema as never)).toBe(type)
  })

  it('list only codes that an operation can return with its documented statuses', () => {
    const codes = problemCodesOf({
      id: 'listTasks',
      responses: [{ status: '200' }, { status: '401' }],
      security: [['ApiKey']],
      parameters: [],
      tag: 'tasks',
    } as never)
    expect(new Set(codes.map(({ status }) => status))).toEqual(new Set([401]))
    const names = codes.map(({ code }) => code)
    expect([
      names.includes('INVALID_API_KEY'),
      names.includes('INVALID_REFRESH_TOKEN'),
      names.includes('RATE_LIMITED'),
    ]).toEqual([true, false, false])
  })

  it('list the quotas of every operation that documents a 402 for a quota', () => {
    const withQuota = Object.entries(codes)
      .filter(([, list]) => (list as readonly string[]).includes('STORED_BYTES_LIMIT_EXCEEDED'))
      .map(([id]) => id)
    expect(withQuota).toContain('updateAgent')
    for (const id of withQuota) {
      const listed = problemCodesOf({
        id,
        responses: [{ status: '402' }],
        security: [],
        parameters: [],
      } as never)
      expect(
        listed.map(({ code }) => code),
        id,
      ).toContain('STORED_BYTES_LIMIT_EXCEEDED')
    }
  })

  it.each([
    ['verifyAdminPin', true],
    ['getPlatformKeys', false],
  ])(
    'list RATE_LIMITED for operations without a credential only if they are not GET: %s',
    (id, listed) => {
      const codes = problemCodesOf({
        id,
        responses: [{ status: '429' }],
        security: [],
        parameters: [],
      } as never)
      expect(codes.map(({ code }) => code)).toEqual(listed ? ['RATE_LIMITED'] : [])
    },
  )

  it('find entries that contain all words, and none for an empty query', () => {
    const entry = (title: string) => ({
      path: title,
      kind: 'Page',
      title,
      about: '',
      text: title.toLowerCase(),
      lower_title: title.toLowerCase(),
      title_words: title.toLowerCase().split(' '),
      about_words: [],
    })
    const entries = [entry('Install tokens'), entry('Runtime tokens')]
    expect(
      ['', '   ', 'tokens install', 'TOKENS', 'other'].map((query) =>
        find(entries, query).map(({ title }) => title),
      ),
    ).toEqual([[], [], ['Install tokens'], ['Install tokens', 'Runtime tokens'], []])
  })

  it('give a heading its explicit anchor, or one that is derived from its words and differs from all explicit ones', () => {
    const { headings, body } = markdown(
      '# Tokens\n\n## Replay\n\n### <a id="replay"></a>The window\n',
    )
    expect(headings.map(({ id, title }) => [id, title])).toEqual([
      ['tokens', 'Tokens'],
      ['replay-section', 'Replay'],
      ['replay', 'The window'],
    ])
    expect(body.text).toContain('<h3 id="replay">The window</h3>')
  })
})
