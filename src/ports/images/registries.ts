import { namespaceOf, type ImageReference } from '../../domain/images/reference.ts'
import { allowingHostsOf, type OutgoingRules } from '../outgoing/guard.ts'

/** An image registry as the operator configured it. */
export interface RegistrySettings {
  /** Its name in references: a host, with a port if necessary. */
  readonly host: string
  /** Address without path: `https://images.example.com`. */
  readonly url: string
  readonly credentials: { readonly username: string; readonly password: string } | null
  /** Other hosts that may receive the credentials in exchange for a token. */
  readonly auth_hosts: readonly string[]
  /**
   * The organizations that may use a namespace, the first part of a repository; `*` is every namespace. Other organizations cannot have
   * images scanned.
   */
  readonly namespaces: Readonly<Record<string, readonly string[]>>
}

/** The image registries that scans read, and an external scanner. */
export interface ImageSettings {
  /** The first is the default for references without a host. */
  readonly registries: readonly RegistrySettings[]
  /** Program and arguments of a scanner that prints Trivy's report format; the reference is appended as the last argument. */
  readonly scanner: readonly string[] | null
}

export const defaultHost = ({ registries }: ImageSettings): string | null =>
  registries[0]?.host ?? null

/** Returns the registry of a reference; undefined if none is configured. */
export const registryOf = (
  { registries }: ImageSettings,
  { host }: ImageReference,
): RegistrySettings | undefined =>
  host === null ? registries[0] : registries.find((registry) => registry.host === host)

/** Returns whether an organization may have an image scanned: whether the operator assigned that namespace, or every namespace, to it. */
export const mayScan = (
  registry: RegistrySettings | undefined,
  reference: ImageReference,
  organization_id: string,
): boolean =>
  registry !== undefined &&
  [namespaceOf(reference), '*'].some((namespace) =>
    organizationsOf(registry, namespace).includes(organization_id),
  )

/** Returns whether the operator assigned a namespace of any registry to an organization. */
export const hasNamespace = ({ registries }: ImageSettings, organization_id: string): boolean =>
  registries.some((registry) =>
    Object.keys(registry.namespaces).some((namespace) =>
      organizationsOf(registry, namespace).includes(organization_id),
    ),
  )

const organizationsOf = ({ namespaces }: RegistrySettings, namespace: string): readonly string[] =>
  Object.hasOwn(namespaces, namespace) ? namespaces[namespace]! : []

/**
 * Returns the guard's rules for requests to a configured registry, which add to those of the operator. The registry and its token hosts may
 * have private addresses, and http is allowed if the URL of the registry uses it. Other hosts, to which the registry may redirect, must
 * have public addresses.
 */
export function guardRules(
  { url, auth_hosts }: RegistrySettings,
  outgoing: OutgoingRules,
): OutgoingRules {
  const http = outgoing.http || new URL(url).protocol === 'http:'
  const auth_urls = auth_hosts.map((host) => `https://${host}`)
  return allowingHostsOf({ ...outgoing, http }, [url, ...auth_urls])
}
