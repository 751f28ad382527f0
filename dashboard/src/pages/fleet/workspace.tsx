import { useLocation } from 'preact-iso'
import { useEffect } from 'preact/hooks'
import { to } from '../../to.ts'
import { useWorkspaceId } from './place.ts'

/** The address of a workspace leads to its installations. */
export default function Workspace() {
  const workspace_id = useWorkspaceId()
  const { route } = useLocation()
  useEffect(() => route(to('installations', { workspace_id }), true), [workspace_id])
  return null
}
