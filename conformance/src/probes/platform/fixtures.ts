import type { ProbeContext } from '../../engine/probe-context.ts'
import type { Unavailable } from '../../engine/types.ts'
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
} from './target.ts'

/** The resources that paths and bodies of operations name. Reading one that does not exist throws `MissingFixture`. */
export interface Fixtures {
  readonly context: ProbeContext
  readonly org: string
  readonly workspace: string
  readonly svc_id: string
  readonly installation: string
}

/** Thrown when a request cannot be built, because a resource that it names does not exist. */
export class MissingFixture extends Error {
  readonly unavailable: Unavailable
  constructor(unavailable: Unavailable) {
    super('a resource is missing')
    this.unavailable = unavailable
  }
}

/** Runs a function and returns why it could not build its requests; undefined if it could. */
export async function skipIfMissing(run: () => Promise<unknown>): Promise<Unavailable | undefined> {
  try {
    await run()
    return undefined
  } catch (cause) {
    if (cause instanceof MissingFixture) return cause.unavailable
    throw cause
  }
}

/** Returns the value. @throws MissingFixture if it is undefined */
export function required<T>(value: T | undefined, unavailable: Unavailable): T {
  if (value === undefined) throw new MissingFixture(unavailable)
  return value
}

/** The probes that have created the workspace and the agent of an account. */
export interface FixtureProbes {
  readonly workspace: string
  readonly agent: string
}
const OF_HIGHEST_PLAN: FixtureProbes = { workspace: 'workspace.create', agent: 'agent.register' }

/** Returns the fixtures of an account, by default that of the highest plan. */
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
const BOOTSTRAP = 2

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
        'Give an image that the platform can read with --set image-ref=organization/name:tag.',
      ),
    ),
  )
