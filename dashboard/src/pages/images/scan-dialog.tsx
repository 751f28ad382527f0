import { useLocation } from 'preact-iso'
import { useScan } from '../../api/images.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'

const FORM = 'scan'

/** Requests the scan of an image and opens its report. */
export function ScanDialog({ onClose }: { onClose: () => void }) {
  const scan = useScan(useOrganization().organization_id)
  const { route } = useLocation()
  const submit = (values: FormData) =>
    scan.mutate(String(values.get('image_ref')).trim(), {
      onSuccess: ({ ref }) => route(pageUrl('images', {}, { ref })),
    })
  return (
    <Dialog title="Scan an image" open onClose={onClose}>
      <div class="dialog-body">
        <Form id={FORM} error={scan.error} onSubmit={submit}>
          <TextField
            label="Image"
            name="image_ref"
            class="mono"
            maxLength={512}
            autoFocus
            autoComplete="off"
            spellcheck={false}
            placeholder="acme/invoice-reader:1.4.0"
            hint="organization/name:tag, preceded by the host of the image registry unless it is the default one."
          />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={FORM} variant="primary" pending={scan.isPending}>
          Scan
        </Button>
      </div>
    </Dialog>
  )
}
