/** Who may import whom: the arrows of DESIGN.md, each held by a rule. */
const only = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

module.exports = {
  forbidden: [
    only(
      'no-cycles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'A cycle is a folder that does not know what it is.',
    ),
    only(
      'domain-is-pure',
      { path: '^src/domain' },
      {
        path: '^(src|node_modules|generated)',
        pathNot:
          '^(src/domain|node_modules/(@noble|canonicalize|semver|@renovatebot/pep440|packageurl-js|ae-cvss-calculator))',
      },
      'Rules are values in, outcomes out; libraries that only compute are rules too.',
    ),
    only(
      'domain-does-no-io',
      { path: '^src/domain' },
      { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
      'Computation only.',
    ),
    only(
      'transactions-know-rules-and-port',
      { path: '^src/store/transactions' },
      {
        path: '^src/',
        pathNot: '^src/(domain|store/(transactions|context|database|batch|counts))',
      },
      'Transactions run over any database.',
    ),
    only(
      'disk-stands-alone',
      { path: '^src/disk' },
      { path: '^(src|node_modules|generated)', pathNot: '^src/disk' },
      'How a file survives a power cut, for platform and agents alike.',
    ),
    only(
      'adapters-stand-alone',
      { path: '^src/store/(lowdb|sql)' },
      {
        path: '^src/',
        pathNot:
          '^src/(store/(lowdb|sql|database|dialect|snapshot|folder|order|tables|group-commit)|domain|disk)',
      },
      'An adapter knows tables, not rules.',
    ),
    only(
      'contract-knows-no-business',
      { path: '^src/contract' },
      { path: '^(src|generated)', pathNot: '^src/contract' },
      'Any OpenAPI document runs on it.',
    ),
    only(
      'handlers-load-decide-reply',
      { path: '^src/handlers' },
      {
        path: '^src/',
        pathNot:
          '^src/(handlers|domain|auth|problems|ports/(agent-caller|registry/images)|store/(context|store|transactions|verify-chain)|contracts?\\b)',
      },
      'No adapter, no process; a chain is followed in many readings, so that is no transaction.',
    ),
    only(
      'handlers-take-the-store-as-type',
      { path: '^src/handlers' },
      { path: '^src/store/store', dependencyTypesNot: ['type-only'] },
      'The store is handed in.',
    ),
    only(
      'handlers-take-ports-as-types',
      { path: '^src/handlers' },
      { path: '^src/ports', dependencyTypesNot: ['type-only'] },
      'The outside world is handed in.',
    ),
    only(
      'one-way-to-foreign-addresses',
      { path: '^src', pathNot: '^src/(ports/outgoing|load/http)' },
      { path: '^(node:)?(https|dns|dns/promises)$' },
      'Whatever somebody told us to dial goes through the guard; a load run dials what its operator typed.',
    ),
    only(
      'ports-face-outward',
      { path: '^src/ports' },
      { path: '^src/', pathNot: '^src/(ports|domain)' },
      'A port knows the world, not the platform.',
    ),
    only(
      'jobs-use-store-and-ports',
      { path: '^src/jobs' },
      { path: '^src/', pathNot: '^src/(jobs|domain|ports|store)' },
      'Jobs have no HTTP.',
    ),
    only(
      'agent-speaks-http-only',
      { path: '^src/agent/' },
      {
        path: '^(src|generated)',
        pathNot: '^(src/(agent|contract|disk|domain|log|terminal|version)|generated)',
      },
      'An agent runs far from the platform: it knows contracts, rules and the terminal, and nothing of the platform itself.',
    ),
    only(
      'agent-library-has-no-command-line',
      { path: '^src/agent/(?!cli/|folder/manifest)' },
      { path: '^src/(cli/|terminal/|log|agent/cli/)' },
      'A library prints nothing; its logger is handed in.',
    ),
    only(
      'agent-library-needs-no-installation',
      { path: '^src/agent/(?!installation/|cli/|process/|index\\.ts)' },
      { path: '^src/agent/(installation/|process/|index\\.ts)' },
      'An agent serves with or without a platform; the link is handed in. Only what composes the two for authors knows both.',
    ),
    only(
      'installation-needs-no-library',
      { path: '^src/agent/installation/' },
      { path: '^src/agent/(?!installation/|definition|platform/(link|address))' },
      'The runtime keeps any agent online, also one that serves by other means.',
    ),
    only(
      'platform-knows-no-agent',
      { path: '^src/(domain|store|auth|handlers|jobs|ports|contract)' },
      { path: '^src/agent' },
      "The platform forwards to anybody's agents.",
    ),
    only(
      'terminal-stands-alone',
      { path: '^src/terminal' },
      { path: '^src/', pathNot: '^src/(terminal|version\\.ts)' },
      'Both command lines, of the platform and of agents, are built on it.',
    ),
    only(
      'load-speaks-http-only',
      { path: '^src/load' },
      { path: '^(src|generated|node_modules)', pathNot: '^src/(load|html\\.ts)' },
      'A load run is a client of any platform: it knows the interface, and nothing of what it measures.',
    ),
    only(
      'load-belongs-to-the-command',
      { path: '^src/(?!load/|cli/load)' },
      { path: '^src/load/' },
      'The platform knows nothing of whoever measures it.',
    ),
    only(
      'suite-stands-alone',
      { path: '^conformance' },
      { path: '^(src|generated|test|scripts)/' },
      'Whoever judges a platform shares no code with one.',
    ),
    only(
      'suite-needs-nothing-installed',
      { path: '^conformance/src' },
      { path: 'node_modules', pathNot: 'node_modules/js-yaml/' },
      'One bundled file: whatever goes in is meant to.',
    ),
    only(
      'judges-send-nothing',
      { path: '^conformance/src/(judge|rules)' },
      {
        path: '^conformance/src/(engine/(node-transport|in-process|lab|run)|report|cli)',
        dependencyTypesNot: ['type-only'],
      },
      'Judges are pure functions over a record.',
    ),
    only(
      'engine-knows-no-rules',
      { path: '^conformance/src/engine' },
      { path: '^conformance/src/(rules|probes|report|cli)' },
      'The engine runs any suite.',
    ),
    only(
      'reports-render-data',
      { path: '^conformance/src/report/(?!data)' },
      {
        path: '^conformance/src/(engine/(?!address|memory)|rules|probes|cli)',
        dependencyTypesNot: ['type-only'],
      },
      'Every report is made from the one document.',
    ),
    only(
      'pages-show-what-is',
      { path: '^src/docs' },
      {
        path: '^src/',
        pathNot:
          '^src/(docs|html\\.ts|contract|contracts\\.ts|problems|domain/organizations/plans|auth/(limits|rate-limiter|plan-gate|unauthenticated))',
      },
      'Pages are made of contracts, rules and texts; they see neither data nor requests.',
    ),
    only(
      'pages-belong-to-the-app',
      { path: '^src/(?!docs|app/http\\.ts)' },
      { path: '^src/docs' },
      'The platform works without its pages.',
    ),
    only(
      'client-speaks-http-only',
      { path: '^dashboard/src' },
      { path: '^(src|generated|test|scripts)/', pathNot: '^generated/platform\\.ts$' },
      'The dashboard is a client like any other: it knows the contract, and nothing of the platform.',
    ),
    only(
      'client-takes-the-contract-as-types',
      { path: '^dashboard/src' },
      { path: '^generated/', dependencyTypesNot: ['type-only'] },
      'Types cost no bytes.',
    ),
    only(
      'parts-know-no-business',
      { path: '^dashboard/src/parts' },
      { path: '^dashboard/src/(pages|api/(?!problem|clock))' },
      'A part shows what it is handed.',
    ),
    only(
      'pages-stand-alone',
      { path: '^dashboard/src/pages/([^/]+)/' },
      { path: '^dashboard/src/pages/', pathNot: '^dashboard/src/pages/$1/' },
      'Each area is loaded by itself.',
    ),
    only(
      'only-the-app-loads-pages',
      { path: '^dashboard/src/(api|parts|shell|workspace)/' },
      { path: '^dashboard/src/pages/' },
      'What pages share does not depend on one of them.',
    ),
    only(
      'platform-knows-no-client',
      { path: '^(src|conformance)/' },
      { path: '^dashboard/' },
      'The server serves files, whatever they do.',
    ),
    only(
      'dashboard-serves-files',
      { path: '^src/dashboard' },
      { path: '^src/', pathNot: '^src/dashboard' },
      'Files from a folder, nothing else.',
    ),
    only(
      'entries-of-packages-start-programs',
      { path: '^packages' },
      {
        path: '^(src|generated|test|scripts|conformance|dashboard)/',
        pathNot: '^src/(agent/index|agent-main|main|node-version|require-node)\\.ts$',
      },
      'The folder of a package has no logic of its own.',
    ),
    only('no-orphans', { orphan: true, path: '^src', pathNot: '\\.d\\.ts$' }, {}, 'Dead files go.'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
  },
}
