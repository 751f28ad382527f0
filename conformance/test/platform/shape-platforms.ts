import { Point } from '@noble/ed25519'
import { INVALID_KEY } from '../../src/probes/platform/target.ts'
import type { Handler, TestResponse } from '../support/handler.ts'
import { referencePlatform } from './reference.ts'
import { jsonResponse, type Json } from './reference-state.ts'

export const json = (response: TestResponse, change: (body: Json) => unknown): TestResponse =>
  response.body.startsWith('{')
    ? { ...response, body: JSON.stringify(change(JSON.parse(response.body) as Json)) }
    : response
export const isOk = ({ status }: TestResponse): boolean => status < 300

export const PREFIX = '/registry/api/v1'
export const prefixed = (): Handler => {
  const platform = referencePlatform()
  return (request) =>
    request.path.startsWith('/_')
      ? platform(request)
      : request.path.startsWith(PREFIX)
        ? platform({ ...request, path: request.path.slice(PREFIX.length) })
        : jsonResponse(404, {})
}

/** Writes the ids of installations in upper case, and accepts both cases in paths. */
export const upper = (): Handler => {
  const platform = referencePlatform()
  return (request) =>
    json(
      platform({
        ...request,
        path: request.path.replace(/[0-9A-F-]{36}/, (id) => id.toLowerCase()),
      }) as TestResponse,
      ({ installation_id: id, ...body }) =>
        typeof id === 'string' ? { installation_id: id.toUpperCase(), ...body } : body,
    )
}

/** Returns 429 for every eleventh request. */
export const busy = (): Handler => {
  const platform = referencePlatform()
  let count = 0
  return (request) =>
    (count += 1) % 11 === 0
      ? { status: 429, headers: { 'Retry-After': '1' }, body: '' }
      : platform(request)
}

/** Takes a second for each request, and checks an install token before the rest of the body. */
export const slow = (): Handler => {
  const platform = referencePlatform()
  const tick = { method: 'POST', path: '/_clock', headers: {}, body: '{"advance_seconds":1}' }
  const used = new Map<string, number>()
  let seconds = 0
  return (request) => {
    const [, token] = /"install_token":"(skt_[^"]+)"/.exec(request.body) ?? []
    seconds += 1
    platform(tick)
    if (token !== undefined && seconds > (used.get(token) ?? seconds) + 60)
      return jsonResponse(401, {})
    const response = platform(request) as TestResponse
    if (token !== undefined && isOk(response) && !used.has(token)) used.set(token, seconds)
    return response
  }
}

/** Routes tasks at a path that the interface does not name. */
export const routedElsewhere = (): Handler => {
  const platform = referencePlatform()
  return (request) =>
    request.path === '/a2a/route'
      ? jsonResponse(404, {})
      : platform(request.path === '/internal/route' ? { ...request, path: '/a2a/route' } : request)
}

/** Returns no report about an agent that another organization has registered, and looks for the agent before it checks the plan. */
export const separated = (): Handler => {
  const platform = referencePlatform()
  const owners = new Map<string, string>()
  return (request) => {
    const key = request.headers['x-api-key'] ?? ''
    const [, registered] = /^\{"svc_id":"([^"]+)","name"/.exec(request.body) ?? []
    const [, reported] = /^\/agents\/([^/]+)\/compliance\//.exec(request.path) ?? []
    const isForeign = reported !== undefined && (owners.get(reported) ?? key) !== key
    if (isForeign && key.startsWith('sk_live_') && key !== INVALID_KEY) return jsonResponse(404, {})
    const response = platform(request) as TestResponse
    if (registered !== undefined && isOk(response)) owners.set(registered, key)
    return response
  }
}

/** Returns a platform like `separated` on which the key of the professional plan cannot register agents. */
export const unregistered = (status: number) => (): Handler => {
  const platform = separated()
  return (request) =>
    request.path === '/agents/register' && request.headers['x-api-key'] === 'sk_live_professional'
      ? jsonResponse(status, { error: 'plan_limit_exceeded' })
      : platform(request)
}

/** Writes times without seconds. They are almost a minute too early, because the platform's clock starts 55 seconds into a minute. */
export const truncated = (): Handler => {
  const platform = referencePlatform({ advanced_ms: 55_000 })
  return (request) => {
    const response = platform(request) as TestResponse
    return request.path.startsWith('/_')
      ? response
      : { ...response, body: response.body.replace(/(T\d\d:\d\d):\d\d\.\d{3}Z"/g, '$1Z"') }
  }
}

/** Refuses a public key that is valid base64 but not a point on the Ed25519 curve. */
export const checksKeys = (): Handler => {
  const platform = referencePlatform()
  return (request) => {
    const [, key] = /"public_key":"([A-Za-z0-9+/]{43}=)"/.exec(request.body) ?? []
    return key === undefined || isPoint(Buffer.from(key, 'base64'))
      ? platform(request)
      : jsonResponse(422, {})
  }
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    return Point.fromBytes(Uint8Array.from(bytes)) instanceof Point
  } catch {
    return false
  }
}
