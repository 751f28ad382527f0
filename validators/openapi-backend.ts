import type { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import {
  OpenAPIBackend,
  type Context,
  type Document,
  type Operation,
  type ValidationContext,
} from 'openapi-backend'
import { cacheCompiled } from '../src/contract/vocabulary.ts'
import {
  forwardTo,
  joined,
  jsonOf,
  jsonResponse,
  serve,
  type HttpRequest,
  type HttpResponse,
} from './http.ts'
import type { Upstream, Validator } from './validator.ts'

/**
 * openapi-backend with its own request and response validators and the formats of ajv-formats, as its documentation shows. The platform
 * compiles its contract with the same library, but with other validators.
 */
export const openapiBackend: Validator = {
  name: 'openapi-backend',
  query: '',
  async start(upstream) {
    const violations: string[] = []
    const api = await createBackend(upstream, violations)
    const { origin, stop } = await serve((received) => {
      const [path, query] = received.target.split('?')
      const { method, headers, body } = received
      const handled = api.handleRequest(
        {
          method,
          path: path!,
          headers: headers as Record<string, string>,
          ...(query !== undefined && { query }),
          ...(body.length > 0 && { body: body.toString() }),
        },
        received,
      ) as Promise<HttpResponse>
      return handled.catch((cause: Error) => {
        violations.push(`${method} ${received.target}: ${cause.message}`)
        throw cause
      })
    })
    return {
      base_url: origin + new URL(upstream.base_url).pathname,
      violations,
      stop: async () => stop(),
    }
  },
}

async function createBackend(
  { base_url, document }: Upstream,
  violations: string[],
): Promise<OpenAPIBackend> {
  const { origin, pathname } = new URL(base_url)
  const forward = forwardTo(origin)
  const refuse = ({ method, target }: HttpRequest, fault: unknown): HttpResponse => {
    violations.push(`${method} ${target}: ${JSON.stringify(fault)}`)
    return jsonResponse(500, { fault })
  }
  const api = new OpenAPIBackend({
    definition: document as Document,
    strict: true,
    apiRoot: pathname,
    ajvOpts: { allErrors: true },
    customizeAjv: compilers(),
    securityHandlers: securityHandlers(document as Document),
    handlers: {
      notFound: (_: Context, received: HttpRequest) => refuse(received, 'no such operation'),
      unauthorizedHandler: (_: Context, received: HttpRequest) =>
        refuse(received, 'no credential that the operation takes'),
      validationFail: ({ validation }: Context, received: HttpRequest) =>
        refuse(received, validation.errors),
      notImplemented: async ({ operation }: Context, received: HttpRequest) => {
        const response = await forward(received)
        const faults = responseFaults(api, operation, response)
        return faults.length > 0 ? refuse(received, faults) : response
      },
    },
  })
  return api.init()
}

/** Returns what differs from the documented response. The library itself accepts a status that the operation does not document. */
function responseFaults(
  api: OpenAPIBackend,
  operation: Operation,
  { status, headers, body }: HttpResponse,
): readonly unknown[] {
  if (!(String(status) in (operation.responses ?? {}))) return [`status ${status}`]
  const value = jsonOf({ headers, body })
  const isText = value === undefined && body.length > 0
  const checks = [
    ...(isText ? [] : [api.validateResponse(value ?? null, operation, status)]),
    api.validateResponseHeaders(joined(headers), operation, { statusCode: status }),
  ]
  return checks.flatMap(({ errors }) => errors ?? [])
}

/** Returns one compiler per part of a message. The library creates one per operation and part, which takes ten seconds at startup. */
function compilers() {
  const byContext = new Map<ValidationContext, Ajv>()
  return (ajv: Ajv, _: unknown, context: ValidationContext): Ajv => {
    const compiler = byContext.get(context) ?? cacheCompiled(addFormats.default(ajv))
    byContext.set(context, compiler)
    return compiler
  }
}

/** Returns a handler for each security scheme that checks whether a credential of its kind was sent. */
function securityHandlers({ components = {} }: Document) {
  const schemes = Object.entries(components.securitySchemes ?? {})
  return Object.fromEntries(
    schemes.map(([name, scheme]) => [
      name,
      ({ request: { headers, cookies } }: Context) => {
        if ('$ref' in scheme || scheme.type !== 'apiKey')
          return String(headers['authorization']).startsWith('Bearer ')
        if (scheme.in === 'cookie') return cookies?.[scheme.name] !== undefined
        return headers[scheme.name.toLowerCase()] !== undefined
      },
    ]),
  )
}
