import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { at } from './at.ts'
import { tableOf, type AuthoredDocument } from '../../scripts/operation-table.ts'

const ROOT = join(import.meta.dirname, '../..')
const json = (path: string) =>
  JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, unknown>
const document = parse(
  readFileSync(join(ROOT, 'test/contract/fixture.yaml'), 'utf8'),
) as AuthoredDocument

describe('the operation table', () => {
  const table = tableOf(document)

  it('contains what the schemas of an operation do not state', () => {
    expect(table['createNote']).toEqual({
      id: 'createNote',
      method: 'POST',
      path: '/notes',
      tag: 'notes',
      security: [['ApiKey']],
      requiredPlan: 'starter',
      requiredScope: 'notes:write',
      auditEvents: ['note.created'],
      extension: false,
      defaults: [],
    })
    expect(table['listNotes']).toMatchObject({
      security: [['ApiKey'], ['Session']],
      defaults: ['limit', 'offset'],
    })
    expect(table['labelParcel']).toMatchObject({ security: [['Session', 'ClientId']] })
    expect(table['getReport']).toMatchObject({ security: [] })
    expect(table['listParcels']).toMatchObject({ security: [['ApiKey'], []] })
    expect(table['deleteNote']).toMatchObject({ auditEvents: ['note.deleted'] })
    expect(table['searchNotes']).toMatchObject({ extension: true })
  })

  it('cannot be generated from a document in which operations are unnamed or share a name', () => {
    expect(() => tableOf({ paths: { '/a': { get: {} } } })).toThrow('get /a has no operationId')
    expect(() =>
      tableOf({ paths: { '/a': { get: { operationId: 'x' }, put: { operationId: 'x' } } } }),
    ).toThrow('same operationId')
  })
})

describe('generated files', () => {
  it('are up to date with their contract', async () => {
    await promisify(execFile)(
      join(ROOT, 'node_modules/.bin/node'),
      ['scripts/generate.ts', '--check', 'fixture'],
      { cwd: ROOT },
    )
  })

  it('contain the document itself', () => {
    expect(json('test/contract/generated/fixture.json')).toEqual(document)
  })
})

describe('the OpenAPI 3.1 version', () => {
  const converted = json('test/contract/generated/fixture-3.1.json')
  const schema = (...keys: string[]) => at(converted, 'components', 'schemas', ...keys)

  it('expresses null, examples and bounds in the syntax of 3.1', () => {
    expect(converted['openapi']).toMatch(/^3\.1\./)
    expect(schema('Parent')).toMatchObject({ type: ['object', 'null'] })
    expect(schema('Note', 'properties', 'title')).toEqual({
      type: 'string',
      examples: ['Shopping'],
    })
    expect(schema('NotePage', 'properties', 'total')).toEqual({ type: 'integer', minimum: 0 })
    const ratio = {
      name: 'ratio',
      in: 'query',
      schema: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
    }
    expect(at(converted, 'paths', '/notes', 'get', 'parameters')).toContainEqual(ratio)
  })

  it('does not change data and properties that only look like keywords', () => {
    expect(schema('Note', 'properties', 'nullable')).toMatchObject({ type: 'boolean' })
    expect(schema('Parent')['examples']).toEqual([
      { note_id: '11111111-2222-4333-8444-555555555555', nullable: true },
    ])
  })

  it.each(['test/contract/generated/fixture', 'generated/platform'])(
    '%s loses no operation, no keyword and no reference',
    (name) => {
      const [from, to] = [json(`${name}.json`), json(`${name}-3.1.json`)]
      expect(Object.keys(at(to, 'paths'))).toEqual(Object.keys(at(from, 'paths')))
      expect(Object.keys(at(to, 'components', 'schemas'))).toEqual(
        Object.keys(at(from, 'components', 'schemas')),
      )
      const count = (document: object, pattern: RegExp) =>
        JSON.stringify(document).match(pattern)?.length ?? 0
      const preserved = [
        /"\$ref":/g,
        /"operationId":/g,
        /"pattern":/g,
        /"maxLength":/g,
        /"enum":/g,
        /"x-max-bytes":/g,
      ]
      for (const pattern of preserved) expect(count(to, pattern)).toBe(count(from, pattern))
      expect(count(to, /"nullable":true/g)).toBe(count(from, /"note_id":"[^"]+","nullable":true/g))
    },
  )
})
