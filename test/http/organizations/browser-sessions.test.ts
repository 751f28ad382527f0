import { beforeAll, describe, expect, it } from 'vitest'
import { apiKey, bearer, cookie, NO_CREDENTIAL } from '../client.ts'
import { operationsWhere } from '../contract.ts'
import { startPlatform, type TestOrganization, type TestPlatform, ISSUER } from '../platform.ts'
import { HOUR } from '../../kit/time.ts'
import { credentialOf, newTenant, requestOf, withCredential, type Tenant } from '../requests.ts'

const SESSION = '/admin/auth/session'
const FROM_ELSEWHERE = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
const FROM_US = { 'Sec-Fetch-Site': 'same-origin' }

async function pinFor(platform: TestPlatform, email: string) {
  const { body } = await platform.as(NO_CREDENTIAL).post('/admin/auth/request-pin', { email })
  await platform.runUntilIdle()
  return { email, challenge_id: body.challenge_id as string, pin: platform.pinFor(email)! }
}
const tokenIn = (header: readonly string[] | undefined): string =>
  /^svc_session=(adm_[A-Za-z0-9_-]{43}); /.exec(header![0]!)![1]!

describe('browser sessions', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const open = async (email = org.email, headers: Record<string, string> = FROM_US) =>
    platform.as(headers).post(SESSION, await pinFor(platform, email))
  const signedIn = async (email = org.email) => tokenIn((await open(email)).headers['set-cookie'])

  it('keep their token in an HttpOnly cookie and nowhere else', async () => {
    const { status, body, headers, text } = await open()
    expect(status).toBe(201)
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^svc_session=adm_[A-Za-z0-9_-]{43}; Path=\/api\/v1; Max-Age=28800; HttpOnly; SameSite=Strict$/,
      ),
    ])
    expect(body).toEqual({
      email: org.email,
      expires_at: new Date(platform.clock.now_ms() + 8 * HOUR).toISOString(),
      memberships: [
        {
          organization_id: org.organization_id,
          name: 'Org on enterprise',
          plan: 'enterprise',
          role: 'owner',
          scopes: expect.arrayContaining(['keys:write', 'policy:write']),
        },
      ],
      invitations: [],
      operator: false,
      issuer: ISSUER,
    })
    const token = tokenIn(headers['set-cookie'])
    expect(text.includes(token) || text.includes('adm_')).toBe(false)
    await platform.as({ ...cookie(token), ...FROM_US }).get(`/nowhere?token=${token}`)
    expect(platform.log.join('').includes(token)).toBe(false)
    expect(JSON.stringify(await platform.rows()).includes(token)).toBe(false)
  })

  it('have the same rights by cookie as by bearer token', async () => {
    const token = await signedIn()
    const [browser, program] = [
      platform.as({ ...cookie(token), ...FROM_US }),
      platform.as(bearer(token)),
    ]
    expect((await browser.get(SESSION)).body).toEqual((await program.get(SESSION)).body)
    const made = await browser.post(`/orgs/${org.organization_id}/workspaces`, {
      name: 'From a browser',
    })
    expect(made.status).toBe(201)
    expect(
      (await program.get(`/orgs/${org.organization_id}/workspaces/${made.body.workspace_id}`))
        .status,
    ).toBe(200)
    const [record] = await platform.auditOf(made.headers['x-request-id'] as string)
    expect(record).toMatchObject({
      event_type: 'workspace.created',
      actor: { type: 'member', id: org.email },
    })
  })

  it('end at sign-out, which removes the cookie of a browser', async () => {
    const token = await signedIn()
    const browser = platform.as({ ...cookie(token), ...FROM_US })
    const ended = await browser.delete(SESSION)
    expect([ended.status, ended.headers['set-cookie']]).toEqual([
      204,
      ['svc_session=; Path=/api/v1; Max-Age=0; HttpOnly; SameSite=Strict'],
    ])
    expect((await browser.get(SESSION)).body.code).toBe('INVALID_SESSION')
    const program = await platform.as(bearer(await signedIn())).delete(SESSION)
    expect([program.status, program.headers['set-cookie']]).toEqual([204, undefined])
  })

  it('end after 8 hours, to the millisecond', async () => {
    const browser = platform.as({ ...cookie(await signedIn()), ...FROM_US })
    platform.clock.advance(8 * HOUR - 1)
    expect((await browser.get(SESSION)).status).toBe(200)
    platform.clock.advance(1)
    expect((await browser.get(SESSION)).body.code).toBe('INVALID_SESSION')
  })

  it('lose access at once when the member is removed', async () => {
    const email = 'leaver@browser.example'
    await platform.member(org.organization_id, email, 'admin')
    const browser = platform.as({ ...cookie(await signedIn(email)), ...FROM_US })
    expect((await browser.get(`/orgs/${org.organization_id}`)).status).toBe(200)
    await platform.store.removeMember(platform.context(), {
      organization_id: org.organization_id,
      email,
    })
    expect((await browser.get(`/orgs/${org.organization_id}`)).body.code).toBe('ROLE_REQUIRED')
    expect((await browser.get(SESSION)).body.memberships).toEqual([])
    expect((await open(email)).body.code).toBe('INVALID_PIN')
  })

  it('share the five attempts of a challenge and its single session with verify-pin', async () => {
    const right = await pinFor(platform, org.email)
    const wrong = { ...right, pin: right.pin === '00000000' ? '11111111' : '00000000' }
    const tries = [SESSION, '/admin/auth/verify-pin', SESSION, '/admin/auth/verify-pin', SESSION]
    for (const path of tries)
      expect((await platform.as(NO_CREDENTIAL).post(path, wrong)).body.code).toBe('INVALID_PIN')
    for (const path of [SESSION, '/admin/auth/verify-pin'])
      expect((await platform.as(NO_CREDENTIAL).post(path, right)).body.code).toBe('INVALID_PIN')
    const again = await pinFor(platform, org.email)
    expect((await platform.as(NO_CREDENTIAL).post('/admin/auth/verify-pin', again)).status).toBe(
      200,
    )
    expect((await platform.as(NO_CREDENTIAL).post(SESSION, again)).body.code).toBe('INVALID_PIN')
  })

  it('are recorded in the audit log like other sign-ins', async () => {
    const kinds = async (path: string, body: object) =>
      (
        await platform.auditOf(
          (await platform.as(NO_CREDENTIAL).post(path, body)).headers['x-request-id'] as string,
        )
      ).map(({ event_type, outcome }) => [event_type, outcome])
    const right = await pinFor(platform, org.email)
    expect(await kinds(SESSION, { ...right, pin: 'x' })).toEqual([
      ['admin.login_failed', 'failure'],
    ])
    expect(await kinds(SESSION, right)).toEqual([['admin.login_succeeded', 'success']])
  })

  it('do not apply if a header contains a credential, even an invalid one', async () => {
    const token = await signedIn()
    const stranger = await platform.organization()
    const path = `/orgs/${org.organization_id}`
    const got = async (headers: Record<string, string>) =>
      (await platform.as({ ...cookie(token), ...FROM_US, ...headers }).get(path)).body.code
    expect(await got({})).toBeUndefined()
    expect(await got(bearer('adm_wrong'))).toBe('INVALID_SESSION')
    expect(await got({ Authorization: '' })).toBe('INVALID_SESSION')
    expect(await got(apiKey('sk_live_wrong'))).toBe('INVALID_API_KEY')
    expect(await got(apiKey(stranger.api_key))).toBe('ORGANIZATION_NOT_FOUND')
  })

  it('are refused with two cookies of the same name, and the message explains what to do', async () => {
    const token = await signedIn()
    for (const Cookie of [
      `svc_session=${token}; svc_session=${token}`,
      [`svc_session=${token}`, 'svc_session=adm_x'],
    ]) {
      const { status, body } = await platform.sendRequest({
        method: 'GET',
        path: SESSION,
        headers: { Cookie },
      })
      expect([status, body.code]).toEqual([401, 'INVALID_SESSION'])
      expect(body.message).toMatch(/two cookies.*delete the cookies/)
    }
    const { body } = await platform.sendRequest({
      method: 'GET',
      path: SESSION,
      headers: { Cookie: 'svc_session=adm_x' },
    })
    expect([body.code, /two cookies/.test(body.message as string)]).toEqual([
      'INVALID_SESSION',
      false,
    ])
  })

  it('use a __Host- cookie over https, which another subdomain cannot set', async () => {
    const secure = await startPlatform({ public_url: 'https://agents.example/registry' })
    const { email } = await secure.organization()
    const { headers } = await secure.as(NO_CREDENTIAL).post(SESSION, await pinFor(secure, email))
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-svc_session=adm_[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ])
    const token = /=(adm_[\w-]{43});/.exec(String(headers['set-cookie']))![1]!
    const show = async (Cookie: string) => (await secure.as({ Cookie }).get(SESSION)).status
    expect([
      await show(`__Host-svc_session=${token}`),
      await show(`svc_session=${token}`),
      await show(`svc_session=planted; __Host-svc_session=${token}`),
    ]).toEqual([200, 401, 200])
    expect(await show(`__Host-svc_session=${token}; __Host-svc_session=${token}`)).toBe(401)
  })
})

describe('cross-origin requests from a browser', () => {
  let platform: TestPlatform
  let tenant: Tenant
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
  })

  it.each(operationsWhere(({ security }) => security.flat().includes('AdminCookie')))(
    'are refused without any change: $id',
    async (operation) => {
      const before = await platform.rows()
      const request = withCredential(
        requestOf(operation, tenant),
        credentialOf('AdminCookie', tenant, operation),
      )
      for (const headers of [
        FROM_ELSEWHERE,
        { 'Sec-Fetch-Site': 'same-site' },
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
      ]) {
        const { status, body } = await platform.sendRequest(withCredential(request, headers))
        expect([status, body.code]).toEqual([403, 'CROSS_ORIGIN_REQUEST'])
        expect(body.message).toMatch(/use the pages of this service, or send a token/)
      }
      expect(await platform.rows()).toEqual(before)
    },
  )

  it('cannot sign in, and use none of the attempts of a challenge', async () => {
    const before = await platform.rows()
    const request = requestOf(
      operationsWhere(({ id }) => id === 'createBrowserSession')[0]!,
      tenant,
    )
    for (const headers of [FROM_ELSEWHERE, { 'Sec-Fetch-Site': 'none' }, { Origin: 'null' }]) {
      const {
        status,
        body,
        headers: sent,
      } = await platform.sendRequest(withCredential(request, headers))
      expect([status, body.code, sent['set-cookie']]).toEqual([
        403,
        'CROSS_ORIGIN_REQUEST',
        undefined,
      ])
    }
    expect(await platform.rows()).toEqual(before)
    expect((await platform.sendRequest(withCredential(request, FROM_US))).status).toBe(201)
  })

  it('are permitted with a credential in a header, which a page cannot set', async () => {
    const path = `/orgs/${tenant.organization_id}`
    for (const credential of [bearer(tenant.session), apiKey(tenant.api_key)]) {
      expect(
        (
          await platform
            .as({ ...credential, ...credentialOf('AdminCookie', tenant), ...FROM_ELSEWHERE })
            .get(path)
        ).status,
      ).toBe(200)
    }
  })

  it('are not assumed if neither Sec-Fetch-Site nor Origin is present, as in requests from programs that are not browsers', async () => {
    expect((await platform.as(cookie(tenant.session)).get(SESSION)).status).toBe(200)
  })

  it('never receive CORS headers', async () => {
    await platform
      .as({
        ...cookie(tenant.session),
        Origin: 'https://evil.example',
        'Access-Control-Request-Method': 'POST',
      })
      .get(SESSION)
    const asked = await platform.sendRequest({
      method: 'OPTIONS',
      path: SESSION,
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect(asked.headers['allow']).toContain('POST')
    const open = platform.responses.filter(({ headers }) =>
      Object.keys(headers).some((name) => name.startsWith('access-control-')),
    )
    expect(open).toEqual([])
  })
})
