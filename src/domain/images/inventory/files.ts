/** The kinds of files that describe packages or the distribution, recognized by their path. */
export type RecordKind = 'dpkg' | 'apk' | 'npm' | 'python' | 'os_release'

const KINDS: readonly (readonly [RegExp, RecordKind])[] = [
  [/^var\/lib\/dpkg\/status$/, 'dpkg'],
  [/^var\/lib\/dpkg\/status\.d\/[^/]+(?<!\.md5sums)$/, 'dpkg'],
  [/^(usr\/)?lib\/apk\/db\/installed$/, 'apk'],
  [/(^|\/)node_modules\/(@[^/]+\/)?[^/@][^/]*\/package\.json$/, 'npm'],
  [/\.dist-info\/METADATA$/, 'python'],
  [/\.egg-info(\/PKG-INFO)?$/, 'python'],
  [/^(etc|usr\/lib)\/os-release$/, 'os_release'],
]

/** Returns the kind of record at a path; undefined for all other files. */
export const recordKindOf = (path: string): RecordKind | undefined =>
  KINDS.find(([pattern]) => pattern.test(path))?.[1]
