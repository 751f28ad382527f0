/** The sources of a published package. Paths are relative to the repository, and stay the same in the package unless stated otherwise. */
export interface PackageSource {
  readonly name: string
  /** The folder with its package.json, its README and its entry points, which go to the top of the package. */
  readonly folder: string
  /** The module with the published types; without it the package is only a command. */
  readonly library?: string
  /** Whether its command is also built as one file that needs no installation. */
  readonly bundled?: boolean
  /** Dependencies whose code is part of the package, so that npm does not install them. */
  readonly inlined: readonly string[]
  /** Files and folders that the code reads or the README links to. */
  readonly files: readonly string[]
}

/** The packages that `npm run build` builds. The conformance suite, which shares no code with the rest, is built separately. */
export const SOURCES: readonly PackageSource[] = [
  {
    name: 'svc-agent',
    folder: 'packages/agent',
    library: 'src/agent/index.ts',
    bundled: true,
    inlined: ['canonicalize'],
    files: [
      'LICENSE',
      'a2a.openapi.yaml',
      'docs/agents.md',
      'generated/agent-3.1.json',
      'generated/agent.json',
      'schemas/svc.schema.json',
    ],
  },
  {
    name: 'svc-registry',
    folder: 'packages/platform',
    inlined: [],
    files: [
      'CHANGELOG.md',
      'LICENSE',
      'SECURITY.md',
      'a2a.openapi.yaml',
      'dashboard/dist',
      'docs',
      'flows',
      'generated/agent-3.1.json',
      'generated/agent.json',
      'generated/changes.json',
      'generated/platform-3.1.json',
      'generated/platform.json',
      'openapi.yaml',
      'schemas',
      'src/docs/assets',
    ],
  },
]
