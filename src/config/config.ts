import { readExports } from './exports.ts'
import { readImages } from './images.ts'
import { readMail } from './mail.ts'
import { readOutgoing } from './outgoing.ts'
import { readServer, type Flags, type ServerConfig } from './server.ts'
import { readTracing } from './tracing.ts'
import { readTransparency, type TransparencyConfig } from './transparency.ts'
import { readSupport, type SupportConfig } from './support.ts'
import type { Environment } from './values.ts'
import { ANONYMOUS_BOUNDS, type AnonymousBounds } from '../contract/anonymous-memory.ts'
import { AUTHENTICATED_BOUNDS, type AuthenticatedBounds } from '../contract/body-budget.ts'
import type { BufferBounds } from '../domain/bounded-buffer.ts'
import { ANSWER_BOUNDS } from '../domain/limits.ts'
import type { ConfiguredEndpoints } from '../domain/audit/exports.ts'
import type { TracingSettings } from '../ports/otlp-tracing.ts'
import type { OutgoingRules } from '../ports/outgoing/guard.ts'
import type { ImageSettings } from '../ports/images/registries.ts'
import type { SmtpSettings } from '../ports/smtp.ts'

export { DEFAULT_PORT, DEFAULT_STORE, type Flags } from './server.ts'

/** All settings, which are validated once at startup. Each file of src/config reads one part. */
export interface Config extends ServerConfig {
  readonly smtp: SmtpSettings | undefined
  /** The addresses to which the platform may connect, in addition to public ones over https. */
  readonly outgoing: OutgoingRules
  /** Destinations of exports whose request does not name one. */
  readonly exports: ConfiguredEndpoints
  readonly support: SupportConfig
  readonly transparency: TransparencyConfig
  /** The image registries whose images are scanned. */
  readonly images: ImageSettings
  /** Where traces are sent; undefined if nothing is traced. */
  readonly tracing: TracingSettings | undefined
  /** Factor for all rate limits; the sandbox raises it. */
  readonly rate_limit_factor: number
  /** Limits on request bodies of clients without a credential. */
  readonly anonymous_bodies: AnonymousBounds
  /** Limits on request bodies of clients with a credential. */
  readonly authenticated_bodies: AuthenticatedBounds
  /** Limits on the memory of agents' answers to tasks. */
  readonly answers: BufferBounds
  /** Whether a violation of the contract by a response is logged, or (in tests) thrown. */
  readonly response_gate: 'log' | 'closed'
}

/** Reads all settings: flags take precedence over the environment (SVC_*), and the environment over the defaults. @throws ConfigError */
export function readConfig(flags: Flags, env: Environment): Config {
  return Object.freeze({
    ...readServer(flags, env),
    smtp: readMail(env),
    outgoing: readOutgoing(env),
    exports: readExports(env),
    support: readSupport(env),
    transparency: readTransparency(env),
    images: readImages(env),
    tracing: readTracing(env),
    rate_limit_factor: 1,
    anonymous_bodies: ANONYMOUS_BOUNDS,
    authenticated_bodies: AUTHENTICATED_BOUNDS,
    answers: ANSWER_BOUNDS,
    response_gate: 'log',
  })
}
