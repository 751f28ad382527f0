import type { Finding } from '../../api/images.ts'
import { SeverityBadge } from './labels.tsx'

const isWeb = (address: string): boolean => /^https?:\/\//.test(address)

/** Shows a finding, with details that can be expanded. */
export const FindingItem = ({
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
        {url !== undefined && isWeb(url) && (
          <p>
            <a href={url} target="_blank" rel="noreferrer">
              Read more
            </a>
          </p>
        )}
      </div>
    </details>
  </li>
)
