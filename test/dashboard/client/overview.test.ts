import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { AllHealthy } from '../../../dashboard/src/pages/overview/fleet-panel.tsx'
import Overview from '../../../dashboard/src/pages/overview/overview.tsx'
import { renderPage } from './render.ts'

it('never reports a fleet with nothing online as healthy', () => {
  const none = { counted: 'exact', total: 0, online: 0, unhealthy: 0, offline: 0, stopped: 0 }
  const html = (counts: object) =>
    renderToString(
      h(AllHealthy, {
        state: { counts: { ...none, paused: 0, revoked: 0, terminated: 0, ...counts } },
      } as never),
    )
  expect(html({})).not.toContain('healthy')
  expect(html({ paused: 2 })).toContain('No installation can accept tasks')
  expect(html({ online: 2 })).toContain('All 2 running installations')
})

it('shows how much of each quota of the plan is used', async () => {
  const quotas = {
    workspaces: { current: 2, max: 3 },
    installations: { current: 3, max: 3 },
    install_tokens: { current: 4 },
  }
  const html = await renderPage(Overview, {
    responded: [[['organization', 'org_1'], { data: { plan: 'growth', quotas } }]],
  })
  expect(
    [...html.matchAll(/<strong>(\d)<\/strong><span class="([^"]+)">([^<]+)/g)].map((match) =>
      match.slice(1),
    ),
  ).toEqual([
    ['2', 'muted small', 'of 3'],
    ['3', 'full small', 'of 3, seen within 7 days, none left'],
    ['4', 'muted small', 'no limit'],
  ])
})

describe('the first steps', () => {
  const counts = { online: 0, unhealthy: 0, offline: 0, stopped: 0, paused: 0 }
  const quota = (current: number) => ({ current, max: 10 })
  /** Returns the steps that are done, and the next one. */
  const stepsWith = async (
    agents: number,
    install_tokens: number,
    plan: 'free' | 'professional' = 'professional',
  ) => {
    const html = await renderPage(Overview, {
      plan,
      responded: [
        [
          ['installation-list', 'org_1', 'state'],
          { data: { counts: { ...counts, revoked: 0, terminated: 0 }, needing_attention: [] } },
        ],
        [['workspaces', 'org_1'], { data: { items: [{ workspace_id: 'ws_1', name: 'W' }] } }],
        [
          ['organization', 'org_1'],
          {
            data: {
              plan,
              quotas: {
                workspaces: quota(1),
                installations: quota(0),
                agents: quota(agents),
                install_tokens: quota(install_tokens),
              },
            },
          },
        ],
      ],
    })
    const steps = html.split('class="first-steps"')[1]!.split('<li').slice(1, 5)
    return {
      done: steps.filter((step) => step.includes('>done<')).length,
      next: />([^<]+)<\/a>/.exec(steps.find((step) => step.includes('aria-current'))!)![1],
      links: steps.map((step) => /href="([^"]+)"/.exec(step)![1]!),
    }
  }

  it.each([
    ['the creation of a workspace', [0, 0], { done: 1, next: 'Choose an agent' }],
    ['the registration of an agent', [1, 0], { done: 2, next: 'Create an install token' }],
    [
      'the creation of a token for an agent from the registry',
      [0, 1],
      { done: 3, next: 'Start the agent with the token' },
    ],
  ] as const)('continue after %s', async (_, [agents, tokens], expected) => {
    expect(await stepsWith(agents, tokens)).toMatchObject(expected)
  })

  it('lead to the guide for registering agents on a plan without the registry', async () => {
    const { next, links } = await stepsWith(0, 0, 'free')
    expect(next).toBe('Register an agent')
    expect(links[1]).toMatch(/\/docs\/guides\/register$/)
    expect((await stepsWith(0, 0)).links[1]).toMatch(/\/registry$/)
  })
})
