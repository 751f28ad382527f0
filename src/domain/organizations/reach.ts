/** What a caller may access: some organizations, and only one workspace if its key is bound to it. */
export interface Reach {
  readonly organizations: readonly string[]
  readonly workspace_id: string | null
}

/** Returns whether something that belongs to this organization and workspace is within reach. Anything else appears not to exist. */
export const reaches = (
  reach: Reach,
  owner: { readonly organization_id: string; readonly workspace_id?: string },
): boolean =>
  reach.organizations.includes(owner.organization_id) &&
  (reach.workspace_id === null ||
    owner.workspace_id === undefined ||
    owner.workspace_id === reach.workspace_id)
