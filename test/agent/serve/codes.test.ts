import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { problems, taskProblems } from '../../../src/agent/server/problems.ts'

const { info, components } = parse(readFileSync('a2a.openapi.yaml', 'utf8')) as {
  info: { 'x-manual': string }
  components: { schemas: Record<string, { properties?: object }> }
}
/** The rows of the tables of the manual, as lists of cells without backticks. */
const ROWS = info['x-manual']
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replaceAll('`', '')),
  )

it('the contract lists every error code of the agent with its status and class', () => {
  const listed = ROWS.filter(([, , code]) => code !== undefined && code in problems).filter(
    ([status]) => /^\d{3}$/.test(status!),
  )
  expect(listed.map(([status, error, code]) => ({ code, status: Number(status), error }))).toEqual(
    expect.arrayContaining(
      Object.entries(problems).map(([code, { status, error }]) => ({ code, status, error })),
    ),
  )
  expect(listed).toHaveLength(Object.keys(problems).length)
})

it('the contract lists every cause of a failed task with its codes', () => {
  const listed = ROWS.filter(([, , , rpc]) => /^-32\d{3}$/.test(rpc ?? '')).flatMap(
    ([code, , causes, rpc]) =>
      causes!.split(', ').map((cause) => [cause, { code, rpc: Number(rpc) }] as const),
  )
  expect(Object.fromEntries(listed)).toEqual(taskProblems)
})

it.each([
  ['JsonRpcParams', ['id', 'contextId', 'skill', 'message', 'configuration', 'metadata']],
  ['Message', ['role', 'messageId', 'contextId', 'taskId', 'metadata', 'parts']],
  ['MessagePart', ['type', 'kind', 'text', 'data']],
])('the contract lists every member of %s that the agent reads', (schema, members) => {
  expect(Object.keys(components.schemas[schema]!.properties!).toSorted()).toEqual(
    members.toSorted(),
  )
})

it('the contract lists the metadata of MCP calls, from which the agent reads the trace', () => {
  expect(Object.keys(components.schemas['McpParams']!.properties!)).toContain('_meta')
})
