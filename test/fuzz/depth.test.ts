import { describe, expect, test } from 'vitest'
import { measure, wantedLinks } from '../../fuzz/depth.ts'
import { readDeclared, type Declared } from '../../fuzz/document.ts'
import type { Exchange } from '../../fuzz/events.ts'
import { pairsOf, shortfalls } from '../../fuzz/gates.ts'
import { JOBS } from '../../fuzz/jobs.ts'

const DECLARED: Declared = {
  operations: [
    { id: 'make', label: 'POST /things', required_plan: undefined, statuses: [201, 409, 500] },
    { id: 'read', label: 'GET /things/{id}', required_plan: undefined, statuses: [200, 404] },
  ],
  links: ['POST /things -> [201] Read -> GET /things/{id}'],
}
let cases = 0
const sent = (more: Partial<Exchange>): Exchange => ({
  id: String((cases += 1)),
  phase: 'stateful',
  method: 'POST',
  path: '/things',
  positive: true,
  status: 201,
  parent: undefined,
  linked: false,
  link: undefined,
  checks: 1,
  elapsed_ms: 1,
  ...more,
})
const made = sent({ id: 'made' })
const read = sent({
  id: 'read',
  method: 'GET',
  path: '/things/{id}',
  status: 200,
  parent: 'made',
  linked: true,
  link: DECLARED.links[0],
})

describe('how far a fuzz run got', () => {
  test('counts the accepted requests of an operation by phase, and no others', () => {
    const {
      operations: [make],
    } = measure(DECLARED, [
      [
        made,
        sent({ phase: 'fuzzing', status: 409 }),
        sent({ positive: false }),
        sent({ phase: 'examples' }),
      ],
    ])
    expect(make).toMatchObject({
      accepted: { examples: 1, coverage: 0, fuzzing: 0, stateful: 1 },
      rate: 1 / 2,
    })
  })

  test('a chain is made of answers with 2xx, each of which uses what the one before brought', () => {
    expect(measure(DECLARED, [[made, read]]).chain).toEqual(['make', 'read'])
    expect(measure(DECLARED, [[made, { ...read, linked: false }]]).chain).toHaveLength(1)
    expect(measure(DECLARED, [[{ ...made, status: 409 }, read]]).chain).toHaveLength(1)
  })

  test('long chains head for links that nothing has followed, and for operations that no chain has been served by', () => {
    const wanted = (...exchanges: readonly Exchange[]) =>
      wantedLinks(DECLARED, measure(DECLARED, [exchanges]))
    expect(wanted(made)).toEqual(DECLARED.links)
    expect(wanted(made, { ...read, status: 404 })).toEqual(DECLARED.links)
    expect(wanted(made, read)).toEqual([])
  })

  test('long chains do not head for the answer to a proof of possession, which takes the private key of an agent', () => {
    const declared = readDeclared('openapi.yaml')
    const links = wantedLinks(declared, measure(declared, []))
    expect(declared.links.filter((link) => !links.includes(link))).toEqual([
      'POST /agents/register -> [200] GetAgent -> GET /agents/{svc_id}',
      'POST /agents/register -> [200] UpdateAgent -> PUT /agents/{svc_id}',
    ])
  })

  test('a server that refuses everything falls short', () => {
    const depth = measure(DECLARED, [[sent({ status: 401 })]])
    const found = shortfalls({ job: { ...JOBS[0]!, deep: true }, depth })
    expect(found).toContain('make was never answered with 2xx in the phase coverage')
    expect(found).toContainEqual(expect.stringContaining('0 of 1 links'))
  })

  test('answers that no request can provoke are not asked for', () => {
    expect(pairsOf([measure(DECLARED, [[made, read]])])).toEqual({
      documented: 4,
      seen: 2,
      unseen: ['make 409', 'read 404'],
    })
  })
})

test.each([
  'openapi.yaml',
  'generated/platform-3.1.json',
  'a2a.openapi.yaml',
  'generated/agent-3.1.json',
])('%s: links lead to operations that are there', (document) => {
  const { links, operations } = readDeclared(document)
  expect(links.length).toBeGreaterThan(0)
  expect(operations.map(({ label }) => label)).toEqual(
    expect.arrayContaining(links.map((link) => link.split(' -> ').at(-1)!)),
  )
})
