import { readFileSync } from 'node:fs'
import type { Document } from 'openapi-backend'
import { beforeAll, describe, expect, it } from 'vitest'
import { table } from '../../generated/platform.table.ts'
import { closeResponses } from '../../src/contract/close-schemas.ts'
import { compileBody } from '../../src/contract/body.ts'
import { ContractBackend, requestChecks, responseValidators } from '../../src/contract/backend.ts'
import { readDocument, type OperationObject } from '../../src/contract/document.ts'
import { compileParameters } from '../../src/contract/parameters.ts'
import { compileRoutes } from '../../src/contract/router.ts'

const document = readDocument(new URL('../../generated/platform.json', import.meta.url))
let backend: ContractBackend
let operations: readonly OperationObject[]

/** Returns the named examples of a request body or a response. Those of the JSON media type suffice, because the YAML ones are the same. */
function examplesOf(content: unknown): [name: string, value: unknown][] {
  const { 'application/json': json } = (content ?? {}) as {
    'application/json'?: { examples?: Record<string, { value: unknown }> }
  }
  return Object.entries(json?.examples ?? {}).map(([name, { value }]) => [name, value])
}

beforeAll(async () => {
  backend = await new ContractBackend(document).init()
  operations = backend.operationObjects()
})

describe('the contract of the platform', () => {
  it.each([
    'generated/platform.json',
    'generated/agent.json',
    'test/contract/generated/fixture.json',
  ])(
    '%s is valid OpenAPI and compiles, so no process has to check it when it starts',
    async (file) => {
      const unchecked = JSON.parse(readFileSync(file, 'utf8')) as Document
      await new ContractBackend(unchecked).init()
      const backend = await new ContractBackend(readDocument(file)).init()
      for (const operation of backend.operationObjects()) {
        const checks = requestChecks(backend, operation)
        checks.parameters.passes({})
        checks.body?.passes({})
      }
      const invalid = { ...unchecked, info: undefined } as never
      await expect(new ContractBackend(invalid).init()).rejects.toThrow(/not valid OpenAPI/)
    },
  )

  it('compiles: every operation has a route, a parameter reader and a body reader', () => {
    expect(operations.map(({ operationId }) => operationId)).toEqual(Object.keys(table))
    compileRoutes(
      Object.values(table).map(({ id, method, path }) => ({ method, path, target: id })),
    )
    for (const operation of operations) {
      const checks = requestChecks(backend, operation)
      compileParameters(operation, checks.parameters)
      compileBody(
        operation,
        checks.body,
        table[operation.operationId as keyof typeof table].security.length === 0,
      )
    }
  })

  it('has request examples that the server accepts', () => {
    for (const operation of operations) {
      const check = requestChecks(backend, operation).body
      for (const [name, value] of examplesOf(operation.requestBody?.content)) {
        const subject = { requestBody: structuredClone(value) }
        expect(check?.passes(subject) || check?.faults(subject), name).toBe(true)
      }
    }
  })

  it('has response examples that the closed response gate accepts', () => {
    for (const operation of operations) {
      const validators = responseValidators(backend, closeResponses(operation))
      const examples = Object.entries(operation.responses).flatMap(([status, { content }]) =>
        examplesOf(content).map(([name, value]) => ({
          title: `${operation.operationId} ${status} ${name}`,
          status,
          value,
        })),
      )
      for (const { title, status, value } of examples) {
        const validate = validators[status]!
        expect(validate(value) || validate.errors, title).toBe(true)
      }
    }
  })
})
