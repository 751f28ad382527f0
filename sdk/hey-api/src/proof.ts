import * as registry from './registry/index.js'
import { createClient } from './registry/client/index.js'
import { check, env, nested, step } from './steps.js'

const baseUrl = env('SVC_BASE_URL')
const keyed = createClient({ baseUrl, headers: { 'X-API-Key': env('SVC_API_KEY') } })
const anonymous = createClient({ baseUrl })
const withBearer = (token: string) =>
  createClient({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
const org_id = env('SVC_ORGANIZATION_ID')

/** Returns the data of a response, which must be a success. */
function ok<T>({ data, error }: { data?: T; error?: unknown }): T {
  check(error === undefined && data !== undefined, `unexpected error ${JSON.stringify(error)}`)
  return data as T
}

/** Returns the problem of a response, which must be an error with this status. */
function refused<E>({ error, response }: { error?: E; response?: Response }, status: number): E {
  check(
    error !== undefined && response?.status === status,
    `${status} expected, ${response?.status} received`,
  )
  return error as E
}

const session = await step('signs in with a PIN received by e-mail', async () => {
  const email = env('SVC_ADMIN_EMAIL')
  const { challenge_id } = ok(
    await registry.requestAdminPin({ client: anonymous, body: { email } }),
  )
  const pin = await (await fetch(env('SVC_PIN_URL'))).text()
  const { session_token } = ok(
    await registry.verifyAdminPin({ client: anonymous, body: { email, challenge_id, pin } }),
  )
  const client = withBearer(session_token)
  check(
    ok(await registry.getAdminSession({ client })).memberships[0]?.role === 'admin',
    'not an admin',
  )
  return client
})

const workspace_id = await step('creates, reads, renames and lists a workspace', async () => {
  const made = ok(
    await registry.createWorkspace({
      client: keyed,
      path: { org_id },
      body: { name: 'SDK', description: 'made by a program' },
    }),
  )
  const path = { org_id, workspace_id: made.workspace_id }
  check(
    ok(await registry.getWorkspace({ client: keyed, path })).description === 'made by a program',
    'description lost',
  )
  check(
    ok(await registry.updateWorkspace({ client: keyed, path, body: { name: 'SDK proof' } }))
      .name === 'SDK proof',
    'not renamed',
  )
  const { items } = ok(
    await registry.listWorkspaces({ client: keyed, path: { org_id }, query: { limit: 200 } }),
  )
  check(
    items.some((item) => item.workspace_id === made.workspace_id),
    'not listed',
  )
  check(ok(await registry.listWorkspaceMembers({ client: keyed, path })).total > 0, 'no members')
  return made.workspace_id
})

const svc_id = env('SVC_AGENT_ID')
const agent: registry.RegisterAgentRequest = {
  svc_id,
  name: env('SVC_AGENT_NAME'),
  version: '1.0.0',
  public_key: env('SVC_AGENT_PUBLIC_KEY'),
  manifest_hash: env('SVC_AGENT_MANIFEST_HASH'),
}

await step('registers an agent and verifies it', async () => {
  check(
    ok(await registry.registerAgent({ client: keyed, body: agent })).did === `did:svc:${svc_id}`,
    'wrong did',
  )
  check(ok(await registry.verifyAgent({ client: keyed, path: { svc_id } })).valid, 'not valid')
})

await step('a second registration gets 409', async () => {
  check(
    refused(await registry.registerAgent({ client: keyed, body: agent }), 409).code ===
      'AGENT_EXISTS',
    'wrong code',
  )
})

const install_token = await step('creates an install token', async () => {
  const { token } = ok(
    await registry.createInstallToken({
      client: keyed,
      path: { workspace_id },
      body: { agent_id: svc_id, expiry_minutes: 5 },
    }),
  )
  check(token.startsWith('skt_'), 'no token')
  return token
})

const installed = await step('bootstraps with the install token', async () => {
  const { data, response } = await registry.bootstrapInstallation({
    client: anonymous,
    body: { install_token, capabilities: ['prove'], heartbeat_interval_seconds: 60 },
  })
  check(response?.status === 201 && data?.refresh_token !== undefined, 'not the first bootstrap')
  return { ...data, refresh_token: data.refresh_token }
})
const path = { installation_id: installed.installation_id }

await step('a replay returns the same installation and no refresh token', async () => {
  const { data, response } = await registry.bootstrapInstallation({
    client: anonymous,
    body: { install_token },
  })
  check(
    response?.status === 200 &&
      data?.installation_id === installed.installation_id &&
      data.refresh_token === undefined,
    'not a replay',
  )
})

const lease = (
  token: string,
  body: registry.RenewLeaseRequest = { status: 'running', health_payload: { queue: 3 } },
) => registry.renewLease({ client: withBearer(token), path, body })

await step('sends a heartbeat and gets a null command', async () => {
  const { command, lease_expires_at, next_heartbeat_at } = ok(await lease(installed.runtime_token))
  check(command === null && next_heartbeat_at < lease_expires_at, 'unexpected command')
})

await step('refreshes the runtime token', async () => {
  const { token_version } = ok(
    await registry.refreshRuntimeToken({
      client: anonymous,
      path,
      body: { refresh_token: installed.refresh_token },
    }),
  )
  check(token_version > 1, 'version did not increase')
})

await step('records where the installation runs; a body that is too deep gets 422', async () => {
  const beacon = (metadata: Record<string, unknown>) =>
    registry.registerBeacon({ client: keyed, path, body: { platform: 'docker', metadata } })
  const { metadata } = ok(await beacon({ region: 'eu-1', cores: 2 }))
  check(metadata?.['region'] === 'eu-1' && metadata['cores'] === 2, 'metadata lost')
  const { code, issues } = refused(await beacon(nested(12)), 422)
  check(code === 'INVALID_BODY' && (issues?.length ?? 0) > 0, 'no issues')
})

const recovered = await step('recovers the installation; the old token gets 401', async () => {
  const fresh = ok(
    await registry.recoverInstallation({ client: keyed, body: { agent_id: svc_id, workspace_id } }),
  )
  check(
    fresh.installation_id === installed.installation_id && fresh.refresh_token !== undefined,
    'not recovered',
  )
  check(
    refused(await lease(installed.runtime_token), 401).code === 'INVALID_RUNTIME_TOKEN',
    'wrong code',
  )
  return { ...fresh, refresh_token: fresh.refresh_token }
})

await step('reads the policy and the trust profile, and verifies signatures', async () => {
  const { content } = ok(
    await registry.getWorkspacePolicy({ client: keyed, path: { workspace_id } }),
  )
  check(content.a2a.allowed_skills.includes('*'), 'not the default policy')
  const verify = (signature: string) =>
    registry.verifyTrust({
      client: keyed,
      body: { svc_id, signature, context: { workspace_id: env('SVC_WORKSPACE_ID') } },
    })
  check(ok(await verify(env('SVC_SIGNATURE'))).valid, 'signature does not verify')
  check(!ok(await verify('AAAA')).valid, 'a bad signature verifies')
  check(
    ok(await registry.getTrustProfile({ client: keyed, path: { did: `did:svc:${svc_id}` } }))
      .reputation.score >= 0,
    'no score',
  )
  check(
    ok(await registry.createTrustHeaders({ client: keyed, body: { svc_id } })).headers[
      'X-Svc-Agent-ID'
    ] === svc_id,
    'wrong agent',
  )
  check(ok(await registry.getPlatformKeys({ client: anonymous })).keys.length > 0, 'no keys')
})

await step('routes a task and finds it in the history', async () => {
  const context = { workspace_id: env('SVC_WORKSPACE_ID') }
  const message = { role: 'user', parts: [{ type: 'text', text: 'One. Two. Three.' }] }
  const { task_id, status, result } = ok(
    await registry.routeTask({
      client: keyed,
      body: { skill: env('SVC_SKILL'), message, context },
    }),
  )
  check(
    status === 'completed' && result !== undefined,
    `the task was not completed with a result; its status is ${status}`,
  )
  const client = withBearer(env('SVC_API_KEY'))
  const { items } = ok(
    await registry.listTasks({
      client,
      headers: { 'X-Workspace-ID': context.workspace_id },
      query: { status: 'completed' },
    }),
  )
  check(items[0]?.task_id === task_id, 'not in the history')
})

await step('scans an image by its encoded reference', async () => {
  const image = { client: keyed, path: { image_ref: env('SVC_IMAGE_REF') } }
  const { ref } = ok(await registry.scanImage(image))
  check(ref === env('SVC_IMAGE_REF'), `wrong reference ${ref}`)
  const { database, scanner } = ok(await registry.getScanReport(image))
  check(database === null && scanner.name.length > 0, 'unexpected database')
  check(ok(await registry.listImages({ client: keyed })).items[0]?.ref === ref, 'not listed')
  check(refused(await registry.getImageSbom(image), 404).code === 'IMAGE_NOT_SCANNED', 'wrong code')
})

await step('exports with the members class, group and index', async () => {
  const common = { limit: 3, tags: ['sdk:hey-api'] }
  const intake_url = (name: string) => `${env('SVC_INTAKE_URL')}/${name}`
  const sent = [
    ok(
      await registry.exportAuditLogs({
        client: keyed,
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
      await registry.exportAuditCollector({
        client: keyed,
        body: { ...common, intake_url: intake_url('collector'), hec_token: 'key', index: 'main' },
      }),
    ),
    ok(
      await registry.exportAuditAlerts({
        client: keyed,
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
      ok(await registry.getAuditExport({ client: keyed, path: { export_id } })).matched === 3,
      'the export did not match three records',
    )
})

await step('pages through the audit log', async () => {
  const list = async (cursor?: string) =>
    ok(
      await registry.listAuditLogs({
        client: keyed,
        query: { limit: 2, ...(cursor !== undefined && { cursor }) },
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
  for (const ask of [
    registry.emailSupport,
    registry.requestPrioritySupport,
    registry.openSupportChat,
    registry.contactCustomerSuccess,
  ]) {
    check(ok(await ask({ client: keyed, body })).ticket_id.length > 0, 'no ticket')
  }
})

await step('a plan that is too low gets 402 with the required plan', async () => {
  const problem = refused(
    await registry.getNetworkSummary({
      client: anonymous,
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
  check(
    ok(await registry.getContractJson({ client: anonymous })).openapi.startsWith('3.0'),
    'wrong contract',
  )
  check(ok(await registry.getNetworkSummary({ client: keyed })).total_agents > 0, 'no agents')
  check(
    ok(
      await registry.listNetworkAgents({ client: keyed, query: { verified_only: true, limit: 5 } }),
    ).limit === 5,
    'wrong limit',
  )
  const found = ok(
    await registry.searchAgents({
      client: keyed,
      query: { verified_only: true, sort: 'reputation', limit: 5 },
    }),
  )
  check(
    found.items.length > 0 && found.counts !== undefined && found.counts.counted === 'exact',
    'no agents found',
  )
  check(
    ok(
      await registry.setRetention({
        client: keyed,
        path: { org_id },
        body: { audit_log_retention_days: 730 },
      }),
    ).audit_log_retention_days === 730,
    'wrong retention',
  )
  const { frameworks, window } = ok(
    await registry.getComplianceReport({
      client: keyed,
      path: { svc_id, workspace_id },
      query: { frameworks: 'gdpr,soc2' },
    }),
  )
  check(
    frameworks.map(({ id }) => id).join() === 'gdpr,soc2' && window.from < window.to,
    'wrong frameworks',
  )
})

await step('revokes the installation, receives the command, and cleans up', async () => {
  ok(
    await registry.revokeInstallation({
      client: keyed,
      path,
      body: { reason: 'the SDK test has finished' },
    }),
  )
  check(ok(await lease(recovered.runtime_token)).command?.type === 'terminate', 'no command')
  ok(await lease(recovered.runtime_token, { status: 'stopped' }))
  check(
    refused(
      await registry.refreshRuntimeToken({
        client: anonymous,
        path,
        body: { refresh_token: recovered.refresh_token },
      }),
      401,
    ).code === 'INVALID_REFRESH_TOKEN',
    'wrong code',
  )
  check(
    (
      await registry.deleteWorkspace({
        client: keyed,
        path: { org_id, workspace_id },
        query: { force: true },
      })
    ).response?.status === 204,
    'not deleted',
  )
  check(
    (await registry.endAdminSession({ client: session })).response?.status === 204,
    'still signed in',
  )
  check(
    refused(await registry.getAdminSession({ client: session }), 401).code === 'INVALID_SESSION',
    'wrong code',
  )
})
