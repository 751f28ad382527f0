import { h } from 'preact'
import { describe, expect, it } from 'vitest'
import { AccessPanel } from '../../../dashboard/src/pages/agents/access.tsx'
import {
  AgentDisputes,
  AgentTasks,
  ScannedImages,
} from '../../../dashboard/src/pages/agents/activity.tsx'
import { versionText } from '../../../dashboard/src/pages/agents/version-text.ts'
import { signatureSnippets } from '../../../dashboard/src/pages/agents/signatures/verify-signature.tsx'
import { Versions } from '../../../dashboard/src/pages/agents/versions.tsx'
import { renderPage, textOf } from './render.ts'

describe('the difference between two versions', () => {
  const agent = (changed: object = {}) =>
    ({ version: '1', capabilities: [], permissions: {}, public_key: 'k', ...changed }) as never
  const withInput = (input_schema: object) =>
    agent({ card: { skills: [{ id: 'r', input_schema }] } })
  const property = (schema: object) => withInput({ properties: { a: schema } })
  const many = (last: object) =>
    withInput({
      properties: Object.fromEntries(
        Array.from({ length: 41 }, (_, at) => [`m${at}`, at === 40 ? last : {}]),
      ),
    })
  const options = (last: string) =>
    property({ enum: [...Array.from({ length: 101 }, (_, at) => `o${at}`), last] })
  const deep = (schema: object) =>
    property({ properties: { b: { properties: { c: { properties: { d: { items: schema } } } } } } })

  it.each([
    [
      'limits',
      property({ type: 'string', maxLength: 1 }),
      property({ type: 'string', maxLength: 2 }),
    ],
    ['descriptions of members', property({ description: 'a' }), property({ description: 'b' })],
    ['a member beyond the fortieth', many({ type: 'string' }), many({ type: 'number' })],
    ['an option beyond the hundredth', options('x'), options('y')],
    ['deep parts', deep({ type: 'string' }), deep({ type: 'number' })],
    ['the description', agent({ description: 'a' }), agent({ description: 'b' })],
  ])('shows a change of %s', (_, before, after) => {
    const text = versionText(before, after)
    expect(text.before).not.toBe(text.after)
  })

  it('does not depend on the order of members', () => {
    const text = versionText(
      property({ type: 'string', maxLength: 1 }),
      property({ maxLength: 1, type: 'string' }),
    )
    expect(text).toEqual({ before: '', after: '' })
  })

  it('does not let a name or text add a line that looks like part of the comparison', () => {
    const forged = 'x\u2028\nkey:\n  other\u202E'
    const { after } = versionText(
      agent(),
      agent({
        capabilities: [forged],
        permissions: { network: [forged], api: [forged] },
        description: forged,
        url: forged,
        llm_provider: forged,
        card: {
          skills: [
            {
              id: forged,
              cost_estimate: forged,
              description: forged,
              input_schema: { properties: { [forged]: { enum: [forged] } } },
            },
          ],
        },
      }),
    )
    expect(after).not.toMatch(/^(key:| {2}other)/m)
    expect(after).not.toMatch(/[\u2028\u202E]/)
  })
})

const AT = '2026-03-02T09:10:00.000Z'

it('shows the most severe findings of the latest scan of each image', async () => {
  const none = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }
  const scans = [
    { status: 'queued' },
    { status: 'failed' },
    { status: 'completed', summary: { ...none, critical: 2, high: 5 } },
    { status: 'completed', summary: { ...none, high: 5, low: 1 } },
    { status: 'completed', summary: { ...none, low: 1 } },
    { status: 'completed_without_vulnerability_data', summary: none },
  ]
  const items = scans.map((scan, index) => ({
    ref: `acme/web:${index}`,
    last_scan: { ...scan, requested_at: AT },
  }))
  const html = await renderPage(ScannedImages, {
    responded: [[['images', { organization_id: 'org_1', limit: 10 }], { data: { items } }]],
  })
  expect(
    [...html.matchAll(/class="badge (\w+)"[^>]*>(?:<[^>]*>)*([^<]+)/g)].map((match) =>
      match.slice(1),
    ),
  ).toEqual([
    ['info', 'queued'],
    ['bad', 'failed'],
    ['bad', '2 critical'],
    ['warn', '5 high'],
    ['good', 'no critical or high findings'],
    ['idle', 'completed without vulnerability data'],
  ])
})

it('links from the tasks of an agent to the list of all its tasks in a workspace', async () => {
  const items = [{ workspace_id: 'ws_1', name: 'Production' }]
  const html = await renderPage(() => h(AgentTasks, { agent: { svc_id: 'a' } as never }), {
    responded: [[['workspaces', 'org_1'], { data: { items } }]],
  })
  expect(html).toContain('/tasks?workspace=ws_1&amp;agent=a"')
})

describe('the disputes about an agent', () => {
  const shown = (agent: object, organization_id: string, side: string) => {
    const query = { organization_id, agent_id: 'a', side, limit: 10 }
    const disputes = { open: 0, upheld: 0 }
    return renderPage(
      () => h(AgentDisputes, { agent: { svc_id: 'a', disputes, ...agent } as never }),
      {
        organizations: ['Acme', 'Globex'],
        responded: [[['disputes', query], { data: { items: [] } }]],
      },
    )
  }

  it('are those that its owner received, even if another organization is selected', async () => {
    expect(await shown({ own: true, organization_id: 'org_2' }, 'org_2', 'received')).toContain(
      'No organization has reported this agent.',
    )
  })

  it('are those that the selected organization made, if the agent belongs to others', async () => {
    expect(await shown({ own: false }, 'org_1', 'made')).toContain(
      'Your organization has not reported this agent.',
    )
  })
})

it('says that the installations of an agent are counted in all organizations of the user', async () => {
  const agent = { own: false, installations: { current: 3, living: 2 } }
  const shown = async (organizations: readonly string[]) =>
    textOf(await renderPage(() => h(AccessPanel, { agent: agent as never }), { organizations }))
  expect(await shown(['Acme'])).toContain('3 in your organization, 2 of them running')
  expect(await shown(['Acme', 'Globex'])).toContain('3 in your organizations, 2 of them running')
})

describe('the versions of an agent', () => {
  const versionsOf = async (agent: object, listed: readonly string[] = ['a']) => {
    const items = listed.map((svc_id) => ({ svc_id, version: `of ${svc_id}` }))
    const profile = (svc_id: string) => ({
      svc_id,
      version: `of ${svc_id}`,
      ownership: 'proved',
      public_key: 'k',
      checks: [],
      capabilities: [],
      permissions: {},
      ...agent,
    })
    return textOf(
      await renderPage(() => h(Versions, { agent: profile('a') as never }), {
        responded: [
          [['agent', 'a', 'versions'], { data: { items } }],
          ...listed.map((id) => [['agent', id], { data: profile(id) }] as const),
        ],
      }),
    )
  }

  it.each([
    ['ownership is not proved', { ownership: 'claimed' }, 'Its ownership is not proved'],
    [
      'identifier is not derived from its content',
      { checks: [{ name: 'id_recomputes', passed: false }] },
      'Its identifier is not derived from its content',
    ],
    ['owner shows no others', {}, 'No other version is visible to you.'],
  ])('are not listed if its %s', async (_, agent, expected) => {
    expect(await versionsOf(agent)).toContain(expected)
  })

  it('are all newer than the agent if the list omits it', async () => {
    expect(await versionsOf({}, ['c', 'b'])).toContain('From version of a to of b')
  })
})

describe('the ways to verify a signature of an agent', () => {
  const titlesFor = (svc_id: string, failing: readonly string[]) =>
    signatureSnippets({
      agent: {
        svc_id,
        public_key: 'A'.repeat(43) + '=',
        checks: ['id_recomputes', 'key_sound'].map((name) => ({
          name,
          passed: !failing.includes(name),
          detail: '',
        })),
      },
      api: 'https://registry.test/api/v1',
      issuer: 'https://registry.test',
    }).map(({ title }) => title)

  it('include programs with the registered key', () => {
    const all = ['openssl', 'Node', 'Python', 'curl']
    expect(titlesFor('a'.repeat(64), [])).toEqual(all)
    expect(titlesFor('reader@1.0.0', ['id_recomputes'])).toEqual(all)
  })

  it('T-06: consist only of asking the registry if no signature by the registered key can be trusted', () => {
    expect(titlesFor('a'.repeat(64), ['id_recomputes'])).toEqual(['curl'])
    expect(titlesFor('reader@1.0.0', ['key_sound'])).toEqual(['curl'])
  })
})
