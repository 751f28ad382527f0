import type { AgentManifest } from '../definition.ts'
import type { PlatformLink } from '../platform/link.ts'
import { iso } from '../../domain/time.ts'
import { baseUrlOf, cardOf, type AgentCard } from './card.ts'
import type { Health } from './contract-types.ts'
import { isLocal } from './local-address.ts'

/** The maximum of `uptime_seconds` in the contract. */
const MAX_SECONDS = 2 ** 31 - 1

/** The card and the health of an agent. */
export interface AgentStatus {
  card(): AgentCard
  health(): Health
  stopping(): boolean
  /** Sets the URL that the card shows if the agent has no public one. */
  setLocalUrl(url: string): void
  setStopping(): void
}

export interface AgentStatusOptions {
  readonly manifest: AgentManifest
  readonly svc_id: string
  /** The public URL. Defaults to the manifest's. */
  readonly url: string | undefined
  readonly capabilities: readonly string[]
  readonly platform: PlatformLink
  readonly now_ms: () => number
}

/** Creates the status of an agent, whose uptime begins now. */
export function createAgentStatus(options: AgentStatusOptions): AgentStatus {
  const { manifest, svc_id, capabilities, platform, now_ms } = options
  const { upstream_url } = manifest.a2a
  const public_url =
    options.url ?? manifest.url ?? (isLocal(upstream_url) ? undefined : baseUrlOf(upstream_url))
  let local_url = baseUrlOf(upstream_url)
  let stopping = false
  const started_ms = now_ms()
  return {
    card: () => cardOf({ manifest, svc_id, url: public_url ?? local_url, capabilities, platform }),
    health() {
      const uptime_seconds = Math.floor((now_ms() - started_ms) / 1000)
      return {
        status: stopping ? 'stopping' : platform.paused() ? 'paused' : 'ok',
        svc_id,
        version: manifest.version,
        uptime_seconds: Math.min(Math.max(0, uptime_seconds), MAX_SECONDS),
        mode: platform.trustStatus().mode === 'running' ? 'running' : 'degraded',
        timestamp: iso(now_ms()),
      }
    },
    stopping: () => stopping,
    setLocalUrl(url) {
      local_url = url
    },
    setStopping() {
      stopping = true
    },
  }
}
