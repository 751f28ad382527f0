import type { AgentSearch } from '../../api/registry.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Icon } from '../../parts/layout/icon.tsx'
import { NO_FILTERS, type SearchChange } from './search-state.ts'

interface Chip {
  readonly kind: string
  readonly value: string
  /** The change that removes the filter. */
  readonly without: SearchChange
}

/** Returns a chip for each filter that is chosen. `workspaceName` names the chosen workspace. */
export function chipsOf(search: AgentSearch, workspaceName: string): readonly Chip[] {
  const { categories, llm_providers, skill, publisher, min_reputation } = search
  const chips: readonly (Chip | false)[] = [
    ...categories.map((value) => ({
      kind: 'Category',
      value,
      without: { categories: categories.filter((one) => one !== value) },
    })),
    ...llm_providers.map((value) => ({
      kind: 'LLM provider',
      value,
      without: { llm_providers: llm_providers.filter((one) => one !== value) },
    })),
    skill !== '' && { kind: 'Skill', value: skill, without: { skill: '' } },
    publisher !== '' && { kind: 'Publisher', value: publisher, without: { publisher: '' } },
    search.verified_only && {
      kind: 'Verification',
      value: 'Verified only',
      without: { verified_only: false },
    },
    min_reputation > 0 && {
      kind: 'Reputation',
      value: `${min_reputation} or higher`,
      without: { min_reputation: 0 },
    },
    search.own && { kind: 'Owner', value: 'Your organization', without: { own: false } },
    search.installed && {
      kind: 'Installed in',
      value: 'Your organization',
      without: { installed: false },
    },
    search.installed_in !== '' && {
      kind: 'Installed in',
      value: workspaceName,
      without: { installed_in: '' },
    },
  ]
  return chips.filter((chip) => chip !== false)
}

interface ChipsProps {
  readonly chips: readonly Chip[]
  readonly change: (change: SearchChange) => void
}

/** Shows the chosen filters, each with a button that removes it. */
export const Chips = ({ chips, change }: ChipsProps) =>
  chips.length === 0 ? null : (
    <ul class="chips" aria-label="Active filters">
      {chips.map(({ kind, value, without }) => (
        <li key={`${kind} ${value}`}>
          <button
            type="button"
            class="chip"
            aria-label={`Remove ${kind}: ${value}`}
            onClick={() => change(without)}
          >
            <span class="muted">{kind}</span> <span class="chip-value">{value}</span>
            <Icon name="close" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" onClick={() => change(NO_FILTERS)}>
          Clear filters
        </Button>
      </li>
    </ul>
  )
