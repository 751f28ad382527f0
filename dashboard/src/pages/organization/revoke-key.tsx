import { useRevokeApiKey, type ApiKey } from '../../api/keys.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Time } from '../../parts/time.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { say } from '../../shell/toasts.tsx'

/** Ends a key for good. */
export function RevokeKey({
  apiKey: { key_id, name, preview, last_used_at },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) {
  const revoke = useRevokeApiKey(useOrganization().organization_id)
  const gone = () => {
    say(`The key ${name} is revoked.`)
    onClose()
  }
  return (
    <Confirm
      title="Revoke API key"
      deed="Revoke key"
      open
      onClose={onClose}
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(key_id, { onSuccess: gone })}
    >
      <p>
        Whatever still uses <strong>{name}</strong> (<code>{preview}…</code>) is refused from its
        next request on, and so is whatever uses a key that was made with it. This cannot be undone.
      </p>
      <p class="muted">
        Last used: <Time at={last_used_at} />
      </p>
    </Confirm>
  )
}
