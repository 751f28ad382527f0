import { useLocation } from 'preact-iso'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { CLIENT_LINKS, organizationIn, urlInOrganization } from '../urls.ts'

/** Returns a URL that names the organization, unless it already names one. */
const named = (url: string, organization_id: string | undefined): string =>
  organization_id === undefined || organizationIn(url) !== undefined
    ? url
    : urlInOrganization(url, organization_id)

const EVENTS = ['click', 'auxclick', 'contextmenu', 'dragstart'] as const

/** Adds the organization to each link of the dashboard before it is followed, opened in a new tab or copied. */
function useOrganizationInLinks(organization_id: string | undefined): void {
  useLayoutEffect(() => {
    if (organization_id === undefined) return
    const changed = new Map<
      HTMLAnchorElement,
      { readonly before: string; readonly after: string }
    >()
    const onUse = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      const before = link?.getAttribute('href') ?? ''
      if (!link || !CLIENT_LINKS.test(before)) return
      const after = named(before, organization_id)
      if (after === before) return
      changed.set(link, { before, after })
      link.setAttribute('href', after)
    }
    for (const type of EVENTS) addEventListener(type, onUse, true)
    return () => {
      for (const type of EVENTS) removeEventListener(type, onUse, true)
      for (const [link, { before, after }] of changed)
        if (link.getAttribute('href') === after) link.setAttribute('href', before)
    }
  }, [organization_id])
}

/**
 * Keeps an organization in the URL and in the links of every page that depends on it, so that the address can be copied, and Back returns
 * to the organization. `organization_id` is undefined for a user who belongs to one organization only. Returns the location for the pages,
 * whose `route` adds the organization.
 */
export function useOrganizationInUrl(
  organization_id: string | undefined,
  /** Whether the organization that the URL names has to be kept, although it is not the selected one. */
  keepsUrl: boolean,
): ReturnType<typeof useLocation> {
  const location = useLocation()
  const { url, route } = location
  const latest = useRef(organization_id)
  latest.current = organization_id
  useOrganizationInLinks(organization_id)
  const wanted = keepsUrl ? url : urlInOrganization(url, organization_id)
  useLayoutEffect(() => {
    if (wanted !== url) route(wanted + globalThis.location.hash, true)
  }, [wanted, url])
  return useMemo(
    () => ({
      ...location,
      route: (to: string, replace?: boolean) => route(named(to, latest.current), replace),
    }),
    [location],
  )
}
