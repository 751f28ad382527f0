import { beforeAll, describe, expect, it } from 'vitest'
import { TOKEN_PREFIXES, type TokenPrefix } from '../../../src/domain/tokens.ts'
import { exampleAccess } from '../../../src/sandbox/examples/access.ts'
import { SANDBOX_ORGANIZATIONS } from '../../../src/sandbox/fixtures.ts'
import { apiKey, bearer, NO_CREDENTIAL, type TestRequest } from '../client.ts'
import { exampleNamesOfContract, exampleValue } from '../contract.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'

/** Returns all strings in a value. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

const TOKEN = new RegExp(`^(${TOKEN_PREFIXES.join('|')})[A-Za-z0-9_-]{43}$`)
/** Every token that the contract or the sandbox publishes. */
const published = new Set(
  [exampleNamesOfContract.map(exampleValue), exampleAccess(), SANDBOX_ORGANIZATIONS]
    .flatMap(stringsIn)
    .filter((text) => TOKEN.test(text)),
)

const { organization_id, workspace_id } = exampleAccess()
const installation = '/installations/4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3'
/** The requests in which a kind of token is sent. */
const USES: Readonly<Record<TokenPrefix, (token: string) => readonly TestRequest[]>> = {
  sk_live_: (token) => [
    { method: 'GET', path: `/orgs/${organization_id}`, headers: apiKey(token) },
    {
      method: 'GET',
      path: '/tasks',
      headers: { ...bearer(token), 'X-Workspace-ID': workspace_id },
    },
  ],
  adm_: (token) => [{ method: 'GET', path: '/admin/auth/session', headers: bearer(token) }],
  srt_: (token) => [
    { method: 'POST', path: `${installation}/lease`, headers: bearer(token), body: {} },
  ],
  skt_: (install_token) => [
    {
      method: 'POST',
      path: '/installations/bootstrap',
      headers: NO_CREDENTIAL,
      body: { install_token },
    },
  ],
  srf_: (refresh_token) => [
    {
      method: 'POST',
      path: `${installation}/refresh`,
      headers: NO_CREDENTIAL,
      body: { refresh_token },
    },
  ],
}

describe('a platform that is not a sandbox', () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await startPlatform()
  })

  const rows = [...published].flatMap((token) => {
    const prefix = TOKEN_PREFIXES.find((candidate) => token.startsWith(candidate))!
    return USES[prefix](token).map((request) => ({ token, request, path: request.path }))
  })

  it.each(rows)('refuses the published $token at $path', async ({ request }) => {
    expect((await platform.sendRequest(request)).status).toBe(401)
  })

  it.each(['AdaTypesPin', 'AdaTypesPinInBrowser'])('refuses the PIN of %s', async (name) => {
    const got = await platform.as(NO_CREDENTIAL).post('/admin/auth/verify-pin', exampleValue(name))
    expect([got.status, got.body.code]).toEqual([401, 'INVALID_PIN'])
  })

  it('has none of the data of the examples', async () => {
    const rowsOfStore = JSON.stringify(await platform.rows())
    expect(rowsOfStore).not.toContain(organization_id)
    expect(rowsOfStore).not.toContain(exampleAccess().svc_id)
  })

  it('is tested with tokens of every kind', () => {
    const kinds = rows.map(({ token }) => TOKEN_PREFIXES.find((prefix) => token.startsWith(prefix)))
    expect(new Set(kinds)).toEqual(new Set(TOKEN_PREFIXES))
  })
})
