import { PLANS, type Plan } from '../../domain/organizations/plans.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { operatorCommand, type OperatorServices } from '../operator/command.ts'
import { formatTable, cell } from '../../terminal/text.ts'

const plans = PLANS.join(', ')

/** `org ...`: organizations and their plans. */
export const org = [
  operatorCommand({
    path: 'org create',
    summary: 'Create an organization',
    about:
      'An organization owns agents, workspaces and API keys. Its plan decides which features it may use and how much of them.',
    flags: {
      name: { value: 'NAME', description: 'Name of the organization', required: true },
      plan: { value: 'PLAN', description: `One of ${plans}`, default: 'free' },
    },
    examples: ['org create --name "Acme"', 'org create --name "Acme" --plan enterprise --json'],
    begins: true,
    async read({ name, plan }) {
      const { validText: conforming } = await import('../arguments/contract.ts')
      return { name: conforming('--name', 'WorkspaceName', name), plan: planOf(plan) }
    },
    work: ({ store, act }, args: { name: string; plan: Plan }) =>
      store.createOrganization(act(), args),
    show: ({ organization_id, name, plan }, next) =>
      `Created ${organization_id} (${cell(name)}, ${plan}).\nNext: ${next(`workspace create --org ${organization_id} --name Main`)}`,
  }),

  operatorCommand({
    path: 'org list',
    summary: 'List all organizations',
    flags: {},
    examples: ['org list', 'org list --store sqlite:/var/lib/registry.db --json'],
    read: () => ({}),
    work: async ({ store }) => ({ items: await store.listOrganizations({}) }),
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
      'The new plan holds from the next request on. What exists already stays, even where the new plan allows less.',
    operands: [
      { name: 'ORG', description: 'Identifier of the organization' },
      { name: 'PLAN', description: `One of ${plans}` },
    ],
    flags: {},
    examples: ['org set-plan org_0198 professional', 'org set-plan org_0198 free --json'],
    read: (_, [organization_id, plan]) => ({
      organization_id: organization_id!,
      plan: planOf(plan!),
    }),
    async work({ store, act }, args: { organization_id: string; plan: Plan }) {
      const changed = await store.setPlan(act(), args)
      if (!changed) throw unknownOrganization(args.organization_id)
      return changed
    },
    show: ({ organization_id, plan }) => `${organization_id} is on the ${plan} plan now.`,
  }),
]

/** The sentence for an organization that is not there. */
export const unknownOrganization = (organization_id: string): CommandError =>
  new CommandError(
    `There is no organization ${cell(organization_id)}; \`org list\` shows all of them.`,
  )

/** The organization that was named, else the only one there is. @throws CommandError */
export async function resolveOrganization(
  { store }: Pick<OperatorServices, 'store'>,
  named: string | null,
): Promise<string> {
  const all = await store.listOrganizations({})
  if (named !== null && !all.some(({ organization_id }) => organization_id === named))
    throw unknownOrganization(named)
  if (named !== null) return named
  if (all.length === 1) return all[0]!.organization_id
  if (all.length === 0)
    throw new CommandError('There is no organization yet; `org create` makes one.')
  throw new CommandError(
    'There are several organizations; say which with --org. `org list` shows all of them.',
  )
}

function planOf(text: string): Plan {
  const plan = PLANS.find((known) => known === text)
  if (plan) return plan
  throw new UsageError(`"${text}" is no plan; there are ${plans}.`)
}
