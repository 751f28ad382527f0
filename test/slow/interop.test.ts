import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../../interop/agent.ts'
import { CLIENTS } from '../../interop/clients/index.ts'
import { differencesOf } from '../../interop/differences.ts'
import { installNpmPackages } from '../../interop/install.ts'
import { EXPECTED } from '../../interop/observations.ts'

// `npm run interop` does the same with the clients in Python.
describe('an agent, called by clients of others', () => {
  let agent: Awaited<ReturnType<typeof startAgent>>
  beforeAll(async () => {
    installNpmPackages()
    agent = await startAgent()
  })
  afterAll(() => agent.stop())

  it.each(CLIENTS.filter(({ language }) => language === 'javascript'))(
    'shows $name every content that it should find',
    async ({ observe }) => {
      expect(await observe(agent.url)).toEqual(EXPECTED)
    },
  )
})

it('a client that reads another content is reported', () => {
  const empty = { ...EXPECTED, sent: { state: 'completed', text: '', data: undefined } }
  expect(differencesOf(EXPECTED, empty)).toEqual([
    {
      path: 'sent',
      text: 'is {"state":"completed","text":""}, expected {"state":"completed","text":"cba","data":{"text":"cba"}}',
    },
  ])
  expect(differencesOf(EXPECTED, EXPECTED)).toEqual([])
})
