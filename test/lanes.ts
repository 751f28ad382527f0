import { samples } from './kit/samples.ts'

/** A group of test files that run with the same settings. The table in CONTRIBUTING.md describes each lane. */
export interface Lane {
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  /** The stores that `eachStore`, `startPlatform` and `browserTest` use. */
  readonly stores?: 'postgres' | 'sqlite' | 'all'
  /** Whether temporary folders are on the disk, for tests of kills and full disks. In other lanes they are in memory if there is enough. */
  readonly disk?: boolean
  /** What is prepared once before the lane. */
  readonly setup: readonly ('postgres' | 'programs' | 'chromium' | 'dashboard')[]
  /** Whether a worker loads modules once for all files. The lane is then twice as fast, but modules must not keep state. */
  readonly shared?: boolean
  /** The time limit of one test in seconds. */
  readonly timeout_s: number
}

const PROCESSES = [
  'conformance/test/slow/**/*.test.ts',
  'test/slow/**/*.test.ts',
  'test/replicas/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/sandbox/**/*.test.ts',
  'test/agent/cli/five-minutes.test.ts',
]
const BROWSER = ['test/dashboard/browser/**/*.test.ts']
const ONLY_POSTGRES = ['test/store/postgres/**/*.test.ts']
export const ONLY_EMBEDDED = ['outage', 'queries', 'sqlite-durability'].map(
  (name) => `test/store/adapters/${name}.test.ts`,
)
/**
 * HTTP tests whose outcome depends on the locks and transactions of a store. The others reach a store only through transactions, which have
 * tests of their own.
 */
export const HTTP_ON_POSTGRES = [
  'contract/replay',
  'installations/bootstrap',
  'installations/lease',
  'installations/recovery',
  'installations/revoked-meanwhile',
  'organizations/invitations',
  'tenants',
].map((name) => `test/http/${name}.test.ts`)
/** Tests of transactions whose queries have the same form as those in other test files. Only `test:complete` runs them on PostgreSQL. */
export const POSTGRES_IN_COMPLETE = [
  'audit/{chain-parts,exports,search}',
  'compliance/*',
  'fair-queues',
  'images/*',
  'key-source',
  'organizations/{admin,operators,organizations,workspaces}',
  'placement',
  'prune-rules',
  'round-robin',
  'search/cost',
  'server-addresses',
  'transparency/{audit-verify,generations,heads,log-digest,publication,tampering}',
  'trust/{issuer,key-list,key-rotation,master-keys}',
].map((name) => `test/store/${name}.test.ts`)

/** Tests of what differs on a server that several processes share: the adapter, races, isolation, leases and faults. */
const POSTGRES_CORE = [
  'announcement',
  'clock',
  'deletion',
  'judgement',
  'open',
  'order',
  'pipeline',
  'queries',
  'revocation',
  'shared',
  'text',
]
  .map((name) => `test/store/postgres/${name}.test.ts`)
  .concat(
    ['races', 'adapters/isolation', 'installations/leases', 'adapters/faults'].map(
      (name) => `test/store/${name}.test.ts`,
    ),
  )
/** Browser tests of signing in, searching the registry, and changing a policy. */
const BROWSER_CORE = ['sign-in', 'registry', 'policies'].map(
  (name) => `test/dashboard/browser/${name}.test.ts`,
)

/**
 * Files that only `npm run test:complete` runs, because others in `test:deep` cover the same behaviour: each page is also opened by
 * `every-page`, workers are also killed and reloaded by `workers`, and master keys are also rotated by `key-rotation`.
 */
export const ONLY_COMPLETE = [
  ...[
    'compliance',
    'disputes',
    'docs',
    'fleet-revocation',
    'images',
    'installation-errors',
    'overview',
    'ownership',
    'transparency',
    'workspaces',
  ].map((name) => `test/dashboard/browser/${name}.test.ts`),
  'test/cli/master-keys.test.ts',
  'test/cli/worker-settings.test.ts',
]
const EXCLUDED = samples(ONLY_COMPLETE, [])

/** The browser test that writes most. One is enough on PostgreSQL, because pages reach a store only over HTTP. */
const BROWSER_ON_POSTGRES = ['test/dashboard/browser/invitations.test.ts']

/** The slowest files, which start first so that the workers finish at about the same time. */
export const SLOWEST = [
  'test/dashboard/browser/sign-in.test.ts',
  'test/dashboard/browser/registry.test.ts',
  'test/slow/drills.test.ts',
  'test/slow/packages/agent.test.ts',
  'test/slow/readme.test.ts',
  'test/cli/workers.test.ts',
  'test/slow/kill-http.test.ts',
  'test/replicas/replicas.test.ts',
  'test/slow/kill.test.ts',
  'test/slow/sdk.test.ts',
  'conformance/test/slow/curl.test.ts',
  'conformance/test/slow/real-platform.test.ts',
  'test/slow/packages/platform.test.ts',
  'test/dashboard/browser/installing.test.ts',
  'test/dashboard/browser/operator.test.ts',
  'test/dashboard/browser/agents.test.ts',
  'test/agent/cli/five-minutes.test.ts',
  'test/http/tasks/routing.test.ts',
]

/** `npm test` runs the lanes without `deep-` in their name, `npm run test:deep` those with it. Each runs its lanes in parallel. */
export const LANES: Readonly<Record<string, Lane>> = {
  fast: {
    include: ['test/**/*.test.ts', 'conformance/test/**/*.test.ts'],
    exclude: [...PROCESSES, ...BROWSER, ...ONLY_POSTGRES],
    setup: ['postgres'],
    shared: true,
    timeout_s: 180,
  },
  postgres: {
    include: POSTGRES_CORE,
    stores: 'postgres',
    setup: ['postgres'],
    shared: true,
    timeout_s: 180,
  },
  browser: {
    include: BROWSER_CORE,
    stores: 'sqlite',
    setup: ['postgres', 'chromium', 'dashboard'],
    timeout_s: 120,
  },
  'deep-processes': {
    include: PROCESSES,
    exclude: EXCLUDED,
    stores: 'all',
    disk: true,
    setup: ['postgres', 'programs'],
    timeout_s: 300,
  },
  'deep-postgres': {
    include: ['test/store/**/*.test.ts', ...samples(HTTP_ON_POSTGRES, ['test/http/**/*.test.ts'])],
    exclude: [...ONLY_EMBEDDED, ...POSTGRES_CORE, ...samples(POSTGRES_IN_COMPLETE, [])],
    stores: 'postgres',
    setup: ['postgres'],
    shared: true,
    timeout_s: 180,
  },
  'deep-browser': {
    include: BROWSER,
    exclude: [...BROWSER_CORE, ...EXCLUDED],
    stores: 'sqlite',
    setup: ['postgres', 'chromium', 'dashboard'],
    timeout_s: 120,
  },
  'deep-browser-postgres': {
    include: samples(BROWSER_ON_POSTGRES, BROWSER),
    stores: 'postgres',
    setup: ['postgres', 'chromium', 'dashboard'],
    timeout_s: 120,
  },
}
