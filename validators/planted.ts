import { exampleAccess } from '../src/sandbox/examples/access.ts'
import { apiKey, type TestRequest } from '../test/http/client.ts'
import { forwardTo, jsonOf, jsonResponse, serve, type HttpResponse } from './http.ts'

/** A violation of the contract that a validator has to report. */
export interface PlantedViolation {
  readonly name: string
  readonly request: TestRequest
  /** Returns the response with the violation; absent if the request violates the contract. */
  readonly change?: (response: HttpResponse) => HttpResponse
}

const { svc_id, api_key } = exampleAccess()
const headers = apiKey(api_key)
const verification: TestRequest = { method: 'GET', path: `/agents/${svc_id}/verify`, headers }

const withMember = (response: HttpResponse, name: string, value: unknown): HttpResponse =>
  jsonResponse(response.status, { ...(jsonOf(response) as object), [name]: value })

export const PLANTED_VIOLATIONS: readonly PlantedViolation[] = [
  {
    name: 'a request without required members',
    request: { method: 'POST', path: '/agents/register', headers, body: { name: 'Nobody' } },
  },
  {
    name: 'a request with a parameter out of range',
    request: { method: 'GET', path: `/agents/${svc_id}/reputation?days=0`, headers },
  },
  {
    name: 'a response with a member of the wrong type',
    request: verification,
    change: (response) => withMember(response, 'valid', 'yes'),
  },
  {
    name: 'a response without a required member',
    request: verification,
    change: (response) => withMember(response, 'valid', undefined),
  },
  {
    name: 'a response that is not JSON',
    request: verification,
    change: (response) => ({ ...response, body: Buffer.from('valid') }),
  },
  {
    name: 'a response with an undocumented status',
    request: verification,
    change: (response) => ({ ...response, status: 418 }),
  },
]

/** A proxy that changes the responses of a server once `plant` has been called. */
export async function plantingProxy(base_url: string) {
  const { origin, pathname } = new URL(base_url)
  const forward = forwardTo(origin)
  let change: NonNullable<PlantedViolation['change']> = (response) => response
  let forwarded = 0
  const proxy = await serve(async (received) => {
    forwarded += 1
    return change(await forward(received))
  })
  return {
    base_url: proxy.origin + pathname,
    /** The number of requests so far. */
    forwarded: () => forwarded,
    plant: ({ change: next = (response) => response }: PlantedViolation) => {
      change = next
    },
    stop: proxy.stop,
  }
}
