import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { skillsOf } from '../../../dashboard/src/pages/agents/skills/card-skills.ts'
import { fieldOf, rowsOf } from '../../../dashboard/src/pages/agents/skills/form-model.ts'
import { emptyDraft, readDraft } from '../../../dashboard/src/pages/agents/skills/form-values.ts'
import { SchemaForm } from '../../../dashboard/src/pages/agents/skills/schema-form.tsx'
import { eventWords } from '../../../dashboard/src/entities/event-name.tsx'

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
  ])('gives the member %s the title "%s"', (name, title) => {
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

  it('counts the characters of a string as JSON Schema does', () => {
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
})

it('`skillsOf` lists each skill of a card once, then the other capabilities, and ignores invalid entries', () => {
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
