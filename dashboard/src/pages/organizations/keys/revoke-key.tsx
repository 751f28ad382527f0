import { useRevokeApiKey, type ApiKey } from '../../../api/api-keys.ts'
import { ConfirmDialog } from '../../../parts/feedback/confirm-dialog.tsx'
import { Time } from '../../../parts/time/time.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'

/** Ends a key for good. */
export function RevokeKeyDialog({
  apiKey: { key_id, name, preview, last_used_at },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) {
  const revoke = useRevokeApiKey(useOrganization().organization_id)
  const onRevoked = () => {
    toast(`The key ${name} is revoked.`)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Revoke API key"
      action="Revoke key"
      open
      onClose={onClose}
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(key_id, { onSuccess: onRevoked })}
    >
      <p>
        Whatever still uses <strong>{name}</strong> (<code>{preview}…</code>) is refused from its
        next request on, and so is whatever uses a key that was made with it. This cannot be undone.
      </p>
      <p class="muted">
        Last used: <Time at={last_used_at} />
      </p>
    </ConfirmDialog>
  )
}
