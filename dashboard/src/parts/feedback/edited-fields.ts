import { useRef } from 'preact/hooks'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Returns the form field that an event targets. A field that only confirms an action is ignored: its text is not worth keeping. */
const fieldOf = (target: EventTarget | null): Field | undefined =>
  (target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement) &&
  target.form !== null &&
  target.name !== 'confirm'
    ? target
    : undefined

const isToggle = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'
const valueOf = (field: Field): string | boolean => (isToggle(field) ? field.checked : field.value)

/**
 * Remembers which fields the user has changed. The initial value of a field is recorded when it gets the focus. A click does not focus a
 * checkbox in every browser, so if it has not been focused, its value is recorded on its first change; a radio button is compared with its
 * default. Fields that are no
 * longer shown, because their form was sent, do not count.
 */
export function useEditedFields() {
  const initial = useRef(new Map<Field, string | boolean>())
  const edited = useRef(new Set<Field>())
  const hasChanged = (field: Field) =>
    field.isConnected &&
    (field.type === 'radio'
      ? valueOf(field) !== (field as HTMLInputElement).defaultChecked
      : valueOf(field) !== initial.current.get(field))
  const remember = (field: Field, value: string | boolean) => {
    if (!initial.current.has(field)) initial.current.set(field, value)
  }
  return {
    onFocusIn({ target }: Event) {
      const field = fieldOf(target)
      if (field) remember(field, valueOf(field))
    },
    onInput({ target }: Event) {
      const field = fieldOf(target)
      if (!field) return
      if (isToggle(field)) remember(field, !field.checked)
      edited.current.add(field)
    },
    haveChanged: () => [...edited.current].some(hasChanged),
  }
}
