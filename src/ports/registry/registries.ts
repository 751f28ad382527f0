import { namespaceOf, type ImageReference } from '../../domain/images/reference.ts'

/** A registry as the operator configured it. */
export interface RegistrySettings {
  /** Name in references, host and perhaps port. */
  readonly host: string
  /** Address without path: `https://images.example.com`. */
  readonly url: string
  readonly credentials: { readonly username: string; readonly password: string } | null
  /** Hosts beside the registry's own that may be shown the credentials in exchange for a token. */
  readonly auth_hosts: readonly string[]
  /** Organizations by first part of a repository, `*` for every part. Whoever is not named has nothing scanned. */
  readonly namespaces: Readonly<Record<string, readonly string[]>>
}

/** Which images a scan can read, and what beside the registry reads them. */
export interface ImageSettings {
  /** The first is the default: references without a host are in it. */
  readonly registries: readonly RegistrySettings[]
  /** Program and arguments of a scanner that prints the report format of Trivy; the reference is added as the last one. */
  readonly scanner: readonly string[] | null
}

export const defaultHost = ({ registries }: ImageSettings): string | null =>
  registries[0]?.host ?? null

/** The registry that a reference is in; undefined when the operator configured none for it. */
export const registryOf = (
  { registries }: ImageSettings,
  { host }: ImageReference,
): RegistrySettings | undefined =>
  host === null ? registries[0] : registries.find((registry) => registry.host === host)

/** Whether an organization may have an image scanned: whether the operator gave it that part of the registry, or all of it. */
export function mayScan(
  registry: RegistrySettings | undefined,
  reference: ImageReference,
  organization_id: string,
): boolean {
  return [namespaceOf(reference), '*'].some(
    (namespace) =>
      registry !== undefined && membersOf(registry, namespace).includes(organization_id),
  )
}

/** Whether the operator gave an organization any part of any registry. */
export const hasPart = ({ registries }: ImageSettings, organization_id: string): boolean =>
  registries.some((registry) =>
    Object.keys(registry.namespaces).some((namespace) =>
      membersOf(registry, namespace).includes(organization_id),
    ),
  )

const membersOf = ({ namespaces }: RegistrySettings, namespace: string): readonly string[] =>
  Object.hasOwn(namespaces, namespace) ? namespaces[namespace]! : []
