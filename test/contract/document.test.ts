import { describe, expect, it } from 'vitest'
import { createDispatcher } from '../../src/contract/dispatch.ts'
import { backendOf, ContractBackend } from '../../src/contract/backend.ts'
import type { Document } from '../../src/contract/document.ts'
import { executable } from '../../src/contract/executable.ts'
import { at } from './at.ts'
import { handlers, optionsOf, document as fixture, type Notes } from './notes.ts'
import { table } from './generated/fixture.table.ts'

/** Returns the fixture with a change. */
const changed = (change: (document: Document) => void): Document => {
  const clone = structuredClone(fixture)
  change(clone)
  return clone
}
const boot = (overrides: Parameters<typeof optionsOf>[0]) =>
  createDispatcher<Notes>(optionsOf(overrides))

describe('creating a dispatcher', () => {
  it('checks the document strictly', async () => {
    const bootChanged = (change: (document: Document) => void) =>
      boot({ document: changed(change) })
    const noResponses = bootChanged((document) => {
      delete at(document, 'paths', '/notes', 'get')['responses']
    })
    await expect(noResponses).rejects.toThrow('not valid OpenAPI')
    const noKeyword = bootChanged((document) => {
      at(document, 'components', 'schemas', 'Note')['requird'] = ['title']
    })
    await expect(noKeyword).rejects.toThrow('not valid OpenAPI')
    const noType = bootChanged((document) => {
      at(document, 'components', 'schemas', 'NoteInput')['type'] = 'thing'
    })
    await expect(noType).rejects.toThrow('type must be JSONType')
    await expect(
      bootChanged((document) => {
        document.openapi = '3.1.0'
      }),
    ).rejects.toThrow('OpenAPI 3.0, not 3.1.0')
  })

  it('refuses a stale table in both directions', async () => {
    const { getNote: _, ...less } = table
    await expect(boot({ table: less as never })).rejects.toThrow(
      'The operation table lacks getNote. Run `npm run generate`.',
    )
    const document = changed(({ paths }) => {
      delete paths?.['/parcels']
    })
    await expect(boot({ document })).rejects.toThrow(
      'contains operations that the contract lacks: listParcels. Run `npm run generate`.',
    )
  })

  it('refuses a missing handler or authenticator', async () => {
    const { getNote: _, ...less } = handlers
    await expect(boot({ handlers: less as never })).rejects.toThrow('getNote has no handler')
    const authenticators = { ApiKey: () => undefined } as never
    await expect(boot({ authenticators })).rejects.toThrow(
      'security scheme Session has no authenticator',
    )
  })

  it('refuses request bodies other than JSON', async () => {
    const document = changed(({ paths }) => {
      at(paths, '/notes', 'post', 'requestBody')['content'] = { 'text/csv': {} }
    })
    await expect(boot({ document })).rejects.toThrow(
      'createNote: request bodies are application/json only, not text/csv',
    )
  })

  it('does not change its input document', async () => {
    const before = JSON.stringify(fixture)
    await boot({})
    expect(JSON.stringify(fixture)).toBe(before)
  })
})

describe('the executable form of a document', () => {
  it('has no links and no discriminator mappings, but keeps properties of these names', () => {
    const document = changed(({ components }) => {
      Object.assign(at(components, 'schemas', 'Note', 'properties'), {
        links: { type: 'object' },
        mapping: { type: 'object' },
      })
      at(components, 'responses', 'Problem')['links'] = {}
    })
    const { components, paths } = executable(document)
    expect(at(paths, '/notes', 'post', 'responses', '201')).not.toHaveProperty('links')
    expect(at(components, 'responses', 'Problem')).not.toHaveProperty('links')
    expect(at(components, 'schemas', 'Label', 'discriminator')).toEqual({ propertyName: 'kind' })
    expect(at(components, 'schemas', 'Note', 'properties')).toMatchObject({
      links: { type: 'object' },
      mapping: { type: 'object' },
    })
  })

  it('has numeric exclusive bounds', () => {
    const bounds = (schema: object) =>
      at(
        executable({ components: { schemas: { A: schema } } } as never),
        'components',
        'schemas',
        'A',
      )
    expect(bounds({ minimum: 1, exclusiveMinimum: true })).toEqual({ exclusiveMinimum: 1 })
    expect(bounds({ maximum: 1, exclusiveMaximum: false })).toEqual({ maximum: 1 })
    expect(bounds({ example: { exclusiveMinimum: true } })).toEqual({
      example: { exclusiveMinimum: true },
    })
  })
})

describe('the backend of a document', () => {
  it('is shared by the dispatchers of this document only', async () => {
    const [document, other] = [changed(() => undefined), changed(() => undefined)]
    const backend = await backendOf(document)
    expect(await backendOf(document)).toBe(backend)
    expect(await backendOf(other)).not.toBe(backend)
  })
})

describe('openapi-backend', () => {
  // `validatorsOf` relies on this order.
  it('lists the validator of a body before that of the parameters', async () => {
    const backend = await new ContractBackend(fixture).init()
    const [body, parameters, ...more] = backend
      .compiler('first_fault')
      .getRequestValidatorsForOperation('createNote')
    expect(more).toEqual([])
    expect([body!({ requestBody: {} }), body!({ requestBody: { title: 'a' } })]).toEqual([
      false,
      true,
    ])
    expect([parameters!({ query: { x: 1 } }), parameters!({ query: {} })]).toEqual([false, true])
    expect(
      backend.compiler('first_fault').getRequestValidatorsForOperation('listParcels'),
    ).toHaveLength(1)
  })
})
