import { describe, expect, test } from 'vitest'
import { measure, PHASES, wantedLinks } from '../../fuzz/depth.ts'
import { readDeclaredContract, type DeclaredContract } from '../../fuzz/document.ts'
import type { RecordedRequest } from '../../fuzz/events.ts'
import { statusCoverage, shortfalls, shortfallsWithoutHooks } from '../../fuzz/gates.ts'
import { GATE_JOBS, JOBS } from '../../fuzz/jobs.ts'

const DECLARED: DeclaredContract = {
  operations: [
    {
      id: 'make',
      label: 'POST /things',
      required_plan: undefined,
      schemes: ['ApiKey'],
      statuses: [201, 409, 500],
    },
    {
      id: 'read',
      label: 'GET /things/{id}',
      required_plan: undefined,
      schemes: [],
      statuses: [200, 404],
    },
  ],
  links: ['POST /things -> [201] Read -> GET /things/{id}'],
  links_by_extension: [],
}
let cases = 0
const sent = (more: Partial<RecordedRequest>): RecordedRequest => ({
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

describe('the depth of a fuzz run', () => {
  test('counts the accepted requests of an operation by phase', () => {
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

  test('includes the longest chain of successful requests, each of which uses values from the previous response', () => {
    expect(measure(DECLARED, [[made, read]]).chain).toEqual(['make', 'read'])
    expect(measure(DECLARED, [[made, { ...read, linked: false }]]).chain).toHaveLength(1)
    expect(measure(DECLARED, [[{ ...made, status: 409 }, read]]).chain).toHaveLength(1)
  })

  test('determines the wanted links: those not followed yet, and those to operations that never succeeded in a chain', () => {
    const wanted = (...exchanges: readonly RecordedRequest[]) =>
      wantedLinks(DECLARED, measure(DECLARED, [exchanges]))
    expect(wanted(made)).toEqual(DECLARED.links)
    expect(wanted(made, { ...read, status: 404 })).toEqual(DECLARED.links)
    expect(wanted(made, read)).toEqual([])
  })

  test('excludes links from proved registrations, which require the private key of an agent', () => {
    const declared = readDeclaredContract('openapi.yaml')
    const links = wantedLinks(declared, measure(declared, []))
    expect(declared.links.filter((link) => !links.includes(link))).toEqual([
      'POST /agents/register -> [200] GetAgent -> GET /agents/{svc_id}',
      'POST /agents/register -> [200] UpdateAgent -> PUT /agents/{svc_id}',
    ])
  })

  test('is insufficient for a server that refuses everything', () => {
    const depth = measure(DECLARED, [[sent({ status: 401 })]])
    const found = shortfalls({ job: { ...JOBS[0]!, deep: true }, depth })
    expect(found).toContain('make never responded with 2xx in the coverage phase')
    expect(found).toContainEqual(expect.stringContaining('0 of 1 links'))
  })

  test('without hooks counts the operations and links that a key can reach', () => {
    const private_read = {
      id: 'private',
      label: 'GET /private',
      required_plan: undefined,
      schemes: ['AdminSession'],
      statuses: [200],
    }
    const contract = { ...private_read, id: 'contract', label: 'GET /openapi.json', schemes: [] }
    const copy = 'POST /things -> [201] Copy -> POST /things'
    const declared = {
      operations: [...DECLARED.operations, private_read, contract],
      links: [
        ...DECLARED.links,
        'POST /things -> [201] Private -> GET /private',
        'POST /things -> [201] Contract -> GET /openapi.json',
        copy,
      ],
      links_by_extension: [copy],
    }
    const goals = { operations: 0.85, links: 0.5, rounds: 0 }
    const missed = (exchanges: readonly RecordedRequest[], follows_links = true) =>
      shortfallsWithoutHooks(goals, measure(declared, [exchanges]), { follows_links })
    expect(missed([made, read])).toEqual([])
    expect(missed([made, { ...read, link: undefined }])).toEqual([
      'only 0 of 1 links between operations that take a key were followed',
    ])
    expect(missed([made, { ...read, link: copy }])).toEqual([
      'only 0 of 1 links between operations that take a key were followed',
    ])
    expect(missed([made, { ...read, link: undefined }], false)).toEqual([])
    expect(missed([{ ...made, status: 401 }, read])).toEqual([
      'only 1 of 2 operations that take a key responded with 2xx; missing: make',
    ])
  })

  test('of a gate job is measured only in the phases that it runs, and the gate jobs of each contract run all phases', () => {
    const gate = JOBS.filter(({ name }) => GATE_JOBS.includes(name))
    expect(gate.map(({ name }) => name)).toEqual(['enterprise', 'free', 'agent'])
    const phases = gate[0]!.gate_phases!
    const depth = measure(DECLARED, [[sent({ status: 401 })]])
    const found = shortfalls({ job: gate[0]!, depth, phases })
    expect(found).toContain('make never responded with 2xx in the stateful phase')
    expect(found).not.toContain('make never responded with 2xx in the coverage phase')
    for (const document of ['openapi.yaml', 'a2a.openapi.yaml']) {
      const run = gate.filter((job) => job.document === document)
      expect(new Set(run.flatMap((job) => job.gate_phases!)), document).toEqual(new Set(PHASES))
    }
  })

  test('does not require responses that no request can provoke', () => {
    expect(statusCoverage([measure(DECLARED, [[made, read]])])).toEqual({
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
])('every link of %s leads to an existing operation', (document) => {
  const { links, operations } = readDeclaredContract(document)
  expect(links.length).toBeGreaterThan(0)
  expect(operations.map(({ label }) => label)).toEqual(
    expect.arrayContaining(links.map((link) => link.split(' -> ').at(-1)!)),
  )
})

test('links whose values are only in an extension are distinguished from the others', () => {
  const { links, links_by_extension } = readDeclaredContract('openapi.yaml')
  const token = 'POST /workspaces/{workspace_id}/install-tokens -> [201]'
  const recovery = 'POST /installations/recovery -> [200]'
  const names = [
    `${token} Bootstrap -> POST /installations/bootstrap`,
    `${token} GetPolicy -> GET /workspaces/{workspace_id}/policy`,
    `${recovery} RefreshRuntimeToken -> POST /installations/{installation_id}/refresh`,
    'POST /trust/headers -> [200] GetPlatformKeys -> GET /trust/jwks',
  ]
  expect(names.filter((name) => links.includes(name))).toEqual(names)
  expect(names.filter((name) => links_by_extension.includes(name))).toEqual([names[0]])
})
