import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../dashboard/src/pages/audit/download.ts'
import { missingField } from '../../../dashboard/src/pages/audit/destinations.ts'
import { fieldOf, rowsOf } from '../../../dashboard/src/pages/agents/skills/form-model.ts'
import { emptyDraft, readDraft } from '../../../dashboard/src/pages/agents/skills/form-values.ts'
import { SchemaForm } from '../../../dashboard/src/pages/agents/skills/schema-form.tsx'
import { skillsOf } from '../../../dashboard/src/pages/agents/skills/card-skills.ts'
import { OutcomeBadge } from '../../../dashboard/src/parts/badges.tsx'
import { EmailAddress } from '../../../dashboard/src/parts/text/email.tsx'
import { versionText } from '../../../dashboard/src/pages/agents/version-text.ts'
import { eventWords } from '../../../dashboard/src/parts/text/event-name.tsx'
import { NamedLink } from '../../../dashboard/src/shell/named-entity.tsx'
import { Markdown } from '../../../dashboard/src/parts/text/markdown.tsx'

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

  it('links to web pages without a referrer, and lowers headings', () => {
    expect(markdown('[the *manual*](https://docs.example/?a=1&b=2)')).toContain(
      '<a href="https://docs.example/?a=1&amp;b=2" title="https://docs.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">the <em>manual</em></a>',
    )
    expect(markdown('# One\n\n1. two\n   > three')).toBe(
      '<div class="markdown" dir="auto"><h3>One</h3><ol><li>two<blockquote><p>three</p></blockquote></li></ol></div>',
    )
  })

  it('shows direction overrides that are written as character references', () => {
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

describe('a form for a schema', () => {
  const nested = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } }

  it('edits as JSON what is too deep, too long or a combination', () => {
    expect(rowsOf(fieldOf(nested(6), 'Input')).map(({ path }) => path)).toEqual([
      'a',
      'a.a',
      'a.a.a',
      'a.a.a.a',
    ])
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`m${at}`, {}]))
    expect(fieldOf({ type: 'object', properties: many }, 'Input').kind).toBe('json')
    expect(fieldOf({ enum: Array.from({ length: 101 }, String) }, 'x').kind).toBe('json')
    for (const schema of [true, null, { $ref: '#' }, { anyOf: [] }, { type: 'array' }, {}])
      expect(fieldOf(schema, 'x').kind).toBe('json')
  })

  it.each([
    ['invoice_number', 'Invoice number'],
    ['invoiceNumber', 'Invoice number'],
    ['Invoice-Number', 'Invoice number'],
    ['line2Total', 'Line2 total'],
    ['taxID', 'Tax ID'],
    ['XMLDocumentUrl', 'XML document url'],
    ['Number of Invoices', 'Number of Invoices'],
  ])('titles the member %s as %s', (name, title) => {
    expect(fieldOf({ type: 'string' }, name).title).toBe(title)
  })

  it('reads what was typed, leaves out what was not, and never evaluates a pattern', () => {
    const field = fieldOf(
      {
        properties: {
          __proto__x: { type: 'string', pattern: '(a+)+$' },
          size: { type: ['null', 'integer'], maximum: 9 },
          flag: { type: 'boolean' },
          kind: { enum: [1, null, 'a'] },
          inner: { properties: { must: { type: 'string' } }, required: ['must'] },
          tags: { type: 'array', items: { type: 'string' }, maxItems: 1 },
        },
        required: ['flag'],
      },
      'Input',
    )
    const draft = emptyDraft(field) as Readonly<Record<string, never>>
    expect([...readDraft(field, draft).issues]).toEqual([['flag', 'Flag is required.']])
    const typed = { ...draft, __proto__x: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', flag: 'false' }
    expect(readDraft(field, { ...typed, size: ' 7 ', kind: '1', tags: ['x'] }).value).toEqual({
      __proto__x: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
      size: 7,
      flag: false,
      kind: null,
      tags: ['x'],
    })
    const wrong = { ...typed, size: '9.5', tags: ['x', 'y'], inner: { must: '' } }
    expect([...readDraft(field, wrong).issues.values()]).toEqual([
      'Size must be a whole number.',
      'Tags can have at most 1 entry.',
    ])
  })

  it('counts the characters of a text as JSON Schema does', () => {
    const field = fieldOf({ type: 'string', minLength: 2, maxLength: 3 }, 'word')
    const issuesOf = (text: string) => [...readDraft(field, text).issues.values()]
    expect(issuesOf('🦊')).toEqual(['Word must have at least 2 characters.'])
    expect(issuesOf('🦊🦊🦊')).toEqual([])
    expect(issuesOf('🦊🦊🦊🦊')).toEqual(['Word can have at most 3 characters.'])
  })

  it.each([
    ['integer', '9007199254740991', 9007199254740991],
    ['integer', '9007199254740993', undefined],
    ['integer', '-1e20', undefined],
    ['number', '9007199254740993', undefined],
    ['number', '1e20', 1e20],
    ['number', '0.5', 0.5],
  ])('never sends a different %s from the one that was typed: %s', (type, text, value) => {
    const read = readDraft(fieldOf({ type }, 'size'), text)
    expect(read.value).toBe(value)
    expect([...read.issues.values()].join()).toMatch(
      value === undefined ? /^Size has too many digits to be sent exactly\. / : /^$/,
    )
  })

  it.each([
    [{ type: 'integer', minimum: 0 }, 'numeric'],
    [{ type: 'number', minimum: 0 }, 'decimal'],
    [{ type: 'integer', minimum: -1 }, 'text'],
    [{ type: 'integer' }, 'text'],
    [{ type: 'string', maxLength: 9 }, 'text'],
  ])('offers a keyboard on which every value of %j can be typed: %s', (schema, keyboard) => {
    const form = h(SchemaForm, {
      field: fieldOf(schema, 'x'),
      draft: '',
      onChange: () => undefined,
      issues: new Map(),
    })
    expect(/inputmode="(\w+)"/i.exec(renderToString(form))?.[1]).toBe(keyboard)
  })

  it('does not confuse types and members with properties of Object.prototype', () => {
    for (const type of ['__proto__', 'constructor', 'toString']) {
      const field = fieldOf({ type }, 'x')
      expect(field.type).toBe(type)
      expect(eventWords(type)).toBeTypeOf('string')
    }
    const field = fieldOf(JSON.parse('{"properties":{"constructor":{"type":"string"}}}'), 'x')
    expect(readDraft(field, '').value).toEqual({})
    expect(readDraft(field, {}).issues.size).toBe(0)
  })

  it('replaces direction overrides and line breaks in text from a schema', () => {
    const field = fieldOf(
      {
        title: 'a\u202Eb\nc',
        description: '\u2066d',
        properties: {
          'e\u202Ef': { enum: ['g\u202Eh'] },
          i: { type: 'x\u202E', format: 'y\u202E', title: 'j\u202E' },
        },
      },
      'x',
    )
    expect([field.title, field.description]).toEqual(['a\uFFFDb\uFFFDc', '\uFFFDd'])
    expect(JSON.stringify(rowsOf(field))).not.toMatch(/[\u202E\u2066]/)
    expect(rowsOf(field).map(({ path }) => path)).toEqual(['e\uFFFDf', 'i'])
    expect(field).toMatchObject({ members: [{ name: 'e\u202Ef' }, { name: 'i' }] })
    const card = { skills: [{ id: 'r', name: 'a\u202Eb', cost_estimate: 'c\u202Ed' }] }
    expect(skillsOf({ card, capabilities: ['r'] })[0]).toMatchObject({
      title: 'a\uFFFDb',
      cost: 'c\uFFFDd',
    })
  })

  it('prefills a form with at most 100 fields, and edits a list that needs more entries as JSON', () => {
    const list = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { type: 'array', minItems: 10, items: list(levels - 1) }
    const draft = JSON.stringify(emptyDraft(fieldOf(list(4), 'x')))
    expect(draft.match(/""/g)!.length).toBeLessThanOrEqual(100)
    expect(emptyDraft(fieldOf(list(1), 'x'))).toHaveLength(10)
    const needs = (minItems: number) =>
      fieldOf({ type: 'array', minItems, items: { type: 'string' } }, 'x')
    expect([needs(100).kind, needs(101).kind]).toEqual(['list', 'json'])
    expect(readDraft(needs(101), '["a"]').value).toEqual(['a'])
  })

  it('lists each skill of a card once and the other capabilities, and ignores invalid entries', () => {
    const card = {
      skills: [{ id: 'read', name: 'Read an invoice' }, { name: 'read' }, 7, {}, { name: 'other' }],
    }
    expect(
      skillsOf({ card, capabilities: ['read', 'sum'] }).map(({ name, title }) => [name, title]),
    ).toEqual([
      ['read', 'Read an invoice'],
      ['other', 'other'],
      ['sum', 'sum'],
    ])
  })
})

describe('the difference between two versions', () => {
  const agent = (changed: object = {}) =>
    ({ version: '1', capabilities: [], permissions: {}, public_key: 'k', ...changed }) as never
  const withInput = (input_schema: object) =>
    agent({ card: { skills: [{ id: 'r', input_schema }] } })
  const property = (schema: object) => withInput({ properties: { a: schema } })
  const many = (last: object) =>
    withInput({
      properties: Object.fromEntries(
        Array.from({ length: 41 }, (_, at) => [`m${at}`, at === 40 ? last : {}]),
      ),
    })
  const options = (last: string) =>
    property({ enum: [...Array.from({ length: 101 }, (_, at) => `o${at}`), last] })
  const deep = (schema: object) =>
    property({ properties: { b: { properties: { c: { properties: { d: { items: schema } } } } } } })

  it.each([
    [
      'limits',
      property({ type: 'string', maxLength: 1 }),
      property({ type: 'string', maxLength: 2 }),
    ],
    ['descriptions of members', property({ description: 'a' }), property({ description: 'b' })],
    ['a member beyond the fortieth', many({ type: 'string' }), many({ type: 'number' })],
    ['an option beyond the hundredth', options('x'), options('y')],
    ['deep parts', deep({ type: 'string' }), deep({ type: 'number' })],
    ['the description', agent({ description: 'a' }), agent({ description: 'b' })],
  ])('shows changed %s', (_, before, after) => {
    const text = versionText(before, after)
    expect(text.before).not.toBe(text.after)
  })

  it('does not depend on the order of members', () => {
    const text = versionText(
      property({ type: 'string', maxLength: 1 }),
      property({ maxLength: 1, type: 'string' }),
    )
    expect(text).toEqual({ before: '', after: '' })
  })

  it('does not let a name or text add a line that looks like part of the comparison', () => {
    const forged = 'x\u2028\nkey:\n  other\u202E'
    const { after } = versionText(
      agent(),
      agent({
        capabilities: [forged],
        permissions: { network: [forged], api: [forged] },
        description: forged,
        url: forged,
        llm_provider: forged,
        card: {
          skills: [
            {
              id: forged,
              cost_estimate: forged,
              description: forged,
              input_schema: { properties: { [forged]: { enum: [forged] } } },
            },
          ],
        },
      }),
    )
    expect(after).not.toMatch(/^(key:| {2}other)/m)
    expect(after).not.toMatch(/[\u2028\u202E]/)
  })
})

describe('the presentation of values', () => {
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

  it('shows the identifier of an agent beside the name that its owner chose', () => {
    const id = `81bae876b705${'0'.repeat(40)}2e0f12`
    const shown = renderToString(h(NamedLink, { href: '/x', name: 'Platform\u202E 1.0', id }))
    expect(shown.replaceAll(/<[^>]*>/g, '')).toBe('Platform\uFFFD 1.0 81bae876b705…2e0f12')
    expect(shown).toContain(`title="${id}"`)
  })

  it('allows line breaks between the parts of an e-mail address', () => {
    expect(renderToString(h(EmailAddress, { address: 'ada@acme.example' }))).toBe(
      '<span class="email-address">ada<wbr/>@acme.<wbr/>example</span>',
    )
  })

  it('asks for what an export needs before it is sent', () => {
    const values = (entries: Record<string, string>) => {
      const data = new FormData()
      for (const [name, value] of Object.entries(entries)) data.set(name, value)
      return data
    }
    const ask = (entries: Record<string, string>, configured?: readonly string[]) =>
      missingField('alerts', values(entries), configured)?.message
    expect(ask({ intake_url: 'https://a.example' }, ['alerts'])).toBe(
      'Routing key is required with an intake URL of your own.',
    )
    expect(ask({}, ['logs'])).toBe(
      'Intake URL and routing key are required, because the operator has configured neither for incident alerts.',
    )
    expect(ask({}, ['alerts'])).toBeUndefined()
    expect(ask({}, undefined)).toBeUndefined()
    expect(ask({ intake_url: 'https://a.example', routing_key: 'k' }, [])).toBeUndefined()
  })

  it('writes CSV in which no cell is a formula', () => {
    const record = (reason: string) =>
      ({
        sequence: 7,
        event_type: 'task.failed',
        reason,
        actor: { type: 'member', id: '@SUM(1)', ip: null },
        metadata: { a: '"b"' },
        hash: 'h',
      }) as never
    const [header, first, second] = csvOf([record('=1+1'), record(' a, "b"')]).split('\r\n')
    expect(header).toBe(
      '\uFEFFsequence,occurred_at,event_type,outcome,reason,actor_type,actor_id,actor_ip,target_type,target_id,workspace_id,request_id,metadata,hash',
    )
    expect(first).toBe(
      `7,,"task.failed",,"'=1+1","member","'@SUM(1)",,,,,,"{""a"":""\\""b\\""""}","h"`,
    )
    expect(second).toContain('," a, ""b""",')
  })
})
