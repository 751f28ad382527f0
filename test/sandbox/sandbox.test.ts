import { execSync } from 'node:child_process'
import { request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox, type SandboxInfo } from '../../src/sandbox/sandbox.ts'
import { client, installAgent } from '../cli/client.ts'
import { exampleValue } from '../http/contract.ts'
import { SLOW_TEST, runRegistry, startUntil } from '../cli/process.ts'

let sandbox: Sandbox
let info: SandboxInfo
beforeAll(async () => {
  sandbox = await startSandbox(0, 'silent')
  info = sandbox.info
})
afterAll(() => sandbox.serving.stop())

const on = (plan: string) => info.organizations.find((organization) => organization.plan === plan)!
const json = async (url: string, body?: string) => {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
/** Returns whether an address accepts connections on a port. */
const accepts = (host: string, port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port: Number(port) }, () => resolve(true))
      .on('error', () => resolve(false))
      .on('connect', () => socket.destroy())
  })
const advance = (seconds: number) =>
  json(info.clock_url, JSON.stringify({ advance_seconds: seconds }))

describe('a sandbox', () => {
  it('has one organization per plan and a second one on enterprise, each with a workspace and a key that works', async () => {
    expect(info.organizations.map(({ plan }) => plan)).toEqual([
      'free',
      'starter',
      'professional',
      'enterprise',
      'enterprise',
    ])
    const { get } = client(info.base_url)
    for (const { organization_id, name, plan, api_key, workspace_id } of info.organizations) {
      expect(api_key).toMatch(/^sk_live_sandbox_[A-Za-z0-9_-]{35}$/)
      expect(
        (await get(`/orgs/${organization_id}/workspaces`, api_key)).body['items'],
      ).toMatchObject([{ workspace_id, organization: { organization_id, name, plan } }])
    }
  })

  it('is reachable only from this machine, because its keys are published', async () => {
    // On Linux, a server that listens on all addresses is also reachable at 127.0.0.2, even if the machine has no other address.
    // Link-local addresses are left out, because connections to them need the name of an interface.
    const others = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
      .map(({ address }) => address)
      .concat('127.0.0.2')
    for (const url of [info.base_url, info.agent.url]) {
      const { hostname, port } = new URL(url)
      expect([hostname, await accepts(hostname, port)]).toEqual(['127.0.0.1', true])
      for (const address of others)
        expect([address, await accepts(address, port)]).toEqual([address, false])
    }
  })

  it('keeps the installation of the examples online even when the clock is advanced', async () => {
    const { api_key } = info.examples
    const { get, post } = client(info.base_url)
    const task = exampleValue('ReadThisInvoice') as object
    await advance(3 * 3600)
    const { status, body } = await post('/a2a/route', api_key, task)
    expect([status, body['status'], body['result']]).toEqual([
      200,
      'completed',
      {
        invoice_number: '2026-0117',
        supplier: 'Paper Mill Ltd',
        total: 1280.5,
        currency: 'EUR',
        due_on: '2026-03-16',
      },
    ])
    const path = '/installations/4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3'
    expect((await get(path, api_key)).body['health']).toBe('online')
  })

  it('delivers exports to the addresses in the examples, which do not exist outside the sandbox', async () => {
    const { api_key } = info.examples
    const { get, post } = client(info.base_url)
    const sent = await post(
      '/audit-logs/siem/logs/export',
      api_key,
      exampleValue('ExportToLogs') as object,
    )
    await advance(1)
    const path = `/audit-logs/siem/exports/${String(sent.body['export_id'])}`
    expect((await get(path, api_key)).body).toMatchObject({ status: 'completed', failed: 0 })
  })

  it('has a random issuer, or the one that is given', async () => {
    expect(info.issuer).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
    const named = await startSandbox(0, 'silent', 'memory:', {
      issuer: 'https://registry.test',
    })
    expect(named.info.issuer).toBe('https://registry.test')
    await named.serving.stop()
  })

  it('raises the rate limits', async () => {
    const { headers } = await client(info.base_url).get(
      '/registry/network/summary',
      on('enterprise').api_key,
    )
    expect(headers.get('ratelimit-policy')).toContain('q=600000')
  })

  it('stores mail, so that a person can sign in', async () => {
    const { post, get } = client(info.base_url)
    const { admin_email, organization_id } = on('professional')
    const {
      body: { challenge_id },
    } = await post('/admin/auth/request-pin', '', { email: admin_email })
    const {
      body: { items },
    } = await json(info.mail_url)
    const mail = (
      items as { to: string; subject: string; text: string; sent_at: string }[]
    ).findLast(({ to }) => to === admin_email)!
    expect(Object.keys(mail).sort()).toEqual(['sent_at', 'subject', 'text', 'to'])
    const [pin] = /\b\d{8}\b/.exec(mail.text)!
    const {
      body: { session_token },
    } = await post('/admin/auth/verify-pin', '', { email: admin_email, challenge_id, pin })
    expect((await get('/admin/auth/session', session_token)).body['memberships']).toMatchObject([
      { organization_id, role: 'admin' },
    ])
  })

  it('has an operator, who belongs to none of the organizations and judges their disputes', async () => {
    const { post, get } = client(info.base_url)
    const { operator_email: email } = info
    const {
      body: { dispute_id },
    } = await post(`/agents/${info.agent.svc_id}/disputes`, on('enterprise').api_key, {
      issue_type: 'incorrect_response',
      description: 'Wrong.',
    })
    const {
      body: { challenge_id },
    } = await post('/admin/auth/request-pin', '', { email })
    const {
      body: { items },
    } = await json(info.mail_url)
    const [pin] = /\b\d{8}\b/.exec(
      (items as { to: string; text: string }[]).findLast(({ to }) => to === email)!.text,
    )!
    const {
      body: { session_token },
    } = await post('/admin/auth/verify-pin', '', { email, challenge_id, pin })
    expect((await get('/admin/auth/session', session_token)).body).toMatchObject({
      memberships: [],
      operator: true,
    })
    expect(
      (
        await post(`/operator/disputes/${String(dispute_id)}/judgement`, session_token, {
          judgement: 'rejected',
          reason: 'It was right.',
        })
      ).status,
    ).toBe(200)
  })

  it('has an open invitation, whose recipient is not a member until they accept it', async () => {
    const { post, get } = client(info.base_url)
    const { invitation_id, organization_id, email, role } = info.invitation
    expect(info.invitation).toMatchObject({
      organization_id: 'org_sandbox_enterprise',
      email: 'invited@sandbox.example',
      role: 'developer',
    })
    const {
      body: { challenge_id },
    } = await post('/admin/auth/request-pin', '', { email })
    const {
      body: { items },
    } = await json(info.mail_url)
    const mails = (items as { to: string; subject: string; text: string }[]).filter(
      ({ to }) => to === email,
    )
    expect(mails.map(({ subject }) => subject)).toContain(
      'You have been invited to join an organization in the agent registry',
    )
    const [pin] = /\b\d{8}\b/.exec(mails.at(-1)!.text)!
    const {
      body: { session_token },
    } = await post('/admin/auth/verify-pin', '', { email, challenge_id, pin })
    expect((await get('/admin/auth/session', session_token)).body).toMatchObject({
      memberships: [],
      invitations: [
        { invitation_id, organization_id, role, invited_by: 'admin@enterprise.example' },
      ],
    })
    expect(
      (await post(`/admin/invitations/${invitation_id}/accept`, session_token)).body,
    ).toMatchObject({ organization_id, role: 'developer' })
    expect((await get('/admin/auth/session', session_token)).body).toMatchObject({
      memberships: [{ organization_id }],
      invitations: [],
    })
  })

  it('has images to scan: one with vulnerabilities, its next version without them, and one without vulnerability data', async () => {
    const { post, get } = client(info.base_url)
    const { api_key } = on('free')
    const found = await Promise.all(
      info.images.map(async (ref) => {
        const image = `/images/${encodeURIComponent(ref)}`
        expect((await post(`${image}/scan`, api_key)).status).toBe(202)
        await json(info.mail_url)
        const { status, findings } = (await get(`${image}/scan-report`, api_key)).body as {
          status: string
          findings: readonly { id: string }[]
        }
        const { components } = (await get(`${image}/sbom`, api_key)).body as {
          components: readonly { name: string }[]
        }
        return [ref, status, findings.map(({ id }) => id), components.map(({ name }) => name)]
      }),
    )
    expect(found).toEqual([
      [
        'acme/invoice-reader:1.4.0',
        'completed',
        [
          'GHSA-35jh-r3h4-6jhm',
          'RUNS_AS_ROOT',
          'DEBIAN-CVE-2023-5678',
          'MUTABLE_TAG',
          'NO_HEALTHCHECK',
        ],
        ['libssl3', 'zlib1g', 'lodash'],
      ],
      ['acme/invoice-reader:1.4.1', 'completed', ['MUTABLE_TAG'], ['libssl3', 'zlib1g', 'lodash']],
      ['base:3.20', 'completed_without_vulnerability_data', ['MUTABLE_TAG'], ['musl']],
    ])
  })
})

describe('the clock of a sandbox', () => {
  it("advances the platform's time immediately by 60 seconds, by 15 minutes and by 90 days", async () => {
    const { post } = client(info.base_url)
    const { api_key, workspace_id } = on('enterprise')
    const { install_token, installation_id, refresh_token, runtime_token, agent } =
      await installAgent(client(info.base_url), api_key, workspace_id)
    const {
      body: { token: unused },
    } = await post(`/workspaces/${workspace_id}/install-tokens`, api_key, {
      agent_id: agent.svc_id,
    })

    await advance(59)
    expect((await post('/installations/bootstrap', '', { install_token })).status).toBe(200)
    await advance(1)
    expect((await post('/installations/bootstrap', '', { install_token })).body['code']).toBe(
      'INSTALL_TOKEN_CONSUMED',
    )
    await advance(15 * 60)
    expect(
      (await post('/installations/bootstrap', '', { install_token: unused })).body['code'],
    ).toBe('INSTALL_TOKEN_EXPIRED')
    await advance(90 * 24 * 60 * 60)
    expect((await post(`/installations/${installation_id}/lease`, runtime_token)).status).toBe(401)
    expect(
      (await post(`/installations/${installation_id}/refresh`, '', { refresh_token })).status,
    ).toBe(200)
  })

  it('responds after all due jobs have run', async () => {
    const { get } = client(info.base_url)
    const { api_key, workspace_id } = on('starter')
    const { installation_id } = await installAgent(client(info.base_url), api_key, workspace_id)
    await advance(3600)
    const {
      body: { items },
    } = await get('/audit-logs?event_type=installation.lease_expired', api_key)
    expect(items).toMatchObject([{ target: { type: 'installation', id: installation_id } }])
  })

  it('returns the time, and advances by fractions of a second too', async () => {
    const {
      body: { now },
    } = await json(info.clock_url)
    const {
      status,
      body: { now: later },
    } = await advance(0.5)
    expect(status).toBe(200)
    expect(Date.parse(later as string) - Date.parse(now as string)).toBeGreaterThanOrEqual(500)
    expect((await advance(0)).status).toBe(200)
  })

  it('limits the size of request bodies', async () => {
    expect((await json(info.clock_url, `{"advance_seconds": 1${' '.repeat(2000)}}`)).status).toBe(
      413,
    )
  })

  it('never exceeds the years that a timestamp can represent', async () => {
    const {
      info: { clock_url },
      serving,
      clock,
    } = await startSandbox(0, 'silent')
    clock.advance(Date.parse('9950-01-01T00:00:00.000Z') - clock.now_ms())
    let last = { status: 200, body: {} as Record<string, unknown> }
    for (let decades = 0; last.status === 200 && decades < 10; decades += 1)
      last = await json(clock_url, '{"advance_seconds": 315360000}')
    expect(last.status).toBe(422)
    expect((await json(clock_url)).body['now']).toMatch(/^99[78]\d-/)
    await serving.stop()
  })

  it.each([
    ['{"advance_seconds": -1}', 422],
    ['{"advance_seconds": 315360001}', 422],
    ['{"advance_seconds": "60"}', 422],
    ['{"advance_seconds": null}', 422],
    ['{}', 422],
    ['[]', 422],
    ['{"advance_seconds": 1, "minutes": 2}', 422],
    ['{"advance_seconds": 1e999}', 422],
    ['{', 400],
    ['60', 400],
  ])('refuses %s with a clear error', async (body, status) => {
    const began = performance.now()
    const before = Date.parse((await json(info.clock_url)).body['now'] as string)
    const refused = await json(info.clock_url, body)
    expect(refused).toMatchObject({
      status,
      body: {
        error: expect.any(String),
        message: expect.any(String),
        code: expect.stringMatching(/^[A-Z_]+$/),
        request_id: expect.any(String),
      },
    })
    const passed = Date.parse((await json(info.clock_url)).body['now'] as string) - before
    expect(passed).toBeLessThanOrEqual(performance.now() - began + 1)
  })
})

describe('the support desk of a sandbox', () => {
  it('stores messages to the support team, customer success, the chat and the requester together with other mail', async () => {
    const { post } = client(info.base_url)
    const { api_key } = on('enterprise')
    const question = {
      subject: 'A question',
      message: 'Who are you?',
      contact_email: 'ada@acme.example',
    }
    const arrivals = async (ticket_id: string) =>
      ((await json(info.mail_url)).body['items'] as { to: string; text: string }[])
        .filter(({ text }) => text.includes(ticket_id))
        .map(({ to }) => to)
        .toSorted()
    const expected = {
      email: ['ada@acme.example', 'support@sandbox.example'],
      priority: ['#support', 'ada@acme.example', 'support@sandbox.example'],
      chat: ['#support', 'ada@acme.example'],
      csm: ['ada@acme.example', 'success@sandbox.example'],
    }
    for (const [route, to] of Object.entries(expected)) {
      const { status, body } = await post(`/support/${route}`, api_key, question)
      expect(status).toBe(202)
      expect(await arrivals(body['ticket_id'] as string), route).toEqual(to)
    }
    expect((await post('/support/csm', on('professional').api_key, question)).body['code']).toBe(
      'CUSTOMER_SUCCESS_REQUIRES_UPGRADE',
    )
  })
})

describe('the mail and clock addresses of a sandbox', () => {
  /** Sends a request with headers that `fetch` would not send. */
  const send = (url: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      request(url, { headers, method }, (response) => {
        let text = ''
        response
          .on('data', (part) => {
            text += String(part)
          })
          .on('end', () =>
            resolve({
              status: response.statusCode!,
              body: JSON.parse(text) as Record<string, unknown>,
            }),
          )
      })
        .on('error', reject)
        .end()
    })

  it('reject a foreign Host, and any Origin', async () => {
    const { host, port, origin } = new URL(info.base_url)
    for (const url of [info.clock_url, info.mail_url]) {
      for (const headers of [
        { Host: 'evil.example' },
        { Host: `evil.example:${port}` },
        { Host: '127.0.0.1' },
        { Origin: origin },
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
      ]) {
        const refused = await send(url, headers as Record<string, string>)
        expect(refused, JSON.stringify(headers)).toMatchObject({
          status: 403,
          body: { error: 'forbidden', code: 'FOREIGN_ORIGIN', request_id: expect.any(String) },
        })
      }
      expect((await send(url, { Host: host })).status).toBe(200)
      expect((await send(url, { Host: `LOCALHOST:${port}` })).status).toBe(200)
    }
  })

  it('are not found without their secret, and allow only their methods', async () => {
    const other = info.clock_url.replace(
      /_sandbox\/[\w-]+/,
      '_sandbox/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    )
    expect((await json(other)).body['code']).toBe('ROUTE_NOT_FOUND')
    const wrong = await fetch(info.mail_url, { method: 'DELETE' })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('the process', SLOW_TEST, () => {
  it('prints one line of JSON when it is ready, nothing else, and exits with code 0', async () => {
    const { found, stop } = await startUntil(['sandbox', '--port', '0', '--json'], /^(\{.*\})\n$/)
    const printed = JSON.parse(found[1]!) as SandboxInfo
    expect(Object.keys(printed)).toEqual([
      'base_url',
      'issuer',
      'organizations',
      'operator_email',
      'invitation',
      'mail_url',
      'clock_url',
      'agent',
      'images',
      'examples',
    ])
    expect(printed.examples).toEqual({
      organization_id: 'org_acme',
      workspace_id: 'ws_7b1e5c90d2f4',
      svc_id: 'af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51',
      api_key: 'sk_live_sandbox_acme_000000000000000000000000000000',
      session_token: 'adm_EXAMPLE_session_000000000000000000000000000',
      operator_token: 'adm_EXAMPLE_operator_00000000000000000000000000',
      runtime_token: 'srt_EXAMPLE_runtime_first_000000000000000000000',
    })
    for (const organization of printed.organizations)
      expect(Object.keys(organization)).toEqual([
        'organization_id',
        'name',
        'plan',
        'api_key',
        'workspace_id',
        'admin_email',
      ])
    expect(printed.organizations).toEqual(info.organizations)
    expect(printed.agent).toEqual({
      ...info.agent,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    })
    expect(printed.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    const { status } = await advanceAt(printed.clock_url)
    expect(status).toBe(200)
    expect(await stop()).toEqual({ code: 0, stdout: `${found[1]}\n`, stderr: '' })
  })

  it('shows the keys and example requests', async () => {
    const {
      found: [text],
    } = await startUntil(['sandbox', '--port', '0'], /[^]*curl[^]*curl[^]*curl[^]*curl[^]*\n\n$/)
    for (const { organization_id, api_key } of info.organizations)
      expect(text).toMatch(new RegExp(`${organization_id} +${api_key}`))
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110)
  })

  it('shows how to sign in to the dashboard, if it is built: an address, and a command that finds the PIN', async () => {
    const {
      found: [text],
    } = await startUntil(['sandbox', '--port', '0'], /[^]*curl[^]*curl[^]*curl[^]*curl[^]*\n\n$/)
    const signIn =
      /Sign in to the dashboard as (\S+); the PIN is the last one in the stored mail:\n {2}(curl .+)\n/.exec(
        text,
      )
    expect(signIn !== null).toBe(/Dashboard/.test(text))
    if (!signIn) return
    const [, email, line] = signIn
    const { post } = client(/API +(\S+)/.exec(text)![1]!)
    const {
      body: { challenge_id },
    } = await post('/admin/auth/request-pin', '', { email })
    const pin = /\d{8}/.exec(execSync(line!, { encoding: 'utf8' }).trim().split('\n').at(-1)!)![0]
    expect((await post('/admin/auth/verify-pin', '', { email, challenge_id, pin })).status).toBe(
      200,
    )
  })

  it('exits with code 1 and one line that names its address if the port is in use', async () => {
    const { port } = new URL(info.base_url)
    const second = await runRegistry(['sandbox', '--port', port])
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toMatch(new RegExp(`^[^\\n]*127\\.0\\.0\\.1:${port}[^\\n]*\\n$`))
  })
})

const advanceAt = (clock_url: string) => json(clock_url, '{"advance_seconds": 60}')
