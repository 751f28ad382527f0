import type { components } from '../../../generated/platform.ts'
import type { WorkspaceRecord } from '../../store/transactions/organizations/workspaces.ts'
import { presentPage } from '../cursor.ts'
import { quotaProblem } from '../quota.ts'
import type { Handlers } from '../services.ts'
import { presentMember } from './members.ts'

/**
 * Handles the workspaces of an organization (docs/specification/organizations.md#workspaces) and lists the people who have access to them
 * (docs/specification/organizations.md#workspace-members).
 */
export const workspaces = {
  async listWorkspaces({ path, query, caller, reply, refuse }, { store }) {
    const { limit, offset } = query
    const page = await store.listWorkspaces({
      reach: caller.reach,
      organization_id: path.org_id,
      limit,
      offset,
    })
    if (page.kind === 'not_found') return refuse('ORGANIZATION_NOT_FOUND')
    return reply(200, presentPage(page, offset, present))
  },

  async createWorkspace(call, { store, signer, contextFor, upgrade_url, api_path }) {
    const { path, body, caller, reply, refuse } = call
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const outcome = await store.createWorkspace(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      ...body,
      signer,
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('ORGANIZATION_NOT_FOUND')
      case 'quota':
        return refuse(...quotaProblem(outcome, upgrade_url))
      case 'created':
        return reply(201, present(outcome)).with({
          Location: `${api_path}/orgs/${outcome.organization.organization_id}/workspaces/${outcome.workspace.workspace_id}`,
        })
    }
  },

  async getWorkspace({ path, caller, reply, refuse }, { store }) {
    const found = await store.getWorkspace({
      reach: caller.reach,
      organization_id: path.org_id,
      workspace_id: path.workspace_id,
    })
    switch (found.kind) {
      case 'not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'found':
        return reply(200, present(found))
    }
  },

  async updateWorkspace(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const found = await store.updateWorkspace(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      workspace_id: path.workspace_id,
      ...body,
    })
    switch (found.kind) {
      case 'not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'found':
        return reply(200, present(found))
    }
  },

  async deleteWorkspace(call, { store, contextFor }) {
    const { path, query, caller, reply, refuse } = call
    const outcome = await store.deleteWorkspace(contextFor(call), {
      reach: caller.reach,
      organization_id: path.org_id,
      workspace_id: path.workspace_id,
      force: query.force,
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'in_use':
        return refuse('WORKSPACE_IN_USE', {
          message: `The workspace has ${outcome.installations === 1 ? 'an installation that is active or paused; revoke it' : `${outcome.installations} installations that are active or paused; revoke them`} first, or delete the workspace with ?force=true.`,
        })
      case 'deleted':
        return reply(204)
    }
  },

  async listWorkspaceMembers({ path, query, caller, reply, refuse }, { store }) {
    const { limit, offset } = query
    const page = await store.listWorkspaceMembers({
      reach: caller.reach,
      organization_id: path.org_id,
      workspace_id: path.workspace_id,
      limit,
      offset,
    })
    if (page.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    return reply(200, presentPage(page, offset, presentMember))
  },
} satisfies Partial<Handlers>

const present = ({
  workspace,
  organization: { organization_id, name, plan },
}: WorkspaceRecord): components['schemas']['Workspace'] => ({
  workspace_id: workspace.workspace_id,
  organization_id,
  organization: { organization_id, name, plan },
  name: workspace.name,
  description: workspace.description,
  created_at: workspace.created_at,
  updated_at: workspace.updated_at,
})
