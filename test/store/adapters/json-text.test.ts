import fc from 'fast-check'
import { expect, it } from 'vitest'
import { documentText } from '../../../src/store/lowdb/durable-file.ts'

const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue()))
/** Tables of a later version need not be arrays of rows. */
const documents = fc.dictionary(fc.string(), fc.oneof(rows, fc.jsonValue()))

it('the file of a JSON store is the indented JSON of its tables, whatever was written before', () => {
  fc.assert(
    fc.property(documents, rows, (document, added) => {
      documentText(document)
      const next = { ...document, agents: added, format: 'svc-registry/1' }
      expect(documentText(next)).toBe(JSON.stringify(next, null, 1))
    }),
  )
})
