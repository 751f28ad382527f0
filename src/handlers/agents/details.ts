import type { Agent } from '../../domain/records.ts'
import type { components } from '../../../generated/platform.ts'

type Schemas = components['schemas']

/** Returns the optional members of a registration that were sent. */
export function detailsOf({
  description,
  publisher,
  category,
  llm_provider,
  capabilities,
  permissions,
  url,
  card,
  bridge,
}: Partial<Schemas['RegisterAgentRequest']>): Agent['details'] {
  const sent = Object.entries({
    description,
    publisher,
    category,
    llm_provider,
    capabilities,
    permissions,
    url,
    card,
    bridge,
  }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent)
}

/** Presents the optional members of a registration. */
export const presentDetails = ({
  description,
  publisher,
  category,
  llm_provider,
  capabilities,
  permissions,
  url,
  card,
  bridge,
}: Agent['details']): Partial<Schemas['Agent']> => ({
  ...(description !== undefined && { description }),
  ...(publisher !== undefined && { publisher }),
  ...(category !== undefined && { category }),
  ...(llm_provider !== undefined && { llm_provider }),
  ...(capabilities !== undefined && { capabilities }),
  ...(permissions !== undefined && { permissions }),
  ...(url !== undefined && { url }),
  ...(card !== undefined && { card }),
  ...(bridge && { bridge: { ...bridge } }),
})
