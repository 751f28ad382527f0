/** A reference to an image by name. If `host` is null, the image is in the default image registry. */
export interface ImageReference {
  /** Host and optional port, in lower case. */
  readonly host: string | null
  readonly repository: string
  readonly tag: string | null
  readonly digest: string | null
}

const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const REFERENCE = new RegExp(
  `^(${PART}(?::[0-9]{1,5}(?=/))?(?:/${PART})*)(?::([A-Za-z0-9_][A-Za-z0-9._-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$`,
)
const MAX_LENGTH = 500
const DEFAULT_TAG = 'latest'
/** The maximum length of a reference without tag and digest, to which the canonical form adds the default tag. */
export const MAX_UNTAGGED_LENGTH = MAX_LENGTH - `:${DEFAULT_TAG}`.length

/**
 * Parses a reference (OCI distribution 1.1, "Pulling manifests"). Returns undefined if the text is not a reference, or if its canonical
 * form would be too long to be one.
 */
export function parseReference(text: string): ImageReference | undefined {
  const [, name, tag = null, digest = null] =
    (text.length <= MAX_LENGTH && REFERENCE.exec(text)) || []
  if (name === undefined || (name === text && text.length > MAX_UNTAGGED_LENGTH)) return undefined
  const [host, ...rest] = name.split('/') as [string, ...string[]]
  return beginsWithHost(name)
    ? { host, repository: rest.join('/'), tag, digest }
    : { host: null, repository: name, tag, digest }
}

/** Returns whether the first part of a name is a host: another part follows, and it contains a dot or a port, or is `localhost`. */
const beginsWithHost = (name: string): boolean => /^([^/]*[.:][^/]*|localhost)\//.test(name)

/**
 * Returns the canonical form of a reference: without the default image registry's host, and with the default tag if there is neither tag
 * nor digest. The host stays if the repository begins like a host, because the rest would then name an image of another registry.
 */
export function canonical(reference: ImageReference, defaultHost: string | null): ImageReference {
  const { host, repository, tag, digest } = reference
  return {
    ...reference,
    host: host === defaultHost && !beginsWithHost(repository) ? null : host,
    tag: tag ?? (digest === null ? DEFAULT_TAG : null),
  }
}

export const writeReference = ({ host, repository, tag, digest }: ImageReference): string =>
  `${host === null ? '' : `${host}/`}${repository}${tag === null ? '' : `:${tag}`}${digest === null ? '' : `@${digest}`}`

/** Returns the namespace of a repository, its first part, which the operator can assign to an organization. */
export const namespaceOf = ({ repository }: ImageReference): string => repository.split('/')[0]!
