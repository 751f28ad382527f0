import { beforeAll, describe, expect, it } from 'vitest'
import type { TableEntry } from '../../../src/contract/typed.ts'
import { install } from '../agents.ts'
import { apiKey, bearer, cookie, NO_CREDENTIAL, type Credential } from '../client.ts'
import { operationsWhere } from '../contract.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { HOUR } from '../../kit/time.ts'
import { credentialOf, newTenant, requestOf, withCredential, type Tenant } from '../requests.ts'

const SCHEMES = ['ApiKey', 'ApiKeyBearer', 'AdminSession', 'AdminCookie', 'RuntimeToken']
const garbage = 'A'.repeat(43)
const authenticated = operationsWhere(({ security }) => security.length > 0)

let platform: TestPlatform
let tenant: Tenant
beforeAll(async () => {
  platform = await startPlatform()
  tenant = await newTenant(platform)
})

describe('a credential that is missing, unknown, no longer valid or of another kind is refused with 401 and a message that says what to do', () => {
  let invalidated: Readonly<Record<string, Credential>>
  beforeAll(async () => {
    const session = await platform.session(tenant.email)
    await platform.as(bearer(session)).delete('/admin/auth/session')
    const revoked = await install(platform, tenant)
    await revoked.revoke({ shutdown_timeout_ms: 0 })
    const key = await platform.apiKey(tenant.organization_id)
    const keys = await platform.store.listApiKeysAsOperator({
      organization_id: tenant.organization_id,
    })
    await platform.store.revokeApiKey(platform.context(), {
      key_id: keys.find(({ preview }) => key.startsWith(preview))!.key_id,
    })
    invalidated = {
      ApiKey: apiKey(key),
      ApiKeyBearer: bearer(key),
      AdminSession: bearer(session),
      AdminCookie: cookie(session),
      RuntimeToken: bearer(revoked.runtime_token),
    }
  })

  const bad = (operation: TableEntry): Record<string, Credential> => {
    const taken = operation.security.flat()
    const others = SCHEMES.filter((scheme) => !taken.includes(scheme))
    return {
      'no credential': NO_CREDENTIAL,
      'an empty key': apiKey(''),
      'a key that was never created': apiKey(`sk_live_${garbage}`),
      'a string that is not a key': apiKey('letmein'),
      'a session that was never opened': bearer(`adm_${garbage}`),
      'a runtime token that was never issued': bearer(`srt_${garbage}`),
      'another HTTP scheme': { Authorization: 'Basic c2tfbGl2ZTpzZWNyZXQ=' },
      'a bearer without a token': { Authorization: 'Bearer' },
      'an install token': bearer(tenant.installed.install_token),
      'a refresh token': bearer(tenant.installed.refresh_token),
      ...Object.fromEntries(
        others.map((scheme) => [
          `a credential of the scheme ${scheme}`,
          credentialOf(scheme, tenant),
        ]),
      ),
      // The heartbeat of a revoked installation is still authenticated, and refused with 403.
      ...Object.fromEntries(
        taken
          .filter((scheme) => operation.id !== 'renewLease' || scheme !== 'RuntimeToken')
          .map((scheme) => [
            `a credential of the scheme ${scheme} that is no longer valid`,
            invalidated[scheme]!,
          ]),
      ),
    }
  }

  it.each(authenticated)('$id refuses each of them, and changes nothing', async (operation) => {
    const before = await platform.rows()
    for (const [name, credential] of Object.entries(bad(operation))) {
      const got = await platform.sendRequest(
        withCredential(requestOf(operation, tenant), credential),
      )
      expect({ name, status: got.status, error: got.body.error }).toEqual({
        name,
        status: 401,
        error: 'unauthorized',
      })
      expect(got.headers['www-authenticate'], name).toMatch(/^(ApiKey|Bearer) realm=/)
      expect(got.body.message, name).toMatch(
        /send it|use a valid key|send a valid token|sign in again|refresh it/,
      )
      expect(
        Object.values(credential).some((value) => value.length > 12 && got.text.includes(value)),
        name,
      ).toBe(false)
    }
    expect(await platform.rows()).toEqual(before)
  })

  it.each(authenticated)('$id names the accepted headers in the challenge', async (operation) => {
    const { headers } = await platform.sendRequest(requestOf(operation, tenant))
    const schemes = operation.security.flat().filter((scheme) => scheme !== 'AdminCookie')
    expect(headers['www-authenticate']!.split(/, (?=ApiKey|Bearer)/).length).toBe(schemes.length)
    expect(headers['www-authenticate']!.includes('X-API-Key')).toBe(schemes.includes('ApiKey'))
  })

  it.each([
    ['/admin/auth/verify-pin', { email: 'a@b.example', challenge_id: 'x', pin: '00000000' }, 'pin'],
    ['/admin/auth/session', { email: 'a@b.example', challenge_id: 'x', pin: '00000000' }, 'pin'],
    ['/installations/bootstrap', { install_token: 'skt_wrong' }, 'install_token'],
    ['/installations/x/refresh', { refresh_token: 'srf_wrong' }, 'refresh_token'],
  ])('%s names the member of the body in the challenge', async (path, body, member) => {
    const { status, headers } = await platform.as(NO_CREDENTIAL).post(path, body)
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      `Body realm="registry", member="${member}"`,
    ])
  })

  it('an API key that is sent as a bearer token is refused with a message that names its header, not with the message for an invalid session', async () => {
    const misplaced = platform.as(bearer(tenant.api_key))
    for (const path of [
      `/orgs/${tenant.organization_id}/workspaces`,
      `/agents/${tenant.installed.agent.svc_id}`,
    ]) {
      const { status, body } = await misplaced.get(path)
      expect([status, body.message]).toEqual([
        401,
        'An API key is not accepted as a bearer token here; send it in the X-API-Key header.',
      ])
    }
  })

  it('an Authorization header without the word Bearer is refused with a message that shows the expected form, not with the message for an invalid session or token', async () => {
    const form =
      'The Authorization header has no bearer token; send it as the word Bearer, a space and the token'
    const withKey = `${form}, or send an API key in the X-API-Key header.`
    const messageOf = async (path: string, authorization: string) => {
      const { status, body } = await platform.as({ Authorization: authorization }).get(path)
      return [status, body.message]
    }
    const path = `/orgs/${tenant.organization_id}/workspaces`
    const basic = `Basic ${btoa(`${tenant.api_key}:`)}`
    expect(await messageOf(path, tenant.api_key)).toEqual([401, withKey])
    expect(await messageOf(path, basic)).toEqual([401, withKey])
    expect(await messageOf('/admin/auth/session', tenant.session)).toEqual([401, `${form}.`])
  })
})

describe('a valid credential', () => {
  it('suffices alongside an invalid one of another kind if the operation accepts both kinds', async () => {
    const path = `/orgs/${tenant.organization_id}/workspaces`
    expect(
      (await platform.as({ ...apiKey('sk_live_wrong'), ...bearer(tenant.session) }).get(path))
        .status,
    ).toBe(200)
    expect(
      (await platform.as({ ...apiKey(tenant.api_key), ...bearer('adm_wrong') }).get(path)).status,
    ).toBe(200)
  })

  it('is case-sensitive, but the scheme name Bearer is not', async () => {
    const path = `/workspaces/${tenant.workspace_id}/policy`
    expect(
      (await platform.as({ Authorization: `bEARER ${tenant.session}` }).get(path)).status,
    ).toBe(200)
    expect((await platform.as(apiKey(tenant.api_key.toUpperCase())).get(path)).status).toBe(401)
  })

  it('can be either of two keys at once, for rotation, and is not affected when the other one is revoked', async () => {
    const { organization_id, api } = await platform.organization()
    platform.clock.advance(1)
    const second = await platform.apiKey(organization_id)
    const path = `/orgs/${organization_id}/workspaces`
    expect((await api.get(path)).status).toBe(200)
    expect((await platform.as(apiKey(second)).get(path)).status).toBe(200)
    const [first] = await platform.store.listApiKeysAsOperator({ organization_id })
    await platform.store.revokeApiKey(platform.context(), { key_id: first!.key_id })
    expect((await api.get(path)).body.code).toBe('INVALID_API_KEY')
    expect((await platform.as(apiKey(second)).get(path)).status).toBe(200)
  })

  it('has the time of its last use recorded, after the response, if it is a key', async () => {
    const { organization_id, api } = await platform.organization()
    const lastUsed = async () => {
      const [key] = await platform.store.listApiKeysAsOperator({ organization_id })
      return key!.last_used_at
    }
    await api.get(`/orgs/${organization_id}/workspaces`)
    await expect.poll(lastUsed).toBe(platform.clock.now())
    await platform.advance(HOUR)
    await api.get(`/orgs/${organization_id}/workspaces`)
    await expect.poll(lastUsed).toBe(platform.clock.now())
  })
})
