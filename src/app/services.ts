import { callContexts } from '../auth/callers.ts'
import { cookieWriter } from '../auth/cookie.ts'
import { rateLimiter } from '../auth/rate-limiter.ts'
import type { RatePeers } from '../auth/rate-sharing.ts'
import type { Clock } from '../system.ts'
import type { Config } from '../config/config.ts'
import { createContracts } from '../contracts.ts'
import { createLogSigner } from '../domain/transparency/log-signer.ts'
import { createSigner } from '../domain/trust/signing-keys.ts'
import { MAX_CONCURRENT_VERIFICATIONS } from '../domain/limits.ts'
import { MASTER_KEY_BYTES, masterKey } from '../domain/secrets.ts'
import type { SupportSettings } from '../domain/support/ticket.ts'
import { concurrencyLimit } from '../auth/concurrency-limit.ts'
import type { Services } from '../handlers/services.ts'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import type { AgentCaller } from '../ports/agent-caller.ts'
import { noMailer, type Mailer } from '../ports/mailer.ts'
import type { Images } from '../ports/images/registry-images.ts'
import { createLiveKeys } from './live-keys.ts'
import { updateLogDigest } from '../jobs/transparency/log-digest.ts'
import type { CallContext } from '../store/context.ts'
import { storePath } from '../store/dialects.ts'
import { keyFileBeside } from '../store/master-keys/source.ts'
import type { MasterKeys } from '../domain/trust/master-keys.ts'
import { fixedKeys, openMasterKeys } from '../store/master-keys/open.ts'
import type { Store } from '../store/store.ts'
import { version } from '../version.ts'

interface ServiceOptions {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly random: (bytes: number) => Uint8Array
  readonly metrics: Metrics
  readonly logger: Logger
  readonly mailer: Mailer
  readonly agentCaller: AgentCaller
  readonly images: Images
  readonly peers: RatePeers | undefined
  readonly platformContext: () => CallContext
}

/** Creates the services of the handlers. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const { config, store, clock, random, metrics, mailer } = options
  const master_keys = await masterKeysOf(config, store, clock, random)
  // The log digest is updated before any key is used, because the log states which keys were retired or compromised.
  await updateLogDigest({ store, master_keys, platformContext: options.platformContext })
  const { issuer } = await master_keys.use((ring) =>
    store.loadSigner(options.platformContext(), {
      master_keys: ring,
      issuer: config.issuer,
      serves: true,
    }),
  )
  const { origin, replaced_origin } = await master_keys.use((ring) =>
    store.loadLogSigner(options.platformContext(), { master_keys: ring, issuer }),
  )
  if (replaced_origin !== undefined)
    options.logger.warn(
      { log: origin, replaced_log: replaced_origin },
      'the issuer has changed, so a new transparency log begins; give its key from /log/key to your witnesses',
    )
  const keys = await createLiveKeys({ store, master_keys, now_ms: clock.now_ms })
  const signer = createSigner(issuer, keys)
  const log = createLogSigner(origin, keys)
  return {
    store,
    keys,
    signer,
    log,
    issuer,
    master_keys,
    random,
    upgrade_url: config.upgrade_url,
    api_path: `${new URL(config.public_url).pathname.replace(/\/$/, '')}/api/v1`,
    cookies: cookieWriter(config.public_url),
    version: version(),
    contracts: createContracts(`${config.public_url}/api/v1`),
    support_settings: supportSettingsOf(config.support, mailer),
    destinations: config.exports,
    now: clock.now,
    count: metrics.count,
    limiter: rateLimiter(clock.now_ms, config.rate_limit_factor, store.consumeRates, options.peers),
    agentCaller: options.agentCaller,
    images: options.images,
    verifications: concurrencyLimit(MAX_CONCURRENT_VERIFICATIONS),
    contextFor: callContexts(clock.now, random),
  }
}

/**
 * Reads the configured master keys, or those of the key file beside the store, which is created with a new store. A store in memory gets a
 * random key.
 */
async function masterKeysOf(
  { store: address, key_source }: Config,
  store: Store,
  { now_ms }: Clock,
  random: (bytes: number) => Uint8Array,
): Promise<MasterKeys> {
  const path = storePath(address)
  if (!key_source && path === undefined) return fixedKeys(masterKey(random(MASTER_KEY_BYTES)))
  return openMasterKeys(key_source ?? (await keyFileBeside(store, path!, random)), now_ms)
}

const supportSettingsOf = (
  { mail, csm, chat, response_hours }: Config['support'],
  mailer: Mailer,
): SupportSettings => ({
  confirms: mailer !== noMailer,
  channels: (['email', 'csm', 'chat'] as const).filter(
    (channel) => ({ email: mail, csm, chat })[channel] !== undefined,
  ),
  response_hours,
})
