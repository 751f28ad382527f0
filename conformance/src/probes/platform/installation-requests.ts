import type { ProbeContext, RequestDraft } from '../../engine/probe-context.ts'
import type { Exchange } from '../../engine/types.ts'
import { installationId } from './fixtures.ts'
import { bearer, sendWithKey, stringAt, workspaceId, type Json } from './target.ts'

const SECRETS = { token: 'INSTALL', runtime_token: 'RUNTIME', refresh_token: 'REFRESH' } as const
type TokenMember = keyof typeof SECRETS

const secretName = (member: TokenMember, name: string): string =>
  `SVC_${SECRETS[member]}_${name.toUpperCase().replace(/\W/g, '_')}`
/** Returns the placeholder of a token that `keepTokens` has stored. */
export const tokenOf = (member: TokenMember, name: string): string =>
  `{{${secretName(member, name)}}}`

/** Stores the tokens in a response for later requests. */
export function keepTokens(context: ProbeContext, exchange: Exchange, name: string): Exchange {
  for (const member of Object.keys(SECRETS) as TokenMember[]) {
    const value = stringAt(exchange, `/${member}`)
    if (value !== undefined) context.keepSecret(secretName(member, name), value)
  }
  return exchange
}

/** Returns what an installation states about itself at bootstrap and recovery. */
export const installationSettings = ({ settings }: ProbeContext): Json => ({
  upstream_url: settings.extra['upstream-url'] ?? 'https://agent.example.com/a2a/tasks',
  capabilities: ['count_words'],
  heartbeat_interval_seconds: 60,
})

export const bootstrapRequest = (
  context: ProbeContext,
  install_token: string,
  own = installationSettings(context),
): RequestDraft => ({
  path: '/installations/bootstrap',
  json: { install_token, ...own },
})

/** Returns a heartbeat of an installation with the runtime token that was stored under a name. */
export const heartbeatRequest = (
  context: ProbeContext,
  installation: string,
  name = installation,
): RequestDraft => ({
  path: `/installations/${installationId(context, installation) ?? ''}/lease`,
  headers: bearer(tokenOf('runtime_token', name)),
  json: { status: 'running', heartbeat_interval_seconds: 60, health_payload: { ok: true } },
})

/** Returns a refresh of an installation with the refresh token that was stored under a name. */
export const refreshRequest = (
  context: ProbeContext,
  installation: string,
  name = installation,
): RequestDraft => ({
  path: `/installations/${installationId(context, installation) ?? ''}/refresh`,
  json: { refresh_token: tokenOf('refresh_token', name) },
})

/** Creates an install token and stores it under a name. Without `minutes` it has the default lifetime. */
export async function createInstallToken(
  context: ProbeContext,
  name: string,
  agent_id: string,
  minutes?: number,
): Promise<Exchange> {
  const sent = await sendWithKey(context, {
    path: `/workspaces/${workspaceId(context) ?? ''}/install-tokens`,
    json: { agent_id, ...(minutes === undefined ? {} : { expiry_minutes: minutes }) },
  })
  return keepTokens(context, sent, name)
}
