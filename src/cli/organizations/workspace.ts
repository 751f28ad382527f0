import { planAbove } from '../../domain/organizations/plans.ts'
import { ORG_FLAG, unknownOrganization } from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell, formatTable } from '../../terminal/text.ts'

const PAGE_SIZE = 200

/** `workspace ...`: manages the workspaces of an organization. */
export const workspace = [
  operatorCommand({
    path: 'workspace create',
    summary: 'Create a workspace in an organization',
    about:
      'Agents are installed into workspaces. A new one has a policy that allows everything; `policy set` changes it.',
    flags: {
      org: ORG_FLAG,
      name: { value: 'NAME', description: 'Name of the workspace', required: true },
      description: { value: 'TEXT', description: 'Description of the workspace' },
    },
    examples: [
      'workspace create --org org_0198 --name "Production"',
      'workspace create --org org_0198 --name "Lab" --description "For experiments"',
    ],
    async read({ org, name, description }) {
      const { validText } = await import('../arguments/contract.ts')
      return {
        organization_id: org,
        name: validText('--name', 'WorkspaceName', name),
        ...(description !== undefined && {
          description: validText('--description', 'WorkspaceDescription', description),
        }),
      }
    },
    async execute(
      { store, context, signer },
      {
        organization_id,
        name,
        description,
      }: { organization_id: string; name: string; description?: string },
    ) {
      const reach = { organizations: [organization_id], workspace_id: null }
      const outcome = await store.createWorkspace(context(), {
        reach,
        organization_id,
        name,
        description,
        signer: await signer(),
      })
      switch (outcome.kind) {
        case 'not_found':
          throw unknownOrganization(organization_id)
        case 'quota':
          throw new CommandError(
            `${organization_id} is on the ${outcome.plan} plan, which allows ${outcome.max} workspaces; \`org set-plan ${organization_id} ${planAbove(outcome.plan, 'workspaces')}\` allows more.`,
          )
        case 'created':
          return outcome.workspace
      }
    },
    show: ({ workspace_id, organization_id, name }, hint) =>
      `Created ${workspace_id} (${cell(name)}) in ${organization_id}.\nNext: ${hint(`api-key create --org ${organization_id}`)}`,
  }),

  operatorCommand({
    path: 'workspace list',
    summary: 'List the workspaces of an organization',
    flags: { org: ORG_FLAG },
    examples: ['workspace list --org org_0198', 'workspace list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org }),
    async execute({ store }, { organization_id }: { organization_id: string }) {
      const items = []
      for (let offset = 0; ; offset += PAGE_SIZE) {
        const page = await store.listWorkspaces({
          reach: { organizations: [organization_id], workspace_id: null },
          organization_id,
          limit: PAGE_SIZE,
          offset,
        })
        if (page.kind === 'not_found') throw unknownOrganization(organization_id)
        items.push(...page.items.map((item) => item.workspace))
        if (items.length >= page.total || page.items.length === 0) return { items }
      }
    },
    show: ({ items }) =>
      formatTable(
        ['WORKSPACE', 'NAME', 'CREATED', 'DESCRIPTION'],
        items.map(({ workspace_id, name, created_at, description }) => [
          workspace_id,
          name,
          created_at,
          description,
        ]),
      ),
  }),
]
