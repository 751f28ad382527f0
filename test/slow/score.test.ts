import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

it.each(['openapi.yaml', 'a2a.openapi.yaml'])(
  '%s has a score of at least 93 for agents that call its operations',
  async (contract) => {
    const { stdout } = await run('node_modules/.bin/redocly', ['score', contract, '--format=json'])
    const { agentReadiness } = JSON.parse(stdout) as { readonly agentReadiness: number }
    expect(agentReadiness).toBeGreaterThanOrEqual(93)
  },
)
