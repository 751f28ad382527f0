import { PLANS, type Plan } from '../../domain/organizations/plans.ts'
import { unknownOrganization, choice } from '../arguments/values.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell, formatTable } from '../../terminal/text.ts'

const plans = PLANS.join(', ')

/** `org ...`: manages organizations and their plans. */
export const org = [
  operatorCommand({
    path: 'org create',
    summary: 'Create an organization',
    about:
      'An organization owns agents, workspaces and API keys. Its plan determines its features and its quotas.',
    flags: {
      name: { value: 'NAME', description: 'Name of the organization', required: true },
      plan: { value: 'PLAN', description: `One of ${plans}`, default: 'free' },
    },
    examples: ['org create --name "Acme"', 'org create --name "Acme" --plan enterprise --json'],
    createsStore: true,
    async read({ name, plan }) {
      const { validText } = await import('../arguments/contract.ts')
      return {
        name: validText('--name', 'WorkspaceName', name),
        plan: choice('plan', plan, PLANS),
      }
    },
    execute: ({ store, context }, args: { name: string; plan: Plan }) =>
      store.createOrganization(context(), args),
    show: ({ organization_id, name, plan }, hint) =>
      `Created ${organization_id} (${cell(name)}, ${plan}).\nNext: ${hint(`workspace create --org ${organization_id} --name Main`)}`,
  }),

  operatorCommand({
    path: 'org list',
    summary: 'List all organizations',
    flags: {},
    examples: ['org list', 'org list --store sqlite:/var/lib/registry.db --json'],
    read: () => ({}),
    execute: async ({ store }) => ({ items: await store.listOrganizations({}) }),
    show: ({ items }) =>
      formatTable(
        ['ORGANIZATION', 'NAME', 'PLAN', 'CREATED'],
        items.map(({ organization_id, name, plan, created_at }) => [
          organization_id,
          name,
          plan,
          created_at,
        ]),
      ),
  }),

  operatorCommand({
    path: 'org set-plan',
    summary: 'Move an organization to another plan',
    about:
      'The new plan applies from the next request on. Existing resources are kept, even if they exceed the quotas of the new plan.',
    operands: [
      { name: 'ORG', description: 'Identifier of the organization' },
      { name: 'PLAN', description: `One of ${plans}` },
    ],
    flags: {},
    examples: ['org set-plan org_0198 professional', 'org set-plan org_0198 free --json'],
    read: (_, [organization_id, plan]) => ({
      organization_id: organization_id!,
      plan: choice('plan', plan!, PLANS),
    }),
    async execute({ store, context }, args: { organization_id: string; plan: Plan }) {
      const changed = await store.setPlan(context(), args)
      if (!changed) throw unknownOrganization(args.organization_id)
      return changed
    },
    show: ({ organization_id, plan }) => `${organization_id} is now on the ${plan} plan.`,
  }),
]
