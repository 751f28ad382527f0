import { useLocation } from 'preact-iso'
import { useEffect } from 'preact/hooks'
import { pageUrl, useWorkspaceId } from '../../urls.ts'

/** Redirects from a workspace to its installations. */
export default function Workspace() {
  const workspace_id = useWorkspaceId()
  const { route } = useLocation()
  useEffect(() => route(pageUrl('installations', { workspace_id }), true), [workspace_id])
  return null
}
