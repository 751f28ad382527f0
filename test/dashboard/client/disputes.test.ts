import { describe, expect, it } from 'vitest'
import Dispute from '../../../dashboard/src/pages/disputes/dispute.tsx'
import { renderPage, textOf } from './render.ts'

const AT = '2026-03-02T09:10:00.000Z'

describe('a dispute of an organization other than the selected one', () => {
  const shown = async (organizations: readonly string[], state = {}) =>
    textOf(
      await renderPage(Dispute, {
        pattern: '/disputes/:dispute_id',
        path: '/disputes/d',
        organizations,
        responded: [
          [
            ['dispute', 'd'],
            {
              data: {
                dispute_id: 'd',
                svc_id: 'svc-a',
                state: 'open',
                issue_type: 'security_concern',
                description: 'It paid twice.',
                organization_id: 'org_2',
                respondent_id: 'org_9',
                opened_at: AT,
                evidence: {},
                ...state,
              },
            },
          ],
        ],
      }),
    )

  it('names that organization', async () => {
    expect(await shown(['Acme', 'Paper Mill'])).toContain('Reported by Paper Mill')
  })

  it('says so if it was decided and no start of a review is recorded', async () => {
    const decided = { state: 'rejected', decided_at: AT, updated_at: AT }
    expect(await shown(['Acme', 'Paper Mill'], decided)).toContain(
      'No start of a review is recorded.',
    )
    expect(
      await shown(['Acme', 'Paper Mill'], { ...decided, review_started_at: AT }),
    ).not.toContain('No start of a review')
  })

  it('offers a comment only to a member of one of its two sides', async () => {
    expect(await shown(['Acme', 'Paper Mill'])).toContain('Visible to both organizations')
    expect(await shown(['Acme'])).not.toContain('Visible to both organizations')
  })

  it('offers 20 comments to each of its two sides, whatever the other side has added', async () => {
    const by = (organization_id: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        organization_id,
        text: 'Again.',
        created_at: `2026-03-02T10:00:${10 + at}.000Z`,
      }))
    const mine = ['Acme', 'Paper Mill']
    const others = await shown(mine, { comments: [...by('org_9', 20), ...by('org_2', 19)] })
    expect(others).toContain('Visible to both organizations')
    const full = await shown(mine, { comments: by('org_2', 20) })
    expect(full).not.toContain('Visible to both organizations')
    expect(full).toContain('Your organization has added 20 comments')
  })
})
