import { required, type ProbeContext, type RequestDraft } from '../../engine/probe-context.ts'
import type { Effect } from '../../engine/types.ts'
import { requestOf } from './credentials.ts'
import { installationId } from './fixtures.ts'
import {
  bootstrapRequest,
  heartbeatRequest,
  refreshRequest,
  tokenOf,
} from './installation-requests.ts'
import { OPERATIONS } from './operations.ts'
import { accountWith, apiKeyHeader, NO_INSTALLATION } from './target.ts'

/** A request with a valid body, from which requests with invalid bodies are derived. */
export interface ValidRequest {
  readonly id: string
  readonly effect: Effect
  readonly after: readonly string[]
  /** The profile, other than `full`, that includes the operation. */
  readonly part: 'core' | 'paid' | 'admin'
  /** The rule that shows that a valid request of the operation is accepted. */
  readonly control: string
  /** @throws NotSent */
  readonly build: (context: ProbeContext) => RequestDraft
}

const withApiKey: readonly ValidRequest[] = OPERATIONS.filter(({ json }) => json !== undefined).map(
  (operation) => ({
    id: operation.id,
    effect: operation.effect,
    after: operation.after,
    part: operation.plan === 'free' ? 'core' : 'paid',
    control: operation.control,
    build: (context) => {
      const account = accountWith(context, operation.plan)
      return { ...requestOf(context, operation, account), headers: apiKeyHeader(account.key) }
    },
  }),
)

const adminEmail = ({ settings }: ProbeContext): string =>
  settings.extra['admin-email'] ?? 'conformance@example.com'
const withInstallation =
  (name: string, build: (context: ProbeContext) => RequestDraft) =>
  (context: ProbeContext): RequestDraft => {
    required(installationId(context, name), NO_INSTALLATION)
    return build(context)
  }

const withoutApiKey: readonly ValidRequest[] = [
  {
    id: 'requestPin',
    effect: 'write',
    after: [],
    part: 'admin',
    control: 'ADM-01',
    build: (context) => ({
      path: '/admin/auth/request-pin',
      json: { email: adminEmail(context) },
    }),
  },
  {
    id: 'verifyPin',
    effect: 'write',
    after: [],
    part: 'admin',
    control: 'ADM-03',
    build: (context) => ({
      path: '/admin/auth/verify-pin',
      json: {
        email: adminEmail(context),
        challenge_id: context.random.uuid(),
        pin: '00000000',
      },
    }),
  },
  {
    id: 'bootstrap',
    effect: 'write',
    // A platform may check the token before the body, so it is one that can still be exchanged.
    after: ['token.unused'],
    part: 'core',
    control: 'BOOT-01',
    build: (context) => bootstrapRequest(context, tokenOf('token', 'unused')),
  },
  {
    id: 'lease',
    effect: 'write',
    after: ['install.leased'],
    part: 'core',
    control: 'LEASE-01',
    build: withInstallation('leased', (context) => heartbeatRequest(context, 'leased')),
  },
  {
    id: 'refresh',
    effect: 'write',
    after: ['install.other'],
    part: 'core',
    control: 'REF-01',
    build: withInstallation('other', (context) => refreshRequest(context, 'other')),
  },
]

export const VALID_REQUESTS: readonly ValidRequest[] = [...withApiKey, ...withoutApiKey]

/** Operations for which the interface does not state that any member is required. */
const EMPTY_BODY_MAY_BE_VALID = [
  'lease',
  'registerBeacon',
  'revoke',
  'updateWorkspace',
  'exportLogs',
  'exportCollector',
  'exportAlerts',
  'supportEmail',
  'supportPriority',
  'supportChat',
  'supportCsm',
]
export const WITH_REQUIRED_MEMBERS = VALID_REQUESTS.filter(
  ({ id }) => !EMPTY_BODY_MAY_BE_VALID.includes(id),
)
