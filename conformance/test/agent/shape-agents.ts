import type { Handler } from '../support/handler.ts'
import { jsonResponse, referenceAgent, Refusal, type Skill } from './reference.ts'

type Json = Record<string, unknown>

/** Accepts only two cities. */
export const WEATHER: Skill = {
  name: 'weather',
  card: {
    input_schema: {
      type: 'object',
      required: ['city', 'days'],
      properties: {
        city: { enum: ['Paris', 'Rome'] },
        days: { type: 'integer', minimum: 1, maximum: 7 },
      },
    },
  },
  run: (_, { city, days }) => {
    if (city !== 'Paris' && city !== 'Rome') throw new Refusal(400, 'I know only Paris and Rome.')
    return { city, forecast: Array.from({ length: Number(days) }, () => 'sun') }
  },
}
/** Accepts only one secret word. */
export const SECRET_WORD: Skill = {
  name: 'secret_word',
  run: (words) => {
    if (!words.includes('open sesame')) throw new Refusal(422, 'The secret word is missing.')
    return { opened: true }
  },
}
/** Fails every task. */
export const ALWAYS_FAILING: Skill = {
  name: 'always_failing',
  run: () => {
    throw new Refusal(503, 'The skill always fails.')
  },
}

/** Requires a bearer token for tasks. */
export const guarded = (): Handler => {
  const agent = referenceAgent()
  return (request) =>
    request.path.startsWith('/a2a') && request.headers['authorization'] !== 'Bearer let-me-in'
      ? jsonResponse(401, { error: 'unauthorized' })
      : agent(request)
}

/** Returns 429 for every third request. */
export const busy = (): Handler => {
  const agent = referenceAgent()
  let count = 0
  return (request) =>
    (count += 1) % 3 === 0
      ? { ...jsonResponse(429, { error: 'slow down' }), headers: { 'Retry-After': '1' } }
      : agent(request)
}

/** Returns JSON-RPC errors with additional data and a different HTTP status. */
export function withErrorData(): Handler {
  const agent = referenceAgent()
  return (request) => {
    const response = agent(request)
    if (
      request.path !== '/a2a' ||
      typeof response !== 'object' ||
      !response.body.includes('"error"')
    )
      return response
    const body = JSON.parse(response.body) as Json
    return {
      ...response,
      status: 400,
      body: JSON.stringify({
        ...body,
        error: { ...(body['error'] as Json), data: { help: 'yes' } },
      }),
    }
  }
}
