import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface Props {
  readonly title: string
  readonly note?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A section of a page with its own heading. */
export function Panel({ title, note, actions, children }: Props) {
  const id = useId()
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p class="muted">{note}</p>}
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
