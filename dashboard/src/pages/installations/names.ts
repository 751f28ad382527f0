import type { Installation } from '../../api/installations.ts'
import { shorten } from '../../parts/text/id.tsx'
import { formatNumber } from '../../parts/text/numbers.ts'

/** How an installation is called: by its agent's name and version, or by the identifier of an agent that is not known. */
export const installationName = ({
  agent_name,
  agent_version = '',
  agent_id,
}: Installation): string =>
  agent_name === undefined ? shorten(agent_id) : `${agent_name} ${agent_version}`.trim()

/** So many of them: `1 installation`, `1,200 installations`. */
export const installationCount = (count: number): string =>
  count === 1 ? '1 installation' : `${formatNumber(count)} installations`
