import { planIncludes, useOrganizationState } from '../../api/organizations.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { Badge } from '../../parts/badge.tsx'
import { Panel } from '../../parts/layout/page.tsx'
import { useOrganization, usePermission } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { REGISTER_GUIDE } from '../../entities/register-agent.tsx'

interface Step {
  readonly title: string
  readonly text: string
  readonly href: string
  readonly done: boolean
}

const CHOOSE_AGENT = {
  title: 'Choose an agent',
  text: 'Take one from the registry, or register your own with an API key.',
  href: pageUrl('registry'),
}
/** The step on plans that do not include the registry network. */
const REGISTER_AGENT = {
  title: 'Register an agent',
  text: 'The guide shows how, with an API key. If you know the identifier of another organization’s agent, skip this step.',
  href: REGISTER_GUIDE,
}

/** Leads an organization without installations to its first one, or says who can install it. */
export const FirstSteps = ({ organization_id }: { organization_id: string }) =>
  usePermission('tokens:write') ? (
    <InstallSteps organization_id={organization_id} />
  ) : (
    <Panel title="First steps">
      <p class="muted">
        No agent is installed yet. A developer, admin or owner can install one. It appears here as
        soon as it runs.
      </p>
    </Panel>
  )

function InstallSteps({ organization_id }: { organization_id: string }) {
  const workspaces = useWorkspaces(organization_id).data?.items ?? []
  const [first] = workspaces
  const hasNetwork = planIncludes(useOrganization().plan, 'professional')
  const quotas = useOrganizationState(organization_id).data?.quotas
  const hasToken = (quotas?.install_tokens.current ?? 0) > 0
  const steps: readonly Step[] = [
    {
      title: 'Create a workspace',
      text: 'A workspace has its own installations, install tokens and policy.',
      href: pageUrl('workspaces'),
      done: first !== undefined,
    },
    {
      ...(hasNetwork ? CHOOSE_AGENT : REGISTER_AGENT),
      // An install token names an agent, which may belong to another organization.
      done: hasToken || (quotas?.agents.current ?? 0) > 0,
    },
    {
      title: 'Create an install token',
      text: 'It lets one agent join the workspace, once, before it expires.',
      href: first
        ? pageUrl('tokens', { workspace_id: first.workspace_id }, { new: true })
        : pageUrl('workspaces'),
      done: hasToken,
    },
    {
      title: 'Start the agent with the token',
      text: 'It appears here as soon as it has used the token.',
      href: first
        ? pageUrl('installations', { workspace_id: first.workspace_id })
        : pageUrl('fleet'),
      done: false,
    },
  ]
  const next = steps.find(({ done }) => !done)
  return (
    <Panel title="First steps" note="No agent is installed yet.">
      <ol class="first-steps">
        {steps.map((step) => (
          <li key={step.title} aria-current={step === next ? 'step' : undefined}>
            <div>
              <a href={step.href}>{step.title}</a>
              <p class="muted">{step.text}</p>
            </div>
            {step.done && <Badge tone="good">done</Badge>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
