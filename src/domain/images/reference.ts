/** An image by name: in which registry (null: the default one), and which of its versions. */
export interface ImageReference {
  /** Host and perhaps port, in lower case. */
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

/**
 * Reads a reference (OCI distribution 1.1, "Pulling manifests"). The first part is a host where it could be none of a repository:
 * it holds a dot or a port, or is `localhost`, and something follows. Undefined for what is none.
 */
export function parseReference(text: string): ImageReference | undefined {
  const [, name, tag = null, digest = null] =
    (text.length <= MAX_LENGTH && REFERENCE.exec(text)) || []
  if (name === undefined) return undefined
  const [first, ...rest] = name.split('/') as [string, ...string[]]
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  return { host: isHost ? first : null, repository: isHost ? rest.join('/') : name, tag, digest }
}

/** The one spelling of a reference: no host where it is the default registry's, and a tag where nothing says which version is meant. */
export function canonical(reference: ImageReference, defaultHost: string | null): ImageReference {
  const { host, tag, digest } = reference
  return {
    ...reference,
    host: host === defaultHost ? null : host,
    tag: tag ?? (digest === null ? DEFAULT_TAG : null),
  }
}

export const writeReference = ({ host, repository, tag, digest }: ImageReference): string =>
  `${host === null ? '' : `${host}/`}${repository}${tag === null ? '' : `:${tag}`}${digest === null ? '' : `@${digest}`}`

/** The first part of a repository: what belongs to one organization where the operator says so. */
export const namespaceOf = ({ repository }: ImageReference): string => repository.split('/')[0]!
