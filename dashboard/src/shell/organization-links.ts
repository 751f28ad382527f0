import { useEffect } from 'preact/hooks'
import { CLIENT_LINKS } from '../urls.ts'

/** The parameter of a URL that names the organization of a page that opens in a new tab. */
export const ORGANIZATION_PARAMETER = 'organization'

/** Returns the URL of a link to a page of the dashboard with the organization; undefined for other links. */
function urlNaming(link: HTMLAnchorElement, organization_id: string): string | undefined {
  const href = link.getAttribute('href') ?? ''
  if (!CLIENT_LINKS.test(href)) return undefined
  const url = new URL(href, location.href)
  url.searchParams.set(ORGANIZATION_PARAMETER, organization_id)
  return url.pathname + url.search + url.hash
}

/** Returns whether an event may open a link in a new tab, or copy its address. */
const leavesTab = ({ type, button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  type === 'contextmenu' || button === 1 || ctrlKey || metaKey || shiftKey

const EVENTS = ['click', 'auxclick', 'contextmenu'] as const

/**
 * Adds the selected organization to links that are opened in a new tab or copied, because a new tab does not know what is selected in this
 * one. Links that are followed in this tab do not need it. `organization_id` is undefined for a user who belongs to one organization only.
 */
export function useOrganizationInLinks(organization_id: string | undefined): void {
  useEffect(() => {
    if (organization_id === undefined) return
    const changed = new Map<
      HTMLAnchorElement,
      { readonly before: string; readonly after: string }
    >()
    const onClick = (event: MouseEvent) => {
      if (!leavesTab(event) || !(event.target instanceof Element)) return
      const link = event.target.closest('a')
      const after = link ? urlNaming(link, organization_id) : undefined
      if (!link || after === undefined) return
      changed.set(link, { before: link.getAttribute('href')!, after })
      link.setAttribute('href', after)
    }
    for (const type of EVENTS) addEventListener(type, onClick, true)
    return () => {
      for (const type of EVENTS) removeEventListener(type, onClick, true)
      for (const [link, { before, after }] of changed)
        if (link.getAttribute('href') === after) link.setAttribute('href', before)
    }
  }, [organization_id])
}
