import { useAddMember, type Role } from '../../api/members.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { say } from '../../shell/toasts.tsx'
import { RoleChoice } from './roles.tsx'

const FORM = 'add-member'

/** Adds a person, who can sign in from then on. */
export function AddMember({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { organization_id, name, role } = useOrganization()
  const add = useAddMember(organization_id)
  const close = () => { add.reset(); onClose() }
  const submit = (values: FormData) =>
    add.mutate({ email: String(values.get('email')).trim(), role: values.get('role') as Role }, {
      onSuccess: (member) => { say(`${member.email} belongs to ${name}.`); close() },
    })
  return (
    <Dialog title="Add member" open={open} onClose={close}>
      <div class="dialog-body">
        <Form id={FORM} error={add.error} onSubmit={submit}>
          <TextField label="E-mail address" name="email" type="email" autoComplete="off" autoFocus
            hint="No mail is sent now. The person signs in with a PIN sent to this address." />
          <RoleChoice chosen="admin" by={role} />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" form={FORM} look="primary" pending={add.isPending}>Add member</Button>
      </div>
    </Dialog>
  )
}
