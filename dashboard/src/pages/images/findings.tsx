import { useState } from 'preact/hooks'
import { SEVERITIES, type Finding } from '../../api/images.ts'
import { EmptyState } from '../../parts/feedback/query-boundary.tsx'
import { FilterRow, FilterSearch, FilterSelect } from '../../parts/forms/filters.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { SeverityBadge } from './scan-badge.tsx'

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
  const matches = (finding: Finding) =>
    (severity === '' || finding.severity === severity) &&
    (type === '' || finding.type === type) &&
    `${finding.id} ${finding.title} ${finding.location ?? ''} ${finding.package?.name ?? ''}`
      .toLowerCase()
      .includes(words)
  const matching = findings.filter(matches)
  if (findings.length === 0)
    return <EmptyState title="No findings">See Coverage for what was assessed.</EmptyState>
  return (
    <section class="stack" aria-label="Findings">
      <h2>Findings</h2>
      <FilterRow>
        <FilterSearch
          label="Search"
          value={text}
          placeholder="Identifier, package or path"
          onSearch={setText}
        />
        <FilterSelect
          label="Severity"
          value={severity}
          options={SEVERITIES}
          onSelect={setSeverity}
        />
        <FilterSelect
          label="Type"
          value={type}
          options={[...new Set(findings.map((finding) => finding.type))]}
          onSelect={setType}
        />
      </FilterRow>
      {matching.length === 0 && <EmptyState title="No matching findings" />}
      <ul class="findings sheet">
        {matching.slice(0, shown).map((finding) => (
          <FindingItem key={keyOf(finding)} finding={finding} />
        ))}
      </ul>
      {matching.length > shown && (
        <Button onClick={() => setShown(shown + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, matching.length - shown)} more of {matching.length - shown}
        </Button>
      )}
      {omitted > 0 && (
        <p class="muted">
          {omitted === 1 ? 'One more finding is' : `${omitted} more findings are`} not listed, but
          included in the counts above.
        </p>
      )}
    </section>
  )
}

const isWebUrl = (url: string): boolean => /^https?:\/\//.test(url)

/** Shows a finding, with details that can be expanded. */
const FindingItem = ({
  finding: {
    id,
    type,
    severity,
    score,
    title,
    detail,
    location,
    package: part,
    fixed_version,
    aliases = [],
    url,
  },
}: {
  finding: Finding
}) => (
  <li>
    <details>
      <summary>
        <SeverityBadge severity={severity} />
        <span class="finding-title">{title}</span>
        <span class="muted finding-where">
          {part ? (
            <code>
              {part.name} {part.version}
            </code>
          ) : (
            location !== undefined && <code>{location}</code>
          )}
        </span>
      </summary>
      <div class="finding-body">
        <p>{detail}</p>
        <p class="muted small">
          {[id, ...aliases].join(', ')} · {type}
          {score !== undefined && ` · CVSS ${score}`}
          {part && ` · ${part.ecosystem}`}
          {location !== undefined && ` · ${location}`}
        </p>
        {fixed_version !== undefined && (
          <p>
            Fixed in <code>{fixed_version}</code>.
          </p>
        )}
        {url !== undefined && isWebUrl(url) && (
          <p>
            <a href={url} target="_blank" rel="noreferrer">
              View advisory
            </a>
          </p>
        )}
      </div>
    </details>
  </li>
)
