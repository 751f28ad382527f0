import { describe, expect, it, vi } from 'vitest'
import { closeSchema } from '../../src/contract/close-schemas.ts'
import { ContractBackend } from '../../src/contract/backend.ts'
import { ContractViolation, responseGate, type GateMode } from '../../src/contract/response-gate.ts'
import { table } from './generated/fixture.table.ts'
import { document, handlers, notes, note, NOTE_ID } from './notes.ts'

type Reply = (status: number, body?: unknown, type?: string) => { with(headers: object): unknown }

/** Sends a request to which an operation responds with a reply. Returns the pending response and the mock that receives violations. */
async function sendWithReply(
  mode: GateMode,
  operation: keyof typeof handlers,
  make: (reply: Reply) => unknown,
) {
  const violated = vi.fn()
  const handler = async ({ reply }: { reply: Reply }) => make(reply)
  const { send } = await notes({
    mode,
    onViolation: violated,
    handlers: { ...handlers, [operation]: handler },
  })
  const { method, path } = table[operation]
  return {
    response: send(
      method,
      path.replace('{note_id}', NOTE_ID),
      operation === 'createNote' ? { json: { title: 'a' } } : {},
    ),
    violated,
  }
}
const faults = async (operation: keyof typeof handlers, make: (reply: Reply) => unknown) => {
  const { response } = await sendWithReply('closed', operation, make)
  const error: unknown = await response.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error !== undefined) expect(error).toBeInstanceOf(ContractViolation)
  return (error as ContractViolation | undefined)?.faults
}
const LOCATION = { Location: '/notes/1' }

it('the validators of an operation are compiled once', async () => {
  const backend = await new ContractBackend(document).init()
  const compiler = vi.spyOn(backend, 'compiler')
  const operation = backend.operationObjects().find(({ operationId }) => operationId === 'getNote')!
  const gate = responseGate(backend, 'closed')
  const response = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    type: 'application/json',
    text: JSON.stringify(note),
  }
  gate(operation, response)
  const { length } = compiler.mock.calls
  expect(length).toBeGreaterThan(0)
  gate(operation, response)
  expect(compiler).toHaveBeenCalledTimes(length)
})

describe('I-27: the response gate in tests', () => {
  it('accepts documented responses', async () => {
    expect(await faults('createNote', (reply) => reply(201, note).with(LOCATION))).toBeUndefined()
    expect(await faults('deleteNote', (reply) => reply(204))).toBeUndefined()
    expect(await faults('getReport', (reply) => reply(200, 'x', 'text/markdown'))).toBeUndefined()
  })

  it('rejects a status that the operation does not document', async () => {
    expect(await faults('deleteNote', (reply) => reply(200, {}))).toEqual([
      'the status is not documented',
    ])
  })

  it('rejects a body that violates its schema', async () => {
    expect(await faults('getNote', (reply) => reply(200, { ...note, title: 5 }))).toEqual([
      'body /title must be string',
    ])
    expect(
      await faults('getNote', (reply) => reply(200, { note_id: NOTE_ID, parent: null })),
    ).toEqual(['body /title is required'])
    expect(await faults('getNote', (reply) => reply(200, { ...note, note_id: 'x' }))).toEqual([
      'body /note_id must match format "uuid"',
    ])
  })

  it('rejects an undocumented member at any depth', async () => {
    expect(await faults('getNote', (reply) => reply(200, { ...note, secret: 1 }))).toEqual([
      'body /secret is not a known member',
    ])
    const above = { note_id: NOTE_ID, secret: 1 }
    const deep = { ...note, parent: { note_id: NOTE_ID, above } }
    expect(await faults('getNote', (reply) => reply(200, deep))).toEqual([
      'body /parent/above/secret is not a known member',
    ])
  })

  it('ignores members without a value, which are not sent', async () => {
    expect(
      await faults('getNote', (reply) => reply(200, { ...note, secret: undefined })),
    ).toBeUndefined()
  })

  it('rejects content that is missing, undocumented or unexpected', async () => {
    expect(await faults('getNote', (reply) => reply(200))).toEqual([
      'the documented content is missing',
    ])
    expect(await faults('getNote', (reply) => reply(200, 'x', 'text/markdown'))).toEqual([
      'text/markdown is not documented',
    ])
    expect(await faults('deleteNote', (reply) => reply(204, {}))).toEqual([
      'application/json is not documented',
    ])
  })

  it('rejects headers that are required and missing, or violate their schema', async () => {
    const created = (headers: object) =>
      faults('createNote', (reply) => reply(201, note).with(headers))
    expect(await created({})).toEqual(['header /location is required'])
    expect(await created({ Location: 'elsewhere' })).toEqual([
      'header /location must match pattern "^/notes/"',
    ])
    expect(await created({ ...LOCATION, 'X-Revision': 'two' })).toEqual([
      'header /x-revision must be integer',
    ])
    expect(await created({ ...LOCATION, 'X-Revision': 2 })).toBeUndefined()
  })

  it('checks the problems of the pipeline as well', async () => {
    const { send } = await notes({ present: () => ({ wrong: 'shape' }) })
    await expect(send('GET', '/notes?x=1')).rejects.toThrow(
      'listNotes responded with 400, but body /error is required; body /message',
    )
  })
})

describe('the response gate in production', () => {
  it('reports a violation and sends the response unchanged', async () => {
    const { response, violated } = await sendWithReply('log', 'getNote', (reply) =>
      reply(200, { ...note, title: 5 }),
    )
    expect(await response).toMatchObject({ status: 200, json: { title: 5 } })
    const violation = expect.objectContaining({
      operation_id: 'getNote',
      status: 200,
      faults: ['body /title must be string'],
    })
    expect(violated).toHaveBeenCalledWith(violation, expect.objectContaining({ id: 'req-1' }))
  })

  it('lets undocumented members pass, because responses are open', async () => {
    const { response, violated } = await sendWithReply('log', 'getNote', (reply) =>
      reply(200, { ...note, extra: 1 }),
    )
    expect(await response).toMatchObject({ json: { extra: 1 } })
    expect(violated).not.toHaveBeenCalled()
  })

  it('can be disabled', async () => {
    const { response, violated } = await sendWithReply('off', 'deleteNote', (reply) =>
      reply(299, {}),
    )
    expect(await response).toMatchObject({ status: 299 })
    expect(violated).not.toHaveBeenCalled()
  })
})

describe('closing schemas', () => {
  const object = (more: object = {}) => ({
    type: 'object',
    properties: { a: { type: 'string' } },
    ...more,
  })

  it('closes objects that list properties and have no additionalProperties', () => {
    expect(closeSchema(object())).toMatchObject({ additionalProperties: false })
    expect(closeSchema(object({ additionalProperties: true }))).toMatchObject({
      additionalProperties: true,
    })
    expect(closeSchema({ type: 'object' })).toEqual({ type: 'object' })
  })

  it('reaches items, properties, alternatives and maps', () => {
    const closed = { additionalProperties: false }
    expect(closeSchema({ items: object() })).toMatchObject({ items: closed })
    expect(closeSchema({ properties: { items: object() } })).toMatchObject({
      properties: { items: closed },
    })
    expect(closeSchema({ oneOf: [object()], anyOf: [object()] })).toMatchObject({
      oneOf: [closed],
      anyOf: [closed],
    })
    expect(closeSchema({ additionalProperties: object() })).toMatchObject({
      additionalProperties: closed,
    })
  })

  it('does not change data, `not` or the members of `allOf`', () => {
    const schema = {
      example: object(),
      enum: [object()],
      default: object(),
      not: object(),
      allOf: [object()],
    }
    expect(closeSchema(schema)).toEqual(schema)
  })

  it('handles recursive schemas and does not change the original', () => {
    const tree: { properties: Record<string, unknown> } = { properties: {} }
    tree.properties['child'] = tree
    const closed = closeSchema(tree) as typeof tree
    expect(closed.properties['child']).toBe(closed)
    expect(tree).not.toHaveProperty('additionalProperties')
  })
})
