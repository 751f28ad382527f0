import { useCreatedKeys, type ApiKey } from '../../../api/organizations.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { QueryBoundary, Skeleton } from '../../../parts/feedback/query-boundary.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { DescriptionList } from '../../../parts/layout/page.tsx'
import { Id } from '../../../parts/text/copyable.tsx'
import { formatNumber } from '../../../parts/text/format.ts'
import { Time } from '../../../parts/text/time.tsx'
import { useOrganization, usePermission } from '../../../shell/current-user.tsx'
import { pageUrl } from '../../../urls.ts'
import { visibleName } from '../../../parts/text/visible.ts'

/** Shows how a key is used, and what it created. */
export const KeyDetailsDialog = ({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) => (
  <Dialog title={`API key ${visibleName(apiKey.name)}`} open onClose={onClose} wide>
    <div class="dialog-body">
      <DescriptionList
        items={[
          ['Identifier', <Id value={apiKey.key_id} label="key id" full />],
          [
            'Expires',
            apiKey.expires_at === undefined ? (
              'never'
            ) : (
              <Time at={apiKey.expires_at} format="exact" />
            ),
          ],
          ['Last used', <Time at={apiKey.last_used_at} format="exact" />],
          [
            'Last used from',
            apiKey.last_used_from === undefined ? undefined : <code>{apiKey.last_used_from}</code>,
          ],
          ['Unusual use', <UnusualUse use={apiKey.unusual_use} />],
          ['Keys created with it', <CreatedKeys apiKey={apiKey} />],
          ['Other activity', <OtherActivity apiKey={apiKey} />],
        ]}
      />
    </div>
    <div class="dialog-foot">
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    </div>
  </Dialog>
)

const OtherActivity = ({ apiKey: { key_id } }: { apiKey: ApiKey }) =>
  usePermission('audit:read') ? (
    <a href={pageUrl('audit', {}, { q: key_id })}>Audit records of this key</a>
  ) : (
    <span class="muted">An auditor, admin or owner can see its audit records.</span>
  )

const UNUSUAL_USES: Readonly<Record<string, string>> = {
  address_range: 'It was used from an address range that it had not used in 90 days.',
  scope: 'It was used with a scope that it had never used.',
}

function UnusualUse({ use }: { use: ApiKey['unusual_use'] }) {
  const canRevoke = usePermission('keys:write')
  if (!use) return <>none</>
  return (
    <div>
      <p>
        <Badge tone="warn">unusual</Badge> <code>{use.value}</code>{' '}
        <Time at={use.at} format="exact" />
      </p>
      <p class="muted small">
        {UNUSUAL_USES[use.kind]}{' '}
        {canRevoke
          ? 'If you do not recognize this use, revoke the key and replace it.'
          : 'If you do not recognize this use, ask an admin or owner to revoke the key.'}
      </p>
    </div>
  )
}

function CreatedKeys({ apiKey: { key_id } }: { apiKey: ApiKey }) {
  const created = useCreatedKeys(useOrganization().organization_id, key_id)
  return (
    <QueryBoundary query={created} fallback={<Skeleton lines={1} />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <>none</>
        ) : (
          <ul>
            {items.map(({ key_id: id, name, preview, revoked_at }) => (
              <li key={id}>
                {visibleName(name)} <code>{preview}…</code>{' '}
                {revoked_at !== undefined && <Badge>revoked</Badge>}
              </li>
            ))}
            {total > items.length && (
              <li class="muted">and {formatNumber(total - items.length)} more</li>
            )}
          </ul>
        )
      }
    </QueryBoundary>
  )
}
