import { examplesOf, type Contract, type Operation } from '../document.ts'

/** A header. Its value is `text`, followed by the value of an environment variable if there is one. */
export interface SampleHeader {
  readonly name: string
  readonly text: string
  readonly variable?: string
}

/** The first example of an operation as a request, before it is written in a language. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly SampleHeader[]
  /** Undefined if the request has no body. */
  readonly body: unknown
  /** What a successful response contains. */
  readonly response: 'json' | 'text' | 'nothing'
}

/** Headers by security scheme, with the environment variables from which samples read the credentials. */
const CREDENTIALS: Readonly<Record<string, SampleHeader>> = {
  ApiKey: { name: 'X-API-Key', text: '', variable: 'SVC_API_KEY' },
  ApiKeyBearer: { name: 'Authorization', text: 'Bearer ', variable: 'SVC_API_KEY' },
  RuntimeToken: { name: 'Authorization', text: 'Bearer ', variable: 'SVC_RUNTIME_TOKEN' },
  AdminSession: { name: 'Authorization', text: 'Bearer ', variable: 'SVC_ADMIN_SESSION' },
  AdminCookie: { name: 'Cookie', text: 'svc_session=', variable: 'SVC_ADMIN_SESSION' },
  AgentSession: { name: 'Authorization', text: 'Bearer ', variable: 'SVC_AGENT_SESSION' },
  ClientId: { name: 'X-Svc-Client-ID', text: '', variable: 'SVC_CLIENT_ID' },
}

/** Returns the first example of an operation as a request. */
export function requestOf(contract: Contract, operation: Operation): SampleRequest {
  const body = examplesOf(contract, operation.body)[0]?.value
  return {
    method: operation.method,
    url: urlOf(contract, operation),
    headers: [
      ...(operation.security[0] ?? []).map((scheme) => CREDENTIALS[scheme]!),
      ...operation.parameters
        .filter(({ in: location, example }) => location === 'header' && example !== undefined)
        .map(({ name, example }) => ({ name, text: String(example) })),
      ...(body === undefined ? [] : [{ name: 'Content-Type', text: 'application/json' }]),
    ],
    body,
    response: responseOf(operation),
  }
}

function urlOf({ base_url }: Contract, { path, parameters }: Operation): string {
  const shown = parameters.filter(({ example }) => example !== undefined)
  const exampleOf = (name: string): string =>
    String(
      shown.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example ??
        `{${name}}`,
    )
  const query = shown
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(exampleOf(name)),
  )
  return `${base_url}${filled}${query && `?${query}`}`
}

function responseOf({ responses }: Operation): SampleRequest['response'] {
  const content = responses.find(({ status }) => status.startsWith('2'))?.response.content
  if (content === undefined) return 'nothing'
  return content['application/json'] === undefined ? 'text' : 'json'
}
