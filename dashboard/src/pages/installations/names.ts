import type { Installation } from '../../api/installations.ts'
import { shorten } from '../../parts/text/id.tsx'
import { formatNumber } from '../../parts/text/numbers.ts'

/** Returns the name of an installation: name and version of its agent, or the identifier of an unknown agent. */
export const installationName = ({
  agent_name,
  agent_version = '',
  agent_id,
}: Installation): string =>
  agent_name === undefined ? shorten(agent_id) : `${agent_name} ${agent_version}`.trim()

/** Formats a number of installations: `1 installation`, `1,200 installations`. */
export const installationCount = (count: number): string =>
  count === 1 ? '1 installation' : `${formatNumber(count)} installations`
