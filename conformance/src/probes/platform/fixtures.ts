import { required, type ProbeContext } from '../../engine/probe-context.ts'
import type { Effect } from '../../engine/types.ts'
import { untested } from '../../judge/assertions.ts'
import {
  NO_INSTALLATION,
  NO_ORG,
  NO_WORKSPACE,
  registeredAgent,
  requestJson,
  stringAt,
  workspaceId,
  type Account,
  type Json,
  type Plan,
} from './target.ts'

/**
 * The resources that paths and bodies of operations name. Reading an organization, workspace or installation that does not exist throws
 * `NotSent`; `svc_id` is that of the registration request, whether or not it was accepted.
 */
export interface Fixtures {
  readonly context: ProbeContext
  readonly org: string
  readonly workspace: string
  readonly svc_id: string
  readonly installation: string
}

/** An operation of the interface that takes an API key, with a valid request. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: (fixtures: Fixtures) => string
  readonly json?: (fixtures: Fixtures) => Json
  /** The lowest plan that includes the operation. */
  readonly plan: Plan
  readonly effect: Effect
  readonly after: readonly string[]
  /** The rule that shows that the valid request is accepted. */
  readonly control: string
}

export const READ = { method: 'GET', effect: 'read' } as const
export const WRITE = { method: 'POST', effect: 'write' } as const

/** The probes that have created the workspace and the agent of an account. */
export interface FixtureProbes {
  readonly workspace: string
  readonly agent: string
}
const OF_HIGHEST_PLAN: FixtureProbes = { workspace: 'workspace.create', agent: 'agent.register' }

/** Returns the fixtures of an account, by default with the workspace and the agent that were created for the highest plan. */
export const fixturesOf = (
  context: ProbeContext,
  { org }: Account,
  { workspace, agent } = OF_HIGHEST_PLAN,
): Fixtures => ({
  context,
  get org() {
    return required(org, NO_ORG)
  },
  get workspace() {
    return required(workspaceId(context, workspace), NO_WORKSPACE)
  },
  get svc_id() {
    return registeredAgent(context, agent)
  },
  get installation() {
    return required(installationId(context, 'first'), NO_INSTALLATION)
  },
})

/** The position of the bootstrap in the exchanges of a probe `install.NAME`, after the registration and the install token. */
export const BOOTSTRAP = 2

/** Returns the id of the installation that a probe `install.NAME` has created. */
export const installationId = (context: ProbeContext, name: string): string | undefined =>
  stringAt(context.recorded(`install.${name}`)[BOOTSTRAP], '/installation_id')

/** Returns the svc_id of the agent that a probe `install.NAME` has registered. */
export const installedAgent = (context: ProbeContext, name: string): string =>
  String(requestJson(context.recorded(`install.${name}`)[0])['svc_id'])

/** Returns the image reference that the user gave, encoded for a path. */
export const imageReference = ({ context }: Fixtures): string =>
  encodeURIComponent(
    required(
      context.settings.extra['image-ref'],
      untested(
        'Use --set image-ref=organization/name:tag to give an image that the platform can read.',
      ),
    ),
  )
