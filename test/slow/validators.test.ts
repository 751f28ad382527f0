import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { exampleRequests } from '../http/example-requests.ts'
import { openapiBackend } from '../../validators/openapi-backend.ts'
import { checkValidator } from '../../validators/check.ts'
import type { Validator } from '../../validators/validator.ts'

// `npm run validators` does the same with tools that have to be installed.
describe('a validator that reads the served contract', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox(0, 'silent')
  })
  afterAll(() => sandbox.serving.stop())

  it('reports nothing in the quickstart and the examples of the contract, and every planted violation', async () => {
    const { requests, ...verdict } = await checkValidator(openapiBackend, sandbox.info)
    expect(verdict).toEqual({ violations: [], failures: [], missed: [] })
    expect(requests).toBeGreaterThan(100)
  })

  it('fails for every planted violation that it does not report', async () => {
    const blind: Validator = {
      name: 'none',
      query: '',
      start: async ({ base_url }) => ({ base_url, violations: [], stop: async () => undefined }),
      send: async () => [],
    }
    expect(await checkValidator(blind, sandbox.info)).toEqual({
      requests: 0,
      violations: [],
      failures: [],
      missed: [
        'a request without required members',
        'a request with a parameter out of range',
        'a response with a member of the wrong type',
        'a response without a required member',
        'a response that is not JSON',
        'a response with an undocumented status',
      ],
    })
  })

  it('fails when the quickstart and the examples do not get the documented responses', async () => {
    const nowhere: Validator = {
      name: 'none',
      query: '',
      start: async ({ base_url }) => ({
        base_url: `${base_url}/elsewhere`,
        violations: [],
        stop: async () => undefined,
      }),
    }
    const { failures } = await checkValidator(nowhere, sandbox.info)
    expect(failures[0]).toMatch(/^"Register it, .*" expected status 201, but got 404/)
    expect(failures).toHaveLength(1 + exampleRequests.length)
  })
})
