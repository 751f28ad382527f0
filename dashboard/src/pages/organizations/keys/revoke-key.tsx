import { useRevokeApiKey, type ApiKey } from '../../../api/api-keys.ts'
import { ConfirmDialog } from '../../../parts/feedback/confirm-dialog.tsx'
import { Time } from '../../../parts/time/time.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'

/** Revokes a key after a confirmation. */
export function RevokeKeyDialog({
  apiKey: { key_id, name, preview, last_used_at },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) {
  const revoke = useRevokeApiKey(useOrganization().organization_id)
  const onRevoked = () => {
    toast(`Key ${name} revoked.`)
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
        Requests with <strong>{name}</strong> (<code>{preview}…</code>) are rejected at once, and so
        are requests with keys that were created with it. This cannot be undone.
      </p>
      <p class="muted">
        Last used: <Time at={last_used_at} />
      </p>
    </ConfirmDialog>
  )
}
