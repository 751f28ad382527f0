/** What a caller's credential lets it see: some organizations, and one workspace only where the key is bound to it. */
export interface Reach {
  readonly organizations: readonly string[]
  readonly workspace_id: string | null
}

/** Whether something that belongs to this organization (and workspace) is within reach. What is not looks as if it did not exist. */
export const reaches = (
  reach: Reach,
  owner: { readonly organization_id: string; readonly workspace_id?: string },
): boolean =>
  reach.organizations.includes(owner.organization_id) &&
  (reach.workspace_id === null ||
    owner.workspace_id === undefined ||
    owner.workspace_id === reach.workspace_id)
