import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { install } from '../agents.ts'
import { apiKey, bearer, type ApiClient } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { MINUTE } from '../../kit/time.ts'

const LOCKED = { ...DEFAULT_POLICY, a2a: { allowed_callers: [], allowed_skills: [] } }

let platform: TestPlatform
let org: TestOrganization
beforeAll(async () => {
  platform = await startPlatform()
})
const useNewOrganization = async () => {
  org = await platform.organization()
}
const path = () => `/workspaces/${org.workspace_id}/policy`
const put = (
  if_match: string | undefined,
  content: object = LOCKED,
  as: ApiClient = org.api,
  credential = apiKey(org.api_key),
) =>
  as.put(
    path(),
    { content },
    { ...credential, ...(if_match !== undefined && { 'If-Match': if_match }) },
  )

describe('replacement of a policy', () => {
  it('requires the ETag of the policy that was read, and tells running agents to reload', async () => {
    await useNewOrganization()
    const one = await install(platform, org)
    const etag = (await org.api.get(path())).headers.etag!
    const written = await put(etag)
    expect([written.status, written.body.version, written.body.content]).toEqual([200, 2, LOCKED])
    expect((await org.api.get(path())).headers.etag).toBe(written.headers.etag)
    expect((await one.lease()).body.command.type).toBe('reload_policy')
    expect(await platform.auditOf(written.headers['x-request-id'] as string)).toMatchObject([
      { event_type: 'policy.updated', metadata: { version: 2, hash: written.body.hash } },
    ])
  })

  it('refuses to overwrite a version that the author has not read, except with If-Match: *', async () => {
    await useNewOrganization()
    const before = await platform.rows()
    for (const stale of ['"2"', '"01"', '"0"', '1', '**'])
      expect((await put(stale)).body.code).toBe('POLICY_CHANGED')
    expect((await put(undefined)).body.code).toBe('INVALID_PARAMETER')
    expect((await put('W/"1"')).body.code).toBe('INVALID_PARAMETER')
    expect(await platform.rows()).toEqual(before)
    expect((await put('*')).body.version).toBe(2)
  })

  it('accepts exactly one of many concurrent replacements of the same version', async () => {
    await useNewOrganization()
    const responses = await Promise.all(Array.from({ length: 8 }, () => put('"1"')))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ])
    expect((await org.api.get(`${path()}/versions`)).body.total).toBe(2)
  })

  it.each([
    {},
    { ...DEFAULT_POLICY, more: 1 },
    { ...DEFAULT_POLICY, a2a: { allowed_callers: ['*'] } },
    { ...DEFAULT_POLICY, a2a: { ...LOCKED.a2a, x: [] } },
  ])('refuses incomplete policies and unknown members: %j', async (content) => {
    await useNewOrganization()
    expect((await put('*', content)).status).toBe(422)
  })

  const LISTS = [
    ['models', 'allowed'],
    ['models', 'denied'],
    ['models', 'allowed_providers'],
    ['tools', 'allowed'],
    ['tools', 'denied'],
    ['tools', 'require_approval'],
    ['network', 'allowed_hosts'],
    ['filesystem', 'allowed_paths'],
    ['a2a', 'allowed_callers'],
    ['a2a', 'allowed_skills'],
    ['compliance', 'frameworks'],
    ['compliance', 'data_residency'],
  ] as const
  it('refuses a * anywhere but at the end of an entry in every list, and names the entry and what is allowed', async () => {
    await useNewOrganization()
    for (const [section, list] of LISTS) {
      for (const entry of ['*.example.com', 'a*b', '**', 'a**', '*a*']) {
        const { status, body } = await put('*', {
          ...DEFAULT_POLICY,
          [section]: { ...DEFAULT_POLICY[section], [list]: ['fine', entry] },
        })
        expect([status, body.code, body.issues.map(({ path }: { path: string }) => path)]).toEqual([
          422,
          'INVALID_BODY',
          [`/body/content/${section}/${list}/1`],
        ])
        expect(body.issues[0].message).toMatch(
          /`\*` only once, as the last character; (`shell\.\*`|instead of \*\.example\.com list each host)/,
        )
      }
      expect(
        (
          await put('*', {
            ...DEFAULT_POLICY,
            [section]: { ...DEFAULT_POLICY[section], [list]: ['fine.*', '*'] },
          })
        ).status,
      ).toBe(200)
    }
  })
})

describe('the history of a policy', () => {
  it('has every version as it was signed, with its author and time', async () => {
    await useNewOrganization()
    const session = await platform.session(org.email)
    const first = (await org.api.get(path())).body
    platform.clock.advance(MINUTE)
    await put('*', LOCKED, platform.as({}), bearer(session))
    platform.clock.advance(MINUTE)
    const third = (await put('*', DEFAULT_POLICY)).body
    const page = (await org.api.get(`${path()}/versions?limit=2`)).body
    const rest = (await org.api.get(`${path()}/versions?limit=2&cursor=${page.next_cursor}`)).body
    const all = [...page.items, ...rest.items]
    expect(
      all.map(({ version, status }: { version: number; status: string }) => [version, status]),
    ).toEqual([
      [3, 'active'],
      [2, 'superseded'],
      [1, 'superseded'],
    ])
    expect(all.map(({ author }: { author: { type: string } }) => author.type)).toEqual([
      'api_key',
      'member',
      'platform',
    ])
    expect(all[1].author.id).toBe(org.email)
    expect(all.map(({ written_at }: { written_at: string }) => written_at)).toEqual([
      third.updated_at,
      expect.any(String),
      first.updated_at,
    ])
    const { status: _, ...old } = (await org.api.get(`${path()}/versions/1`)).body
    expect(old).toMatchObject({
      content: first.content,
      hash: first.hash,
      signature: first.signature,
      updated_at: first.updated_at,
    })
    expect((await org.api.get(`${path()}/versions/4`)).body.code).toBe('POLICY_VERSION_NOT_FOUND')
  })

  it('is not shown to an agent that reads the policy, and neither is the author', async () => {
    await useNewOrganization()
    const one = await install(platform, org)
    const agent = platform.as(bearer(one.runtime_token))
    expect((await agent.get(path())).body).not.toHaveProperty('author')
    expect((await agent.get(`${path()}/versions`)).status).toBe(401)
    expect((await put('*', LOCKED, agent, bearer(one.runtime_token))).status).toBe(401)
  })
})
