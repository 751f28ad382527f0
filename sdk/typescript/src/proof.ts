import createClient from 'openapi-fetch'
import type { components, paths } from './registry.js'
import { ok, refused } from './responses.js'
import { check, env, nested, step } from './steps.js'

const organization = { org_id: env('SVC_ORGANIZATION_ID') }
const registry = createClient<paths>({
  baseUrl: env('SVC_BASE_URL'),
  headers: { 'X-API-Key': env('SVC_API_KEY') },
})
const anonymous = createClient<paths>({ baseUrl: env('SVC_BASE_URL') })
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

const session = await step('signs in with a PIN received by e-mail', async () => {
  const email = env('SVC_ADMIN_EMAIL')
  const { challenge_id, delivery } = ok(
    await anonymous.POST('/admin/auth/request-pin', { body: { email } }),
  )
  check(delivery === 'email', delivery)
  const pin = await (await fetch(env('SVC_PIN_URL'))).text()
  const { session_token } = ok(
    await anonymous.POST('/admin/auth/verify-pin', { body: { email, challenge_id, pin } }),
  )
  const admin = createClient<paths>({
    baseUrl: env('SVC_BASE_URL'),
    headers: bearer(session_token),
  })
  const { memberships } = ok(await admin.GET('/admin/auth/session'))
  check(memberships[0]?.role === 'admin', 'not an admin')
  return admin
})

const workspace = await step('creates, reads, renames and lists a workspace', async () => {
  const { workspace_id } = ok(
    await registry.POST('/orgs/{org_id}/workspaces', {
      params: { path: organization },
      body: { name: 'SDK', description: 'made by a program' },
    }),
  )
  const path = { ...organization, workspace_id }
  check(
    ok(await registry.GET('/orgs/{org_id}/workspaces/{workspace_id}', { params: { path } }))
      .description === 'made by a program',
    'description lost',
  )
  check(
    ok(
      await registry.PUT('/orgs/{org_id}/workspaces/{workspace_id}', {
        params: { path },
        body: { name: 'SDK proof' },
      }),
    ).name === 'SDK proof',
    'not renamed',
  )
  const page = ok(
    await registry.GET('/orgs/{org_id}/workspaces', {
      params: { path: organization, query: { limit: 200 } },
    }),
  )
  check(
    page.items.some((item) => item.workspace_id === workspace_id),
    'not listed',
  )
  check(
    ok(await registry.GET('/orgs/{org_id}/workspaces/{workspace_id}/members', { params: { path } }))
      .total > 0,
    'no members',
  )
  return workspace_id
})

const svc_id = env('SVC_AGENT_ID')
const agent: components['schemas']['RegisterAgentRequest'] = {
  svc_id,
  name: env('SVC_AGENT_NAME'),
  version: '1.0.0',
  public_key: env('SVC_AGENT_PUBLIC_KEY'),
  manifest_hash: env('SVC_AGENT_MANIFEST_HASH'),
}

await step('registers an agent and verifies it', async () => {
  check(
    ok(await registry.POST('/agents/register', { body: agent })).did === `did:svc:${svc_id}`,
    'wrong did',
  )
  check(
    ok(await registry.GET('/agents/{svc_id}/verify', { params: { path: { svc_id } } })).valid,
    'not valid',
  )
})

await step('a second registration gets 409', async () => {
  check(
    refused(await registry.POST('/agents/register', { body: agent }), 409).code === 'AGENT_EXISTS',
    'wrong code',
  )
})

const install_token = await step('creates an install token', async () => {
  const { token, expires_at } = ok(
    await registry.POST('/workspaces/{workspace_id}/install-tokens', {
      params: { path: { workspace_id: workspace } },
      body: { agent_id: svc_id, expiry_minutes: 5 },
    }),
  )
  check(token.startsWith('skt_') && Date.parse(expires_at) > Date.now(), 'no token')
  return token
})

const installed = await step('bootstraps with the install token', async () => {
  const { data, response } = await anonymous.POST('/installations/bootstrap', {
    body: { install_token, capabilities: ['prove'], heartbeat_interval_seconds: 60 },
  })
  check(response.status === 201 && data?.refresh_token !== undefined, 'not the first bootstrap')
  return data as typeof data & { refresh_token: string }
})
const path = { installation_id: installed.installation_id }

await step('a replay returns the same installation and no refresh token', async () => {
  const { data, response } = await anonymous.POST('/installations/bootstrap', {
    body: { install_token },
  })
  check(
    response.status === 200 &&
      data?.installation_id === installed.installation_id &&
      data.refresh_token === undefined,
    'not a replay',
  )
})

const lease = (
  runtime_token: string,
  body: components['schemas']['RenewLeaseRequest'] = {
    status: 'running',
    health_payload: { queue: 3 },
  },
) =>
  anonymous.POST('/installations/{installation_id}/lease', {
    params: { path },
    headers: bearer(runtime_token),
    body,
  })

await step('sends a heartbeat and gets a null command', async () => {
  const { command, lease_expires_at, next_heartbeat_at } = ok(await lease(installed.runtime_token))
  check(command === null && next_heartbeat_at < lease_expires_at, 'unexpected command')
})

await step('refreshes the runtime token', async () => {
  const { token_version } = ok(
    await anonymous.POST('/installations/{installation_id}/refresh', {
      params: { path },
      body: { refresh_token: installed.refresh_token },
    }),
  )
  check(token_version > 1, 'version did not increase')
})

await step('records where the installation runs; a body that is too deep gets 422', async () => {
  const beacon = (metadata: Record<string, unknown>) =>
    registry.POST('/installations/{installation_id}/beacon/register', {
      params: { path },
      body: { platform: 'docker', metadata },
    })
  const { metadata } = ok(await beacon({ region: 'eu-1', cores: 2 }))
  check(metadata?.['region'] === 'eu-1' && metadata['cores'] === 2, 'metadata lost')
  const { code, issues } = refused(await beacon(nested(12)), 422)
  check(code === 'INVALID_BODY' && (issues?.length ?? 0) > 0, 'no issues')
})

const recovered = await step('recovers the installation; the old token gets 401', async () => {
  const fresh = ok(
    await registry.POST('/installations/recovery', {
      body: { agent_id: svc_id, workspace_id: workspace },
    }),
  )
  check(
    fresh.installation_id === installed.installation_id && fresh.refresh_token !== undefined,
    'not recovered',
  )
  check(
    refused(await lease(installed.runtime_token), 401).code === 'INVALID_RUNTIME_TOKEN',
    'wrong code',
  )
  return fresh as typeof fresh & { refresh_token: string }
})

await step('reads the policy and the trust profile, and verifies signatures', async () => {
  const { content } = ok(
    await registry.GET('/workspaces/{workspace_id}/policy', {
      params: { path: { workspace_id: workspace } },
    }),
  )
  check(content.a2a.allowed_skills.includes('*'), 'not the default policy')
  const verify = (signature: string) =>
    registry.POST('/trust/verify', {
      body: { svc_id, signature, context: { workspace_id: env('SVC_WORKSPACE_ID') } },
    })
  check(ok(await verify(env('SVC_SIGNATURE'))).valid, 'signature does not verify')
  check(!ok(await verify('AAAA')).valid, 'a bad signature verifies')
  check(
    ok(
      await registry.GET('/trust/profile/{did}', {
        params: { path: { did: `did:svc:${svc_id}` } },
      }),
    ).reputation.score >= 0,
    'no score',
  )
  const { headers } = ok(await registry.POST('/trust/headers', { body: { svc_id } }))
  check(headers['X-Svc-Agent-ID'] === svc_id, 'wrong agent')
  check(ok(await anonymous.GET('/trust/jwks')).keys.length > 0, 'no keys')
})

await step('routes a task and finds it in the history', async () => {
  const workspace_id = env('SVC_WORKSPACE_ID')
  const message = { role: 'user', parts: [{ type: 'text', text: 'One. Two. Three.' }] }
  const { task_id, status, result } = ok(
    await registry.POST('/a2a/route', {
      body: { skill: env('SVC_SKILL'), message, context: { workspace_id } },
    }),
  )
  check(
    status === 'completed' && result !== undefined,
    `the task was not completed with a result; its status is ${status}`,
  )
  const history = ok(
    await anonymous.GET('/tasks', {
      params: { header: { 'X-Workspace-ID': workspace_id }, query: { status: 'completed' } },
      headers: bearer(env('SVC_API_KEY')),
    }),
  )
  check(history.items[0]?.task_id === task_id, 'not in the history')
})

await step('scans an image by its encoded reference', async () => {
  const image = { params: { path: { image_ref: env('SVC_IMAGE_REF') } } }
  const { ref } = ok(await registry.POST('/images/{image_ref}/scan', image))
  check(ref === env('SVC_IMAGE_REF'), `wrong reference ${ref}`)
  const { database, scanner } = ok(await registry.GET('/images/{image_ref}/scan-report', image))
  check(database === null && scanner.name.length > 0, 'unexpected database')
  check(ok(await registry.GET('/images')).items[0]?.ref === ref, 'not listed')
  check(
    refused(await registry.GET('/images/{image_ref}/sbom', image), 404).code ===
      'IMAGE_NOT_SCANNED',
    'wrong code',
  )
})

await step('exports with the members class, group and index', async () => {
  const common = { limit: 3, tags: ['sdk:typescript'] }
  const intake_url = (name: string) => `${env('SVC_INTAKE_URL')}/${name}`
  const sent = [
    ok(
      await registry.POST('/audit-logs/siem/logs/export', {
        body: {
          ...common,
          intake_url: intake_url('logs'),
          api_key: 'key',
          service: 'sdk',
          source: 'sdk',
        },
      }),
    ),
    ok(
      await registry.POST('/audit-logs/siem/collector/export', {
        body: { ...common, intake_url: intake_url('collector'), hec_token: 'key', index: 'main' },
      }),
    ),
    ok(
      await registry.POST('/audit-logs/siem/alerts/export', {
        body: {
          ...common,
          intake_url: intake_url('alerts'),
          routing_key: 'key',
          class: 'registry',
          group: 'audit',
          severity: 'info',
        },
      }),
    ),
  ]
  check(
    sent.map(({ destination }) => destination).join() === 'logs,collector,alerts',
    'wrong destinations',
  )
  for (const { export_id } of sent)
    check(
      ok(
        await registry.GET('/audit-logs/siem/exports/{export_id}', {
          params: { path: { export_id } },
        }),
      ).matched === 3,
      'the export did not match three records',
    )
})

await step('pages through the audit log', async () => {
  const list = async (cursor?: string) =>
    ok(
      await registry.GET('/audit-logs', {
        params: { query: { limit: 2, ...(cursor !== undefined && { cursor }) } },
      }),
    )
  const first = await list()
  const second = await list(first.next_cursor)
  check(
    first.items.length === 2 && second.items[0]!.sequence < first.items[1]!.sequence,
    'the second page is not older than the first',
  )
})

await step('requests support in four ways', async () => {
  const body = { subject: 'From an SDK', message: 'Does it arrive?', category: 'technical' }
  for (const way of [
    '/support/email',
    '/support/priority',
    '/support/chat',
    '/support/csm',
  ] as const) {
    check(
      ok(await registry.POST(way, { body })).ticket_id.length > 0,
      `${way} returned no ticket_id`,
    )
  }
})

await step('a plan that is too low gets 402 with the required plan', async () => {
  const problem = refused(
    await anonymous.GET('/registry/network/summary', {
      headers: { 'X-API-Key': env('SVC_FREE_API_KEY') },
    }),
    402,
  )
  check(
    'required_plan' in problem &&
      problem.required_plan === 'professional' &&
      problem.upgrade_url.startsWith('http'),
    'wrong required_plan or upgrade_url',
  )
})

await step('reads the contract, the network and the report, and sets the retention', async () => {
  check(ok(await anonymous.GET('/openapi.json')).openapi.startsWith('3.0'), 'wrong contract')
  check(ok(await registry.GET('/registry/network/summary')).total_agents > 0, 'no agents')
  check(
    ok(
      await registry.GET('/registry/network/agents', {
        params: { query: { verified_only: true, limit: 5 } },
      }),
    ).limit === 5,
    'wrong limit',
  )
  const found = ok(
    await registry.GET('/registry/network/search', {
      params: { query: { verified_only: true, sort: 'reputation', limit: 5 } },
    }),
  )
  check(found.items.length > 0 && found.counts?.counted === 'exact', 'no agents found')
  const { audit_log_retention_days } = ok(
    await registry.PUT('/enterprise/orgs/{org_id}/retention', {
      params: { path: organization },
      body: { audit_log_retention_days: 730 },
    }),
  )
  check(audit_log_retention_days === 730, 'wrong retention')
  const report = { path: { svc_id, workspace_id: workspace } }
  const data = ok(
    await registry.GET('/agents/{svc_id}/compliance/{workspace_id}/report', {
      params: { ...report, query: { frameworks: 'gdpr,soc2' } },
    }),
  )
  check(
    typeof data !== 'string' &&
      data.frameworks.map(({ id }) => id).join() === 'gdpr,soc2' &&
      data.window.from < data.window.to,
    'wrong frameworks',
  )
  const markdown = ok(
    await registry.GET('/agents/{svc_id}/compliance/{workspace_id}/report', {
      params: { ...report, query: { format: 'markdown' } },
      parseAs: 'text',
    }),
  )
  check(typeof markdown === 'string' && markdown.startsWith('# Compliance evidence'), 'no Markdown')
})

await step('revokes the installation, receives the command, and cleans up', async () => {
  ok(
    await registry.POST('/installations/{installation_id}/revoke', {
      params: { path },
      body: { reason: 'the SDK test has finished' },
    }),
  )
  check(ok(await lease(recovered.runtime_token)).command?.type === 'terminate', 'no command')
  ok(await lease(recovered.runtime_token, { status: 'stopped' }))
  check(
    refused(
      await anonymous.POST('/installations/{installation_id}/refresh', {
        params: { path },
        body: { refresh_token: recovered.refresh_token },
      }),
      401,
    ).code === 'INVALID_REFRESH_TOKEN',
    'wrong code',
  )
  const { response } = await registry.DELETE('/orgs/{org_id}/workspaces/{workspace_id}', {
    params: { path: { ...organization, workspace_id: workspace }, query: { force: true } },
  })
  check(response.status === 204, 'not deleted')
  check((await session.DELETE('/admin/auth/session')).response.status === 204, 'still signed in')
  check(
    refused(await session.GET('/admin/auth/session'), 401).code === 'INVALID_SESSION',
    'wrong code',
  )
})
