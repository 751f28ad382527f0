import { serverNow } from '../../../api/clock.ts'
import { useExpiringKeys, type ApiKey } from '../../../api/organizations.ts'
import { Time } from '../../../parts/text/time.tsx'
import { usePermission } from '../../../shell/current-user.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

const DAY_MS = 24 * 60 * 60_000
/** Days before a key expires at which its organization is warned (docs/specification/organizations.md#expiry-warnings). */
const [EARLY_DAYS, LATE_DAYS] = [14, 3]

/** Returns whether one of the two warnings about a key is due. A warning that was due before the key was created is omitted. */
function expiresSoon({ created_at, expires_at }: ApiKey): boolean {
  if (expires_at === undefined) return false
  const end = Date.parse(expires_at)
  return [EARLY_DAYS, LATE_DAYS].some(
    (days) => end - days * DAY_MS <= serverNow() && end - days * DAY_MS > Date.parse(created_at),
  )
}
const expiresVerySoon = ({ expires_at = '' }: ApiKey): boolean =>
  Date.parse(expires_at) - LATE_DAYS * DAY_MS <= serverNow()

/** Lists the keys that expire soon; see `expiresSoon`. */
export function ExpiryNotice({ organization_id }: { organization_id: string }) {
  const canReplace = usePermission('keys:write')
  const keys = useExpiringKeys(organization_id, EARLY_DAYS * DAY_MS)
  const expiring = keys.data?.items.filter(expiresSoon) ?? []
  if (expiring.length === 0) return null
  const pronoun = expiring.length === 1 ? 'it' : 'them'
  return (
    <div class={expiring.some(expiresVerySoon) ? 'notice bad' : 'notice warn'} role="status">
      <div>
        <p>
          {expiring.length === 1 ? 'This key expires soon.' : 'These keys expire soon.'} Requests
          with an expired key are rejected, so{' '}
          {canReplace
            ? `replace ${pronoun} in time:`
            : `ask an admin or owner to replace ${pronoun} in time:`}
        </p>
        <ul>
          {expiring.map(({ key_id, name, expires_at }) => (
            <li key={key_id}>
              <strong>{visibleName(name)}</strong> expires <Time at={expires_at} format="exact" />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
