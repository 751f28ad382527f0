import { once } from 'node:events'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/bounds.ts'
import { install, register } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { MINUTE } from '../../kit/time.ts'

describe('a platform that checks credentials again after the body', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeEach(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  afterEach(() => void vi.restoreAllMocks())

  /** Sends a request without the last byte of its body, and waits until its credential has been checked. */
  async function begin(
    path: string,
    headers: Record<string, string>,
    body: object,
  ): Promise<() => Promise<readonly [status: number, code: unknown, ...challenge: string[]]>> {
    const { port } = platform.server.address() as AddressInfo
    const bytes = JSON.stringify(body)
    const reading = platform.bodies().read_bytes
    const request: ClientRequest = httpRequest({
      port,
      path: `/api/v1${path}`,
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': bytes.length },
      agent: false,
    })
    request.write(bytes.slice(0, -1))
    await eventually(() => expect(platform.bodies().read_bytes).toBe(reading + bytes.length - 1))
    return async () => {
      const responded = once(request, 'response')
      request.end(bytes.slice(-1))
      const [response] = (await responded) as [IncomingMessage]
      const { code } = JSON.parse(await text(response)) as { code?: string }
      const challenge = response.headers['www-authenticate']
      return [response.statusCode!, code, ...(challenge === undefined ? [] : [challenge])]
    }
  }
  const advanceTime = (milliseconds: number) => {
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
  }

  it('refuses a request whose API key is revoked before its body is complete', async () => {
    const { svc_id } = await register(org)
    const path = `/workspaces/${org.workspace_id}/install-tokens`
    const [key] = await platform.store.listApiKeysAsOperator({
      organization_id: org.organization_id,
    })
    const finish = await begin(path, { 'X-API-Key': org.api_key }, { agent_id: svc_id })
    await platform.store.revokeApiKey(platform.context(), { key_id: key!.key_id })
    advanceTime(1001)
    expect(await finish()).toEqual([401, 'INVALID_API_KEY', expect.stringContaining('ApiKey ')])
  })

  it('creates no API key if the key of the request is revoked or expires before the body is complete, and lists the accepted schemes', async () => {
    const path = `/orgs/${org.organization_id}/api-keys`
    const finishes = []
    for (const name of ['revoked', 'expired']) {
      const made = (await org.api.post(path, { name, expiry_minutes: 1 })).body
      finishes.push(await begin(path, { 'X-API-Key': made.api_key as string }, { name: 'late' }))
      if (name === 'revoked')
        await platform.store.revokeApiKey(platform.context(), { key_id: made.key_id as string })
    }
    platform.clock.advance(MINUTE)
    const challenge = expect.stringContaining('ApiKey ') as string
    expect(await Promise.all(finishes.map((finish) => finish()))).toEqual([
      [401, 'INVALID_API_KEY', challenge],
      [401, 'API_KEY_EXPIRED', challenge],
    ])
  })

  it('refuses a heartbeat whose runtime token is replaced before its body is complete', async () => {
    const { agent, installation_id, runtime_token } = await install(platform, org)
    const finish = await begin(
      `/installations/${installation_id}/lease`,
      { Authorization: `Bearer ${runtime_token}` },
      { status: 'running' },
    )
    await org.api.post('/installations/recovery', {
      agent_id: agent.svc_id,
      workspace_id: org.workspace_id,
    })
    expect(await finish()).toEqual([
      401,
      'INVALID_RUNTIME_TOKEN',
      'Bearer realm="registry", scheme="RuntimeToken"',
    ])
  })

  it('refuses a request if the person has lost the role by the end of the body, and accepts it if they still have the role', async () => {
    const path = `/orgs/${org.organization_id}/api-keys`
    const headers = { Authorization: `Bearer ${await platform.session(org.email)}` }
    const [kept, lost] = [
      await begin(path, headers, { name: 'one' }),
      await begin(path, headers, { name: 'other' }),
    ]
    advanceTime(1001)
    expect((await kept())[0]).toBe(201)
    await platform.store.addMember(platform.context(), {
      organization_id: org.organization_id,
      email: org.email,
      role: 'viewer',
    })
    expect(await lost()).toEqual([403, 'ROLE_REQUIRED'])
  })
})
