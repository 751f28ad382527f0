import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { respect, runsAgainst, type Run } from '../../scripts/flows.ts'
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'

describe('the flows', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox(0, 'error')
  })
  afterAll(() => sandbox.serving.stop())

  it('all succeed, and every response conforms to the contract', async () => {
    const done: Run[] = []
    for await (const run of runsAgainst(sandbox.info)) {
      const { code, printed } = await respect(sandbox.info.base_url, run)
      expect({ code, failed: /Steps:.*failed/.test(printed) }, printed).toEqual({
        code: 0,
        failed: false,
      })
      done.push(run)
    }
    expect(done.map(({ file }) => `${file}.arazzo.yaml`).toSorted()).toEqual(
      readdirSync('flows').filter((name) => name.endsWith('.arazzo.yaml')),
    )
  })

  it('fail when a response differs from their description', async () => {
    const { api_key } = sandbox.info.organizations.find(({ plan }) => plan === 'enterprise')!
    const { code, printed } = await respect(sandbox.info.base_url, {
      file: 'plans',
      inputs: { api_key, free_api_key: api_key },
    })
    expect(code, printed).not.toBe(0)
  })
})
