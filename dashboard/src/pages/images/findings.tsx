import { useState } from 'preact/hooks'
import { SEVERITIES, type Finding } from '../../api/images.ts'
import { Empty } from '../../parts/empty.tsx'
import { FilterRow, FilterSearch, FilterSelect } from '../../parts/filters.tsx'
import { Button } from '../../parts/button.tsx'
import { FindingItem } from './finding.tsx'

const AT_ONCE = 50
const keyOf = ({ id, location = '', package: part }: Finding): string =>
  `${id} ${location} ${part?.name ?? ''}`

/** What was found, the most severe first. */
export function Findings({ findings, omitted }: { findings: readonly Finding[]; omitted: number }) {
  const [severity, setSeverity] = useState('')
  const [type, setType] = useState('')
  const [text, setText] = useState('')
  const [shown, setShown] = useState(AT_ONCE)
  const words = text.toLowerCase()
  const fits = (one: Finding) =>
    (severity === '' || one.severity === severity) &&
    (type === '' || one.type === type) &&
    `${one.id} ${one.title} ${one.location ?? ''} ${one.package?.name ?? ''}`
      .toLowerCase()
      .includes(words)
  const found = findings.filter(fits)
  if (findings.length === 0)
    return <Empty title="Nothing was found">What was compared is listed under Coverage.</Empty>
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
        <FilterSelect label="Severity" value={severity} of={SEVERITIES} onChoose={setSeverity} />
        <FilterSelect
          label="Kind"
          value={type}
          of={[...new Set(findings.map((one) => one.type))]}
          onChoose={setType}
        />
      </FilterRow>
      {found.length === 0 && <Empty title="No finding fits" />}
      <ul class="findings sheet">
        {found.slice(0, shown).map((one) => (
          <FindingItem key={keyOf(one)} finding={one} />
        ))}
      </ul>
      {found.length > shown && (
        <Button onClick={() => setShown(shown + AT_ONCE)}>
          Show {Math.min(AT_ONCE, found.length - shown)} more of {found.length - shown}
        </Button>
      )}
      {omitted > 0 && (
        <p class="muted">The list has no room for {omitted} more; the numbers above count them.</p>
      )}
    </section>
  )
}
