import { readExports } from './config/exports.ts'
import { readImages } from './config/images.ts'
import { readMail } from './config/mail.ts'
import { readOutgoing } from './config/outgoing.ts'
import { readServer, type Flags, type ServerConfig } from './config/server.ts'
import { readSupport, type SupportConfig } from './config/support.ts'
import type { Environment } from './config/values.ts'
import { ANONYMOUS_BOUNDS, GROUP_BYTES, type AnonymousBounds } from './contract/body-reader.ts'
import type { ConfiguredEndpoints } from './domain/audit/exports.ts'
import type { OutgoingRules } from './ports/outgoing/guard.ts'
import type { ImageSettings } from './ports/registry/registries.ts'
import type { SmtpSettings } from './ports/smtp.ts'

export { ConfigError } from './config/error.ts'
export { DEFAULT_STORE, type Flags } from './config/server.ts'

/** Everything that can be set from outside, checked once at start and then frozen. One file of src/config reads each part. */
export interface Config extends ServerConfig {
  readonly smtp: SmtpSettings | undefined
  /** Which addresses from outside the platform dials beyond https to public ones. */
  readonly outgoing: OutgoingRules
  /** Where audit records go when an export says nothing else. */
  readonly exports: ConfiguredEndpoints
  readonly support: SupportConfig
  /** The registries whose images are scanned. */
  readonly images: ImageSettings
  /** Rate limits are multiplied by this; the sandbox raises them. */
  readonly rate_limit_factor: number
  /** Bounds on bodies of clients without a credential. */
  readonly anonymous_bodies: AnonymousBounds
  /** Bytes of memory that the bodies of one organization's requests hold at most. */
  readonly organization_body_bytes: number
  /** Answers that break the contract are logged, or (in tests) thrown. */
  readonly response_gate: 'log' | 'closed'
}

/** Flags win over the environment (SVC_*), which wins over the defaults. @throws ConfigError */
export function readConfig(flags: Flags, env: Environment): Config {
  return Object.freeze({
    ...readServer(flags, env),
    smtp: readMail(env),
    outgoing: readOutgoing(env),
    exports: readExports(env),
    support: readSupport(env),
    images: readImages(env),
    rate_limit_factor: 1,
    anonymous_bodies: ANONYMOUS_BOUNDS,
    organization_body_bytes: GROUP_BYTES,
    response_gate: 'log',
  })
}
