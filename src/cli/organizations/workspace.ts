import { planAbove } from '../../domain/organizations/plans.ts'
import { CommandError } from '../../terminal/errors.ts'
import { unknownOrganization } from './org.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatTable, cell } from '../../terminal/text.ts'

const ORG = { value: 'ORG', description: 'Identifier of the organization', required: true } as const
const PAGE = 200

/** `workspace ...`: where an organization's agents are installed. */
export const workspace = [
  operatorCommand({
    path: 'workspace create',
    summary: 'Create a workspace in an organization',
    about:
      'Agents are installed into workspaces. A new one has a policy that allows everything; `policy set` changes it.',
    flags: {
      org: ORG,
      name: { value: 'NAME', description: 'Name of the workspace', required: true },
      description: { value: 'TEXT', description: 'What it is for' },
    },
    examples: [
      'workspace create --org org_0198 --name "Production"',
      'workspace create --org org_0198 --name "Lab" --description "For experiments"',
    ],
    async read({ org, name, description }) {
      const { validText: conforming } = await import('../arguments/contract.ts')
      const text =
        description === undefined
          ? {}
          : { description: conforming('--description', 'WorkspaceDescription', description) }
      return { organization_id: org, name: conforming('--name', 'WorkspaceName', name), ...text }
    },
    async work(
      { store, act, signer },
      {
        organization_id,
        name,
        description,
      }: { organization_id: string; name: string; description?: string },
    ) {
      const reach = { organizations: [organization_id], workspace_id: null }
      const outcome = await store.createWorkspace(act(), {
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
    show: ({ workspace_id, organization_id, name }, next) =>
      `Created ${workspace_id} (${cell(name)}) in ${organization_id}.\nNext: ${next(`api-key create --org ${organization_id}`)}`,
  }),

  operatorCommand({
    path: 'workspace list',
    summary: 'List the workspaces of an organization',
    flags: { org: ORG },
    examples: ['workspace list --org org_0198', 'workspace list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org }),
    async work({ store }, { organization_id }: { organization_id: string }) {
      const items = []
      for (let offset = 0; ; offset += PAGE) {
        const page = await store.listWorkspaces({
          reach: { organizations: [organization_id], workspace_id: null },
          organization_id,
          limit: PAGE,
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
