import { join } from 'node:path'
import {
  ContractBackend,
  requestChecks,
  responseValidators,
} from '../../../src/contract/backend.ts'
import { readDocument, type Document } from '../../../src/contract/document.ts'
import { readAuthored, AGENT, PLATFORM } from '../contract.ts'
import type { Schema } from '../schemas/schema.ts'
import { independent } from './independent.ts'

/** A schema of a request or response body, with all of its validators. */
export interface Subject {
  /** The contract, and the pointer to the schema in it. */
  readonly name: string
  readonly of: 'request' | 'response'
  readonly schema: Schema
  /** The validators of the server. A request has two: one that decides, and one that lists all issues. */
  readonly server: readonly ((value: unknown) => boolean)[]
  /** The independent validator, for the authored contract and for its OpenAPI 3.1 version. */
  readonly others: readonly ((value: unknown) => boolean)[]
}

const GENERATED = join(import.meta.dirname, '../../../generated')
const DOCUMENTS = [
  { authored: PLATFORM, bundle: 'platform.json', converted: 'platform-3.1.json' },
  { authored: AGENT, bundle: 'agent.json', converted: 'agent-3.1.json' },
] as const

/** Returns every schema of a body in both contracts, without repeating those that several operations share. */
export async function subjects(): Promise<readonly Subject[]> {
  return (await Promise.all(DOCUMENTS.map(subjectsOf))).flat()
}

async function subjectsOf({
  authored,
  bundle,
  converted,
}: (typeof DOCUMENTS)[number]): Promise<readonly Subject[]> {
  const document = readAuthored(authored)
  const backend = await new ContractBackend(readDocument(join(GENERATED, bundle))).init()
  const original = await independent(document, 'openapi-3.0')
  const ofConverted = await independent(readDocument(join(GENERATED, converted)), 'openapi-3.1')
  const found = new Map<string, Subject>()
  const add = async (
    at: string,
    of: Subject['of'],
    schema: Schema,
    server: Subject['server'],
  ): Promise<void> => {
    const pointer = `${resolved(document, at)}/content/application~1json/schema`
    if (found.has(pointer)) return
    const validators = [await original(pointer), await ofConverted(pointer)]
    found.set(pointer, {
      name: `${authored}#${pointer}`,
      of,
      schema,
      server,
      others: validators.map((validate) => (value) => validate(value as never).valid),
    })
  }
  for (const operation of backend.operationObjects()) {
    const here = `/paths/${escaped(operation.path)}/${operation.method}`
    const body = requestChecks(backend, operation).body
    if (body)
      await add(`${here}/requestBody`, 'request', schemaOf(operation.requestBody), [
        (value) => body.passes({ requestBody: value }),
        (value) => body.faults({ requestBody: value }).length === 0,
      ])
    const validators = responseValidators(backend, operation)
    const responses = Object.entries(operation.responses).filter(
      ([status, { content }]) => validators[status] && content?.['application/json'],
    )
    for (const [status, response] of responses)
      await add(`${here}/responses/${status}`, 'response', schemaOf(response), [
        (value) => validators[status]!(value) as boolean,
      ])
  }
  return [...found.values()]
}

const escaped = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1')
const schemaOf = (
  holder: { readonly content?: Readonly<Record<string, unknown>> } | undefined,
): Schema => (holder!.content!['application/json'] as { readonly schema: Schema }).schema

/** Follows references, and returns the pointer of their target. */
function resolved(document: Document, pointer: string): string {
  const node = pointer
    .slice(1)
    .split('/')
    .reduce<unknown>(
      (at, token) =>
        (at as Record<string, unknown>)[token.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    ) as { readonly $ref?: string }
  return node.$ref === undefined ? pointer : resolved(document, node.$ref.slice(1))
}
