import type { OpenApiDocument } from '../src/contract/published.ts'
import { exampleAccess } from '../src/sandbox/examples/access.ts'
import { load } from './install.ts'
import { openapiBackend } from './openapi-backend.ts'
import type { Validator } from './validator.ts'

/** The part of openapi-to-postmanv2 that is used here. */
interface Converter {
  convertV2(
    input: { readonly type: 'json'; readonly data: OpenApiDocument },
    options: Readonly<Record<string, string>>,
    done: (cause: Error | null, result: Conversion) => void,
  ): void
}
interface Conversion {
  readonly result: boolean
  readonly reason?: string
  readonly output?: readonly { readonly type: string; readonly data: Collection }[]
}
/** A collection, a folder of it, or a request. */
interface Collection {
  readonly item?: readonly Collection[]
  readonly request?: { readonly url: { readonly variable?: { value: string }[] } }
}

/** The part of newman that is used here. */
interface Newman {
  run(
    options: {
      readonly collection: Collection
      readonly envVar: readonly { readonly key: string; readonly value: string }[]
    },
    done: (cause: Error | null, summary: Summary) => void,
  ): void
}
interface Summary {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly name: string }
      readonly response?: { readonly code: number }
    }[]
  }
}

interface Operation {
  readonly summary: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>
}
const MISMATCH = '#/components/responses/CursorMismatch'

/** Postman's converter. Postman's command newman sends the collection through a validating proxy. */
export const postman: Validator = {
  name: 'openapi-to-postmanv2',
  query: '',
  start: openapiBackend.start,
  async send(base_url, _info, document) {
    const collection = await convert(document)
    encodeVariables(collection)
    const { api_key } = exampleAccess()
    const variables = { baseUrl: base_url, apiKey: api_key, bearerToken: api_key }
    const statuses = new Map(
      (await run(collection, variables)).map(({ item, response }) => [item.name, response?.code]),
    )
    return operationsOf(document).flatMap(({ summary, security, responses }) => {
      const status = statuses.get(summary)
      if (status !== undefined && (status < 300 || !needsOnlyKey(security))) return []
      // The converter makes up cursors that match their pattern, including some for an order other than `sort`.
      if (status === 409 && responses[status]?.$ref === MISMATCH) return []
      return [`${summary}: ${status ?? 'not sent'}`]
    })
  },
}

/** Converts a contract to a collection with the values of its examples. @throws Error if the converter refuses it */
const convert = (document: OpenApiDocument): Promise<Collection> =>
  new Promise((resolve, reject) => {
    const { convertV2 } = load<Converter>('openapi-to-postmanv2')
    convertV2(
      { type: 'json', data: structuredClone(document) },
      { parametersResolution: 'Example' },
      (cause, { result, reason, output = [] }) => {
        const collection = output.find(({ type }) => type === 'collection')?.data
        if (cause || !result || !collection) reject(cause ?? new Error(reason))
        else resolve(collection)
      },
    )
  })

/** Encodes the values of path variables as docs/sdks.md says, because Postman does not encode a slash in them. */
function encodeVariables({ item = [], request }: Collection): void {
  for (const inner of item) encodeVariables(inner)
  for (const variable of request?.url.variable ?? [])
    variable.value = encodeURIComponent(variable.value)
}

/** Sends every request of a collection with the values of its variables. */
const run = (
  collection: Collection,
  variables: Readonly<Record<string, string>>,
): Promise<Summary['run']['executions']> =>
  new Promise((resolve, reject) => {
    const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }))
    load<Newman>('newman').run({ collection, envVar }, (cause, summary) => {
      if (cause) reject(cause)
      else resolve(summary.run.executions)
    })
  })

const operationsOf = ({ paths }: OpenApiDocument): readonly Operation[] =>
  Object.values(paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>).flatMap(
    (item) => Object.values(item),
  )

/** Returns whether an API key is enough. The converter takes the first alternative of a security list. */
const needsOnlyKey = ([first = {}]: Operation['security'] = []): boolean =>
  Object.keys(first).every((scheme) => scheme === 'ApiKey' || scheme === 'ApiKeyBearer')
