import { ReasonField, reasonFrom } from '../reason-field.tsx'
import type { FleetAction } from '../../../api/fleet-action.ts'
import { TextField } from '../../../parts/forms/field.tsx'
import { RevocationFields, revocationOptionsFrom } from '../revoke.tsx'

interface Words {
  readonly title: string
  /** The label of the button that confirms. */
  readonly verb: string
  readonly participle: string
  /** What the action does to each installation. */
  readonly effect: string
}

/** The titles and descriptions of the actions. */
export const ACTION_WORDS: Readonly<Record<FleetAction['action'], Words>> = {
  pause: {
    title: 'Pause',
    verb: 'Pause',
    participle: 'paused',
    effect: 'They receive no tasks until they are resumed. They keep their credentials.',
  },
  resume: {
    title: 'Resume',
    verb: 'Resume',
    participle: 'resumed',
    effect: 'They receive tasks again.',
  },
  label: {
    title: 'Label',
    verb: 'Label',
    participle: 'labelled',
    effect: 'Labels that are not listed here are not changed.',
  },
  revoke: {
    title: 'Revoke',
    verb: 'Revoke',
    participle: 'revoked',
    effect:
      'Their tokens are rejected immediately, except for heartbeats until the time to finish has passed. This cannot be undone, but the agents can be installed again.',
  },
}

/** Edits the parameters of an action. */
export function ActionFields({ type }: { type: FleetAction['action'] }) {
  if (type === 'revoke') return <RevocationFields />
  if (type === 'label')
    return (
      <>
        <TextField
          label="Add or change"
          name="labels"
          optional
          autoComplete="off"
          placeholder="env=prod, team=finance"
          hint="Separated by commas. At most 16 labels for each installation."
        />
        <TextField
          label="Remove"
          name="remove"
          optional
          autoComplete="off"
          placeholder="legacy"
          hint="Keys, separated by commas."
        />
      </>
    )
  return <ReasonField hint="Visible to the agent and in the audit log." />
}

/** Returns the parts of a list that is separated by commas or spaces. */
export const listFrom = (text: FormDataEntryValue | null): readonly string[] =>
  String(text ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')

/** Reads an action from the fields of `ActionFields`. */
export function actionFrom(type: FleetAction['action'], values: FormData): FleetAction {
  if (type === 'revoke') return { action: type, ...revocationOptionsFrom(values) }
  if (type === 'label')
    return {
      action: type,
      labels: [...listFrom(values.get('labels'))],
      remove_labels: [...listFrom(values.get('remove'))],
    }
  return { action: type, ...reasonFrom(values) }
}
