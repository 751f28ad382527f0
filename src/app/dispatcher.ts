import type { Logger } from 'pino'
import { table } from '../../generated/platform.table.ts'
import { authenticators } from '../auth/callers.ts'
import { cookieName } from '../auth/cookie.ts'
import {
  acquireForAddress,
  admit,
  afterAuth,
  afterValidation,
  bodyGroup,
  bodyRefused,
} from '../auth/gates.ts'
import { createCredentialUseCache } from '../auth/credential-use-cache.ts'
import type { OrganizationQueue } from '../auth/organization-queue.ts'
import { unauthenticated } from '../auth/unauthenticated.ts'
import type { Config } from '../config/config.ts'
import { createDispatcher, type Dispatcher } from '../contract/dispatch.ts'
import { readDocument, type Document } from '../contract/document.ts'
import type { DispatcherOptions } from '../contract/hooks.ts'
import { handlers } from '../handlers/handlers.ts'
import type { Platform, Services } from '../handlers/services.ts'
import { recordRequests, type Metrics } from './metrics.ts'
import { tracedOnResponse } from './tracing.ts'
import type { Tracing } from '../ports/tracing.ts'
import { present, problems } from '../problems/problems.ts'
import type { CallContext } from '../store/context.ts'
import { MasterKeyMissing } from '../domain/secrets.ts'
import { StoreUnavailable } from '../store/database.ts'
import { requestIds } from '../system.ts'

let document: Document | undefined

/** Returns the platform's contract, which is read once, so that platforms in one process share what is compiled from it. */
function platformDocument(): Document {
  document ??= readDocument(new URL('../../generated/platform.json', import.meta.url))
  return document
}

interface DispatcherParts {
  readonly config: Config
  readonly services: Services
  readonly queue: OrganizationQueue
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly logger: Logger
  readonly platformContext: () => CallContext
  /** Called with errors outside of requests. */
  readonly onError: (cause: unknown) => void
  /** Returns whether the store's health monitor has logged the outage behind an error. */
  readonly isReportedOutage: (cause: unknown) => boolean
}

/** Creates the dispatcher of the platform's contract, with its credentials, gates, handlers and logs. */
export function createPlatformDispatcher(parts: DispatcherParts): Promise<Dispatcher> {
  const { config, services, platformContext, onError } = parts
  const cookie = cookieName(config.public_url)
  return createDispatcher<Platform>({
    document: platformDocument(),
    table,
    problems,
    handlers,
    services,
    present,
    unauthenticated: unauthenticated(cookie),
    authenticators: authenticators({
      store: services.store,
      now: services.now,
      platformContext,
      onError,
      cookie,
      uses: createCredentialUseCache(),
    }),
    gates: gatesOf(parts),
    ...hooksOf(parts),
    newId: requestIds(services.random),
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
    mode: config.response_gate,
  })
}

const gatesOf = ({
  config,
  services: { limiter, store, now },
  queue,
}: DispatcherParts): DispatcherOptions<Platform>['gates'] & object => ({
  afterAuth: afterAuth(limiter, config.upgrade_url),
  afterValidation: afterValidation({ store, now }),
  bodyRefused: bodyRefused(limiter),
  bodyGroup,
  admit: admit(queue),
  refuse: ({ ip }) => acquireForAddress(queue, ip),
})

/** Returns the hooks that map errors to problems and record requests in logs and metrics. */
const hooksOf = ({
  logger,
  metrics,
  tracing,
  isReportedOutage,
}: DispatcherParts): Pick<
  DispatcherOptions<Platform>,
  'recover' | 'onError' | 'onViolation' | 'onResponse'
> => ({
  recover: (error) =>
    error instanceof StoreUnavailable || error instanceof MasterKeyMissing
      ? { code: 'STORE_UNAVAILABLE', details: { headers: { 'Retry-After': '5' } } }
      : undefined,
  onError: (error, { id }, operation) => {
    if (!isReportedOutage(error))
      logger.error(
        { err: error, request_id: id, operation: operation?.id },
        'a request failed with an internal error; its response contains this request_id',
      )
  },
  onViolation: (violation, { id }) => {
    metrics.count('contract_violation')
    logger.error(
      { err: violation, request_id: id },
      'the response violates the contract; this is a bug in the registry: report it with this log line',
    )
  },
  onResponse: tracedOnResponse(tracing, recordRequests(metrics, logger)),
})
