import { bearer, type TestResponse } from '../../../test/http/client.ts'
import { register } from '../../../test/http/agents.ts'
import { property, type Property } from '../property.ts'
import type { World } from '../world.ts'
import {
  bootstrapStatus,
  addInstallation,
  issueToken,
  expectedLease,
  addInstallToken,
  newModel,
  recoveryCandidates,
  recordRecovery,
  recordHeartbeat,
  refreshStatus,
  recordRevocation,
  recordUse,
  type Installation,
  type RuntimeToken,
} from './model.ts'
import { stepSequences, type Step } from './steps.ts'

/**
 * Returns the property that the platform and the model agree on every sequence of steps. The steps are a list rather than `fc.commands`,
 * because a list can be repeated from seed and path alone, and is shrunk equally well.
 */
export function lifecycleProperty(world: World): Property {
  return property(
    'lifecycles of installations agree with the model',
    stepSequences,
    async (steps) => {
      const execute = await startSequence(world)
      for (const [index, step] of steps.entries()) {
        const wrong = await execute(step)
        if (wrong !== undefined)
          throw new Error(`step ${index + 1} of ${steps.length}, ${JSON.stringify(step)}: ${wrong}`)
      }
    },
    3,
  )
}

/**
 * Creates a workspace with an agent. Returns a function that executes a step on platform and model, and resolves with their difference, if
 * there is one.
 */
async function startSequence({
  platform,
}: World): Promise<(step: Step) => Promise<string | undefined>> {
  const owner = await platform.organization('enterprise')
  const agent = await register(owner)
  const model = newModel()
  const begun = platform.clock.now_ms()
  const anonymous = platform.as({})
  const at = (index: number): Installation | undefined =>
    model.installations[index % model.installations.length]
  const timeOf = (text: string): number => Date.parse(text) - begun
  const status = (got: TestResponse, wanted: number): string | undefined =>
    got.status === wanted ? undefined : `${got.status} ${got.body?.code ?? ''}, not ${wanted}`

  function credentials(installation: Installation, { body }: TestResponse): string | undefined {
    const token = issueToken(model, installation, body.runtime_token as string)
    if (body.installation_id !== installation.id) return 'the response names another installation'
    return timeOf(body.expires_at as string) === token.expires
      ? undefined
      : `the token expires at ${body.expires_at}`
  }

  /** Compares a new runtime token in a response with that of the model. */
  function successor(
    installation: Installation,
    body: { runtime_token: string; token_version: number; expires_at: string },
  ): string | undefined {
    const token = issueToken(model, installation, body.runtime_token)
    if (body.token_version !== token.version)
      return `token_version is ${body.token_version}, not ${token.version}`
    return timeOf(body.expires_at) === token.expires
      ? undefined
      : `the token expires at ${body.expires_at}`
  }

  async function bootstrap(index: number): Promise<string | undefined> {
    const token = model.install_tokens[index % model.install_tokens.length]
    if (!token) return undefined
    const wanted = bootstrapStatus(model, token)
    const got = await anonymous.post('/installations/bootstrap', { install_token: token.text })
    const wrong = status(got, wanted)
    if (wrong !== undefined || wanted > 201) return wrong
    if ((wanted === 201) !== 'refresh_token' in got.body)
      return `the refresh token is ${wanted === 201 ? 'missing' : 'shown again'}`
    return credentials(
      wanted === 201
        ? addInstallation(
            model,
            token,
            got.body.installation_id as string,
            got.body.refresh_token as string,
          )
        : token.consumed!.by,
      got,
    )
  }

  async function lease(
    installation: Installation,
    token: RuntimeToken,
    interval: number | undefined,
  ): Promise<string | undefined> {
    const wanted = expectedLease(model, installation, token)
    const got = await platform
      .as(bearer(token.text))
      .post(
        `/installations/${installation.id}/lease`,
        interval === undefined ? {} : { heartbeat_interval_seconds: interval },
      )
    const wrong = status(got, wanted.status)
    if (wrong !== undefined || wanted.status !== 200) return wrong
    recordUse(model, installation, token)
    if (!wanted.terminate) recordHeartbeat(model, installation, interval)
    const { command, refreshed_token, next_heartbeat_at, lease_expires_at } = got.body
    if ((command?.type === 'terminate') !== wanted.terminate)
      return `the command is ${JSON.stringify(command)}`
    if ((refreshed_token !== undefined) !== wanted.successor)
      return wanted.successor
        ? 'there is no refreshed token near the expiry'
        : 'there is a refreshed token'
    if (
      !wanted.terminate &&
      !(
        model.now < timeOf(next_heartbeat_at as string) &&
        timeOf(next_heartbeat_at as string) < timeOf(lease_expires_at as string)
      )
    )
      return `next heartbeat ${next_heartbeat_at}, lease until ${lease_expires_at}`
    return wanted.successor ? successor(installation, refreshed_token) : undefined
  }

  async function refresh(installation: Installation, secret: string): Promise<string | undefined> {
    const wanted = refreshStatus(installation, secret)
    const got = await anonymous.post(`/installations/${installation.id}/refresh`, {
      refresh_token: secret,
    })
    return status(got, wanted) ?? (wanted === 200 ? successor(installation, got.body) : undefined)
  }

  async function recover(): Promise<string | undefined> {
    const wanted = recoveryCandidates(model)
    const got = await owner.api.post('/installations/recovery', {
      agent_id: agent.svc_id,
      workspace_id: owner.workspace_id,
    })
    if (typeof wanted === 'number') return status(got, wanted)
    const chosen = wanted.find(({ id }) => id === got.body?.installation_id)
    if (got.status !== 200 || !chosen)
      return `${got.status}, and ${got.body?.installation_id} is recovered, not one of ${wanted.map(({ id }) => id).join(', ')}`
    if (!got.body.refresh_token) return 'the refresh token is missing'
    recordRecovery(model, chosen, got.body.refresh_token as string)
    return credentials(chosen, got)
  }

  async function policy(
    installation: Installation,
    token: RuntimeToken,
  ): Promise<string | undefined> {
    const alive = expectedLease(model, installation, token).status === 200 && !installation.revoked
    const got = await platform
      .as(bearer(token.text))
      .get(`/workspaces/${owner.workspace_id}/policy`)
    if (alive) recordUse(model, installation, token)
    return status(got, alive ? 200 : 401)
  }

  async function revoke(
    installation: Installation,
    timeout: number | undefined,
  ): Promise<string | undefined> {
    const deadline = recordRevocation(model, installation, timeout)
    const got = await owner.api.post(
      `/installations/${installation.id}/revoke`,
      timeout === undefined ? {} : { shutdown_timeout_ms: timeout },
    )
    return (
      status(got, 200) ??
      (timeOf(got.body.deadline as string) === deadline
        ? undefined
        : `the deadline is ${got.body.deadline}`)
    )
  }

  return async (step) => {
    switch (step.do) {
      case 'token': {
        const got = await owner.api.post(`/workspaces/${owner.workspace_id}/install-tokens`, {
          agent_id: agent.svc_id,
          expiry_minutes: step.minutes,
        })
        if (got.status === 201) addInstallToken(model, got.body.token as string, step.minutes)
        return status(got, model.suspended ? 403 : 201)
      }
      case 'bootstrap':
        return bootstrap(step.which)
      case 'recover':
        return recover()
      case 'wait': {
        model.now += step.ms
        return void (await platform.advance(step.ms))
      }
      case 'suspend':
      case 'reinstate': {
        model.suspended = step.do === 'suspend'
        return void (await platform.store.setSuspended(platform.context(), {
          svc_id: agent.svc_id,
          suspended: model.suspended,
          reason: 'for the fuzzer',
        }))
      }
      default: {
        const installation = at(step.which)
        if (!installation) return undefined
        if (step.do === 'revoke') return revoke(installation, step.timeout)
        const token = installation.tokens[step.token % installation.tokens.length]!
        if (step.do === 'lease') return lease(installation, token, step.interval)
        if (step.do === 'policy') return policy(installation, token)
        if (step.do === 'refresh') return refresh(installation, installation.refresh)
        if (step.do === 'old refresh')
          return refresh(installation, installation.old_refresh.at(-1) ?? `srf_${'0'.repeat(43)}`)
        return refresh(installation, at(step.which + 1)!.refresh)
      }
    }
  }
}
