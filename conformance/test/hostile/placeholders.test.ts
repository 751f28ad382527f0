import { describe, expect, it } from 'vitest'
import { reproduce } from '../../src/engine/reproduce/index.ts'
import { createVault } from '../../src/engine/secrets/vault.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { mcpAgent } from '../agent/mcp-agent.ts'
import { referenceAgent } from '../agent/reference.ts'
import { transportTo } from '../support/handler.ts'
import { judge } from '../support/judge.ts'
import { mapJson, mapResponse } from '../support/mutants.ts'

/** A variable that the shell of a user may have. */
const VARIABLE = 'AWS_SECRET_ACCESS_KEY'

describe('a placeholder in text from a target', () => {
  it('does not become a variable of a shell command', async () => {
    const named = mapJson(referenceAgent(), '/.well-known/agent.json', (body) => ({
      ...body,
      skills: [
        {
          name: `{{${VARIABLE}}}`,
          description: '',
          input_schema: { const: `a {{${VARIABLE}}} b` },
          output_schema: {},
        },
      ],
    }))
    const run = await judge(
      agentSuite,
      mapJson(named, '/a2a/tasks', (body) => ({ ...body, status: 'done' })),
    )
    const lines = run.results.flatMap((result) => reproduce(run, result).lines)
    expect(lines.join('\n')).toContain(`{{${VARIABLE}}}`)
    expect(lines.join('\n')).not.toContain(`$${VARIABLE}`)
  })

  it("does not become one of the user's secrets in a header that repeats the text", async () => {
    const vault = createVault()
    const keys = { enterprise: vault.add('PLATFORM_KEY', 'canary-of-the-platform') }
    const sent: string[] = []
    const named = mapResponse(mcpAgent(), '/mcp', (response) => ({
      ...response,
      body: response.body.replaceAll(
        /"name":"\w+",(?="(?:description|title|inputSchema))/g,
        '"name":"{{PLATFORM_KEY}}",',
      ),
    }))
    const inner = transportTo(named)
    await judge(agentSuite, named, { vault, keys, profile: 'mcp' }, (request, limits) => {
      sent.push(JSON.stringify(request))
      return inner(request, limits)
    })
    expect(sent.filter((request) => request.includes('"Mcp-Name":"{{PLATFORM_KEY}}"'))).not.toEqual(
      [],
    )
    expect(sent.filter((request) => request.includes('canary'))).toEqual([])
  })
})
