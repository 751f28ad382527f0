import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { agentIdentity } from '../http/agents.ts'
import { callContext } from '../kit/context.ts'
import { newFolder } from '../kit/folder.ts'
import { expectOneLine, runInProcess } from './run-in-process.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const context = callContext({ now: NOW, actor: { type: 'operator', id: 'test', ip: null } })
const reader = agentIdentity(5, 'Reader').registration
const archivist = agentIdentity(6, 'Archivist').registration
const writer = agentIdentity(7, 'Writer').registration

describe.each(['sqlite', 'json'])('the agent commands on a %s store', (kind) => {
  it('agent list shows the agents of the organization by name, and no others', async () => {
    const env = await populatedStore(kind)
    const shown = await runInProcess(['agent', 'list', '--org', 'org_a'], env)
    expect(shown.out.trim().split('\n').map(cells)).toEqual([
      ['AGENT', 'NAME', 'VERSION', 'STATUS', 'VISIBILITY', 'REGISTERED'],
      [archivist.svc_id, 'Archivist', '1.0.0', 'verified', 'private', NOW],
      [reader.svc_id, 'Reader', '1.0.0', 'pending', 'public', NOW],
    ])
  })

  it('agent show shows each registration of an identifier, whether callers see it, and which checks it fails', async () => {
    const env = await populatedStore(kind)
    const { out } = await runInProcess(['agent', 'show', reader.svc_id, '--json'], env)
    const shown = JSON.parse(out) as { items: { checks: { name: string; passed: boolean }[] }[] }
    expect(shown).toMatchObject({
      items: [
        { organization_id: 'org_a', verification_status: 'pending', resolves_publicly: true },
        { organization_id: 'org_b', verification_status: 'pending', resolves_publicly: false },
      ],
      has_more: false,
    })
    for (const { checks } of shown.items)
      expect(checks.filter(({ passed }) => !passed)).toEqual([
        expect.objectContaining({ name: 'possession_proved' }),
      ])

    const text = (await runInProcess(['agent', 'show', reader.svc_id], env)).out
    expect(text).toMatch(/^Visibility +public$/m)
    expect(text).toMatch(/^Visibility +hidden by the public registration/m)
    expect(text).toMatch(/^Failed +No signature made with the private key proves this/m)
  })

  it('agent show states that an agent is suspended', async () => {
    const env = await populatedStore(kind)
    await runInProcess(['agent', 'suspend', reader.svc_id, '--reason', 'key leaked'], env)
    const { out } = await runInProcess(['agent', 'show', reader.svc_id], env)
    expect(out).toMatch(/^Status +suspended$/m)
    expect(out).toMatch(/^Failed +The operator has suspended the agent\.$/m)
  })
})

it.each([
  [['agent', 'list', '--org', 'org_x'], 'There is no organization org_x; `org list` shows'],
  [['agent', 'show', 'nobody'], 'There is no agent nobody; `agent list` shows'],
  [['agent', 'suspend', 'nobody', '--reason', 'x'], 'There is no agent nobody; `agent list` shows'],
])('%j says in one line what does not exist and which command lists it', async (argv, message) => {
  const { code, err } = await runInProcess(argv, await populatedStore('sqlite'))
  expect(code).toBe(1)
  expect(err).toContain(message)
  expectOneLine(err)
})

it('agent list says that an organization has no agents', async () => {
  const { out } = await runInProcess(
    ['agent', 'list', '--org', 'org_c'],
    await populatedStore('sqlite'),
  )
  expect(out).toBe('The organization has no agents.\n')
})

const cells = (line: string): readonly string[] => line.split(/ {2,}/)

/** Creates a store in which two organizations have agents, one of which both have registered, and returns the settings that name it. */
async function populatedStore(kind: string): Promise<Record<string, string>> {
  const env = { SVC_STORE: `${kind}:${join(newFolder(), 'store')}` }
  const store = createStore(await openDatabase(env.SVC_STORE))
  for (const organization_id of ['org_a', 'org_b', 'org_c'])
    await store.createOrganization(context, { organization_id, name: 'x', plan: 'enterprise' })
  const register = (
    organization_id: string,
    registration: typeof reader,
    access: { proven: boolean; private: boolean },
  ) =>
    store.registerAgent(context, {
      ...registration,
      organization_id,
      key_sound: true,
      details: {},
      ...access,
    })
  await register('org_a', reader, { proven: false, private: false })
  await register('org_b', reader, { proven: false, private: false })
  await register('org_a', archivist, { proven: true, private: true })
  await register('org_b', writer, { proven: true, private: false })
  await store.close()
  return env
}
