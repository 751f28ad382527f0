import { useState } from 'preact/hooks'
import { SEVERITIES, type Finding } from '../../api/images.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { FilterRow, FilterSearch, FilterSelect } from '../../parts/forms/filters.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { FindingItem } from './finding.tsx'

const PAGE_SIZE = 50
const keyOf = ({ id, location = '', package: part }: Finding): string =>
  `${id} ${location} ${part?.name ?? ''}`

/** Lists findings, most severe first. */
export function Findings({ findings, omitted }: { findings: readonly Finding[]; omitted: number }) {
  const [severity, setSeverity] = useState('')
  const [type, setType] = useState('')
  const [text, setText] = useState('')
  const [shown, setShown] = useState(PAGE_SIZE)
  const words = text.toLowerCase()
  const matches = (one: Finding) =>
    (severity === '' || one.severity === severity) &&
    (type === '' || one.type === type) &&
    `${one.id} ${one.title} ${one.location ?? ''} ${one.package?.name ?? ''}`
      .toLowerCase()
      .includes(words)
  const matching = findings.filter(matches)
  if (findings.length === 0)
    return <EmptyState title="No findings">Coverage lists what was assessed.</EmptyState>
  return (
    <section class="stack" aria-label="Findings">
      <h2>Findings</h2>
      <FilterRow>
        <FilterSearch
          label="Search"
          value={text}
          placeholder="identifier, package, path"
          onSearch={setText}
        />
        <FilterSelect
          label="Severity"
          value={severity}
          options={SEVERITIES}
          onChoose={setSeverity}
        />
        <FilterSelect
          label="Kind"
          value={type}
          options={[...new Set(findings.map((one) => one.type))]}
          onChoose={setType}
        />
      </FilterRow>
      {matching.length === 0 && <EmptyState title="No matching findings" />}
      <ul class="findings sheet">
        {matching.slice(0, shown).map((one) => (
          <FindingItem key={keyOf(one)} finding={one} />
        ))}
      </ul>
      {matching.length > shown && (
        <Button onClick={() => setShown(shown + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, matching.length - shown)} more of {matching.length - shown}
        </Button>
      )}
      {omitted > 0 && (
        <p class="muted">
          {omitted} more findings are not listed; they are included in the counts above.
        </p>
      )}
    </section>
  )
}
