import type { Counts, Search } from '../../api/registry.ts'
import { Button } from '../../parts/button.tsx'
import { numeral } from '../../parts/numbers.ts'
import { useWide } from '../../parts/wide.ts'
import { Options, type Option } from '../../parts/options.tsx'

const LEAST = [0, 50, 70, 80, 90]

interface Props {
  readonly search: Search
  readonly counts: Counts | undefined
  readonly change: (change: Partial<Search>) => void
}

/** What narrows the search, with how many agents each option leaves. On a phone it opens on demand. */
export function Filters({ search, counts, change }: Props) {
  const wide = useWide()
  const say = (count: number | undefined): string =>
    count === undefined ? '' : numeral(count) + (counts?.counted === 'at_least' ? '+' : '')
  const listed = (found: Counts['categories'] | undefined, chosen: string): readonly Option[] => {
    const known = (found ?? []).map(({ name, agents }) => ({
      value: name,
      title: name,
      count: say(agents),
    }))
    const missing =
      chosen === '' || known.some(({ value }) => value === chosen)
        ? []
        : [{ value: chosen, title: chosen }]
    return [{ value: '', title: 'Any' }, ...missing, ...known]
  }
  const active = [
    search.category,
    search.llm_provider,
    search.skill,
    search.verified_only,
    search.min_reputation,
  ].filter(Boolean).length
  return (
    <details class="filters" open={wide}>
      <summary>Filters{active > 0 && <span class="count">{active}</span>}</summary>
      <div class="filter-groups">
        <Options
          title="Verification"
          chosen={String(search.verified_only)}
          onChoose={(value) => change({ verified_only: value === 'true' })}
          options={[
            {
              value: 'false',
              title: 'Any',
              count: search.verified_only ? undefined : say(counts?.total),
            },
            { value: 'true', title: 'Verified only', count: say(counts?.verified) },
          ]}
        />
        <Options
          title="Category"
          chosen={search.category}
          onChoose={(category) => change({ category })}
          options={listed(counts?.categories, search.category)}
        />
        <Options
          title="LLM provider"
          chosen={search.llm_provider}
          onChoose={(llm_provider) => change({ llm_provider })}
          options={listed(counts?.llm_providers, search.llm_provider)}
        />
        <Options
          title="Reputation"
          chosen={String(search.min_reputation)}
          onChoose={(least) => change({ min_reputation: Number(least) })}
          options={LEAST.map((least) => ({
            value: String(least),
            title: least === 0 ? 'Any' : `${least} or better`,
          }))}
        />
        {search.skill !== '' && (
          <p>
            Offers <code>{search.skill}</code>{' '}
            <Button look="quiet" onClick={() => change({ skill: '' })}>
              Any skill
            </Button>
          </p>
        )}
        {active > 0 && (
          <Button
            onClick={() =>
              change({
                category: '',
                llm_provider: '',
                skill: '',
                verified_only: false,
                min_reputation: 0,
              })
            }
          >
            Clear filters
          </Button>
        )}
      </div>
    </details>
  )
}
