import type { Installation } from '../../api/fleet.ts'
import { shortened } from '../../parts/id.tsx'
import { numeral } from '../../parts/numbers.ts'

/** How an installation is called: by its agent's name and version, or by the identifier of an agent that is not known. */
export const nameOf = ({ agent_name, agent_version = '', agent_id }: Installation): string =>
  agent_name === undefined ? shortened(agent_id) : `${agent_name} ${agent_version}`.trim()

/** So many of them: `1 installation`, `1,200 installations`. */
export const many = (count: number): string =>
  count === 1 ? '1 installation' : `${numeral(count)} installations`
