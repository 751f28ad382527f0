/** Files of tests that run in one way. The table in CONTRIBUTING.md says what each lane is for. */
export interface Lane {
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  /** Which stores `eachStore`, `startPlatform` and `browserTest` take. */
  readonly stores?: 'postgres' | 'sqlite' | 'all'
  /** Folders that tests ask for are on the disk: the lane is about kills and full disks. Elsewhere they are in memory where there is room. */
  readonly disk?: boolean
  /** What runs once before the lane. */
  readonly setup: readonly ('postgres' | 'chromium' | 'dashboard')[]
  /** One load of the modules a worker, not a file: no module keeps state, and the lane is twice as fast. */
  readonly shared?: boolean
  /** Seconds that one test may take. */
  readonly patience_s: number
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
/** They are refused before a store is asked for more than a credential. */
export const BEFORE_THE_STORE = ['bad-bodies', 'bad-bytes', 'bad-parameters'].map(
  (name) => `test/http/contract/${name}.test.ts`,
)

/** The adapter, races, isolation, leases and faults: what differs on a server that many processes share. */
const POSTGRES_CORE = [
  'ahead',
  'announcement',
  'clock',
  'deletion',
  'open',
  'order',
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
/** Signing in, searching the registry, joining an organization, and changing the policy of a workspace. */
const BROWSER_CORE = ['sign-in', 'registry', 'invitations', 'policies'].map(
  (name) => `test/dashboard/browser/${name}.test.ts`,
)

/** They begin first, so that at the end of a lane no worker waits long for another. */
export const LONGEST = [
  'test/dashboard/browser/sign-in.test.ts',
  'test/dashboard/browser/registry.test.ts',
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

/** `npm test` runs the lanes without `deep-` in their name, `npm run test:deep` those with it, each side by side. */
export const LANES: Readonly<Record<string, Lane>> = {
  fast: {
    include: ['test/**/*.test.ts', 'conformance/test/**/*.test.ts'],
    exclude: [...PROCESSES, ...BROWSER, ...ONLY_POSTGRES],
    setup: ['postgres'],
    shared: true,
    patience_s: 60,
  },
  postgres: {
    include: POSTGRES_CORE,
    stores: 'postgres',
    setup: ['postgres'],
    shared: true,
    patience_s: 180,
  },
  browser: {
    include: BROWSER_CORE,
    stores: 'sqlite',
    setup: ['postgres', 'chromium', 'dashboard'],
    patience_s: 120,
  },
  'deep-processes': {
    include: PROCESSES,
    stores: 'all',
    disk: true,
    setup: ['postgres'],
    patience_s: 300,
  },
  'deep-postgres': {
    include: ['test/store/**/*.test.ts', 'test/http/**/*.test.ts'],
    exclude: [...ONLY_EMBEDDED, ...BEFORE_THE_STORE, ...POSTGRES_CORE],
    stores: 'postgres',
    setup: ['postgres'],
    shared: true,
    patience_s: 180,
  },
  'deep-browser': {
    include: BROWSER,
    exclude: BROWSER_CORE,
    stores: 'sqlite',
    setup: ['postgres', 'chromium', 'dashboard'],
    patience_s: 120,
  },
  'deep-browser-postgres': {
    include: BROWSER_CORE,
    stores: 'postgres',
    setup: ['postgres', 'chromium', 'dashboard'],
    patience_s: 120,
  },
}
