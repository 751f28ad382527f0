import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifestOf, startAgent, type TestResponse, type TestAgent } from './agents.ts'

interface Response {
  readonly $ref?: string
  readonly content?: {
    readonly 'application/json'?: {
      readonly examples?: Readonly<Record<string, { readonly $ref: string }>>
    }
  }
}
const { paths, components } = JSON.parse(
  readFileSync(new URL('../../../generated/agent.json', import.meta.url), 'utf8'),
) as {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly operationId: string; readonly responses: Readonly<Record<string, Response>> }
        >
      >
    >
  >
  readonly components: {
    readonly examples: Readonly<
      Record<string, { readonly value: Readonly<Record<string, unknown>> }>
    >
  }
}

/** The examples of the errors that an operation does not share with others. */
const own = Object.entries(paths).flatMap(([path, item]) =>
  Object.values(item).flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status, { $ref }]) => /^[45]/.test(status) && $ref === undefined)
      .flatMap(([status, { content }]) =>
        Object.keys(content?.['application/json']?.examples ?? {}).map((example) => ({
          id: operationId,
          path,
          status: Number(status),
          example,
        })),
      ),
  ),
)

describe('the errors that operations of an agent document themselves', () => {
  let desk: TestAgent
  beforeAll(async () => {
    desk = await startAgent(manifestOf({ echo: {} }), { echo: () => ({}) })
  })
  afterAll(() => desk.agent.close({ grace_ms: 100 }))

  const causes: Readonly<Record<string, (path: string) => Promise<TestResponse>>> = {
    InvalidParameter: (path) => desk.get(`${path}?limit=1`),
    ClientIdMissing: (path) => desk.post(path, {}),
    async MessageMissing(path) {
      const { body } = await desk.post('/svc/auth', { client_id: 'desk' })
      return desk.post(
        path,
        {},
        {
          Authorization: `Bearer ${body.session_token as string}`,
          'X-Svc-Client-ID': 'desk',
        },
      )
    },
  }

  // docs/specification/http.md#own-errors
  it.each(own)('$id returns $status $example', async ({ path, status, example }) => {
    const got = await causes[example]!(path)
    const shown = { ...components.examples[example]!.value, request_id: got.body.request_id }
    expect([got.status, got.body]).toEqual([status, shown])
  })

  it('exist for every operation that reports its errors as a problem', () => {
    expect(own.map(({ id }) => id)).toEqual([
      'getAgentCard',
      'getA2aCard',
      'getHealth',
      'getAgentContract',
      'openSession',
      'chat',
    ])
  })
})
