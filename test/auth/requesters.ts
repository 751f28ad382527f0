/** Who sends a request, as an organization's queue sees it. */
export const requester = (credential: string, by_installation = false) => ({
  credential,
  by_installation,
})
export const KEY = requester('key')
export const INSTALLATION = requester('installation', true)

/** Whose share a request uses. */
export const organization = (id: string) => ({ id, isOrganization: true })
export const address = (id: string) => ({ id, isOrganization: false })
