/** The permitted imports between modules, as listed in DESIGN.md. */
const only = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

module.exports = {
  forbidden: [
    only(
      'no-cycles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'Modules in a cycle cannot be understood or tested separately.',
    ),
    only(
      'domain-is-pure',
      { path: '^src/domain' },
      {
        path: '^(src|node_modules|generated)',
        pathNot:
          '^(src/domain|node_modules/(@noble|canonicalize|semver|@renovatebot/pep440|packageurl-js|ae-cvss-calculator))',
      },
      'Domain rules are pure functions. Libraries that only compute are permitted.',
    ),
    only(
      'domain-does-no-io',
      { path: '^src/domain' },
      { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
      'Domain rules have no side effects.',
    ),
    only(
      'transactions-know-rules-and-port',
      { path: '^src/store/transactions' },
      {
        path: '^src/',
        pathNot: '^src/(domain|store/(transactions|context|database|tables|counts))',
      },
      'Transactions work with every database.',
    ),
    only(
      'sandbox-secrets-stay-in-the-sandbox',
      { path: '^src/', pathNot: '^src/(sandbox/|cli/server/sandbox\\.ts)' },
      { path: '^src/sandbox/' },
      'The keys of a sandbox and the secrets of the examples are public, so no other platform may create them.',
    ),
    only(
      'disk-stands-alone',
      { path: '^src/disk' },
      { path: '^(src|node_modules|generated)', pathNot: '^src/disk' },
      'Durable writing is shared by the platform and agents.',
    ),
    only(
      'child-processes-stand-alone',
      { path: '^src/child-processes' },
      { path: '^(src|node_modules|generated)', pathNot: '^src/(child-processes|terminal/signals)' },
      'Starting and ending programs is shared by the platform and agents.',
    ),
    only(
      'adapters-stand-alone',
      { path: '^src/store/(lowdb|sql)' },
      {
        path: '^src/',
        pathNot:
          '^src/(store/(lowdb|sql|database|dialect|snapshot|folder|tables|group-commit|stopwatch)|domain|disk)',
      },
      'An adapter implements tables without domain rules.',
    ),
    only(
      'contract-knows-no-business',
      { path: '^src/contract' },
      { path: '^(src|generated)', pathNot: '^src/contract' },
      'This module executes any OpenAPI document.',
    ),
    only(
      'handlers-load-decide-reply',
      { path: '^src/handlers' },
      {
        path: '^src/',
        pathNot:
          '^src/(handlers|domain|auth|problems|ports/(agent-caller|images/registry-images)|store/(context|store|transactions|long-reads/verify-chain)|contracts?\\b)',
      },
      'Handlers use neither adapters nor processes. The verification of a chain consists of many reads, so it is not a transaction.',
    ),
    only(
      'handlers-take-the-store-as-type',
      { path: '^src/handlers' },
      { path: '^src/store/store', dependencyTypesNot: ['type-only'] },
      'Handlers receive the store as an argument.',
    ),
    only(
      'handlers-take-ports-as-types',
      { path: '^src/handlers' },
      { path: '^src/ports', dependencyTypesNot: ['type-only'] },
      'Handlers receive ports as arguments.',
    ),
    only(
      'one-way-to-foreign-addresses',
      { path: '^src', pathNot: '^src/(ports/outgoing|load/http|agent/foreign/http)' },
      { path: '^(node:)?(https|dns|dns/promises)$' },
      'Connections to user-supplied addresses go through the guard. A load run and a bridge connect to the address that their operator entered.',
    ),
    only(
      'ports-face-outward',
      { path: '^src/ports' },
      { path: '^src/', pathNot: '^src/(ports|domain|child-processes)' },
      'A port depends on external systems, and not on the platform.',
    ),
    only(
      'jobs-use-store-and-ports',
      { path: '^src/jobs' },
      { path: '^src/', pathNot: '^src/(jobs|domain|ports|store)' },
      'Jobs do not depend on HTTP.',
    ),
    only(
      'agent-speaks-http-only',
      { path: '^src/agent/' },
      {
        path: '^(src|generated)',
        pathNot: '^(src/(agent|child-processes|contract|disk|domain|terminal|version)|generated)',
      },
      'An agent runs separately from the platform, so it depends only on contracts, domain rules, durable files, child processes and the terminal.',
    ),
    only(
      'agent-library-has-no-command-line',
      { path: '^src/agent/(?!cli/|folder/manifest)' },
      { path: '^src/(cli/|terminal/(?!signals)|agent/cli/)' },
      'A library does not print; it receives its logger as an argument. The only exception is the handling of process signals, which it shares with the command lines.',
    ),
    only(
      'agent-library-needs-no-installation',
      { path: '^src/agent/(?!installation/|cli/|process/|index\\.ts)' },
      { path: '^src/agent/(installation/|process/|index\\.ts)' },
      'An agent serves with or without a platform, and receives the link as an argument. Only the composition for authors depends on both.',
    ),
    only(
      'installation-needs-no-library',
      { path: '^src/agent/installation/' },
      { path: '^src/agent/(?!installation/|clock|definition|platform/link)' },
      'The runtime keeps any agent online, including one that does not use the library.',
    ),
    only(
      'platform-knows-no-agent',
      { path: '^src/(domain|store|auth|handlers|jobs|ports|contract)' },
      { path: '^src/agent' },
      'The platform works with agents of any implementation.',
    ),
    only(
      'terminal-stands-alone',
      { path: '^src/terminal' },
      { path: '^src/', pathNot: '^src/(terminal|version\\.ts)' },
      'The command lines of the platform and of agents both use this module.',
    ),
    only(
      'load-speaks-http-only',
      { path: '^src/load' },
      { path: '^(src|generated|node_modules)', pathNot: '^src/(load|html\\.ts)' },
      'A load run is a client of any platform, so it depends on the interface only.',
    ),
    only(
      'load-belongs-to-the-command',
      { path: '^src/(?!load/|cli/load)' },
      { path: '^src/load/' },
      'The platform does not depend on load runs.',
    ),
    only(
      'suite-stands-alone',
      { path: '^conformance' },
      { path: '^(src|generated|test|scripts)/' },
      'The conformance suite shares no code with the platform that it checks.',
    ),
    only(
      'suite-needs-nothing-installed',
      { path: '^conformance/src' },
      { path: 'node_modules', pathNot: 'node_modules/js-yaml/' },
      'The suite is bundled into one file, so every dependency must be added deliberately.',
    ),
    only(
      'judges-send-nothing',
      { path: '^conformance/src/(judge|rules)' },
      {
        path: '^conformance/src/(engine/(transport/(node|fetch)|callbacks/server|recorder|sender|probe-runner|run)|report|cli)',
        dependencyTypesNot: ['type-only'],
      },
      'Judges are pure functions of recorded exchanges.',
    ),
    only(
      'engine-knows-no-rules',
      { path: '^conformance/src/engine' },
      { path: '^conformance/src/(rules|probes|report|cli)' },
      'The engine works with every set of rules.',
    ),
    only(
      'reports-render-data',
      { path: '^conformance/src/report/(?!data)' },
      {
        path: '^conformance/src/(engine/(?!url|memory)|rules|probes|cli)',
        dependencyTypesNot: ['type-only'],
      },
      'All reports are rendered from the same data.',
    ),
    only(
      'docs-show-no-data',
      { path: '^src/docs' },
      {
        path: '^src/',
        pathNot:
          '^src/(docs|html\\.ts|contract|contracts\\.ts|problems|domain/organizations/plans|auth/(limits|rate-limiter|plan-gate|unauthenticated))',
      },
      'Documentation pages are generated from contracts, limits and messages, without data or requests.',
    ),
    only(
      'pages-belong-to-the-app',
      { path: '^src/(?!docs|app/http\\.ts)' },
      { path: '^src/docs' },
      'The platform works without the documentation pages.',
    ),
    only(
      'client-speaks-http-only',
      { path: '^dashboard/src' },
      { path: '^(src|generated|test|scripts)/', pathNot: '^generated/platform\\.ts$' },
      'The dashboard is a client like any other, and depends on the contract only.',
    ),
    only(
      'client-takes-the-contract-as-types',
      { path: '^dashboard/src' },
      { path: '^generated/', dependencyTypesNot: ['type-only'] },
      'Type imports do not increase the size of the dashboard.',
    ),
    only(
      'parts-know-no-business',
      { path: '^dashboard/src/parts' },
      { path: '^dashboard/src/(pages|entities|shell/(?!current-user)|api/(?!problem|clock))' },
      'Shared components receive their data as properties.',
    ),
    only(
      'pages-stand-alone',
      { path: '^dashboard/src/pages/([^/]+)/' },
      { path: '^dashboard/src/pages/', pathNot: '^dashboard/src/pages/$1/' },
      'Each area of the dashboard is loaded separately.',
    ),
    only(
      'only-the-app-loads-pages',
      { path: '^dashboard/src/(api|entities|parts|shell)/' },
      { path: '^dashboard/src/pages/' },
      'Shared modules do not depend on pages.',
    ),
    only(
      'platform-knows-no-client',
      { path: '^(src|conformance)/' },
      { path: '^dashboard/' },
      'The server serves the built files without depending on their sources.',
    ),
    only(
      'dashboard-serves-files',
      { path: '^src/dashboard' },
      { path: '^src/', pathNot: '^src/dashboard' },
      'This module only serves files from a folder.',
    ),
    only(
      'entries-of-packages-start-programs',
      { path: '^packages' },
      {
        path: '^(src|generated|test|scripts|conformance|dashboard)/',
        pathNot: '^src/(agent/index|agent-main|main|version|require-node)\\.ts$',
      },
      'The folder of a package contains no logic.',
    ),
    only(
      'no-orphans',
      { orphan: true, path: '^src', pathNot: ['\\.d\\.ts$', '^src/docs/assets/'] },
      {},
      'Unused files are removed.',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
  },
}
