import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../forms/button.tsx'

interface Props {
  readonly question: string
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** Asks whether to discard unsaved changes. It has the focus while it is shown, and then returns it. */
export function DiscardQuestion({ question, onKeep, onDiscard }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const before = document.activeElement
    ref.current!.querySelector('button')!.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <div ref={ref} class="discard-question" role="group" aria-labelledby={id}>
      <p id={id}>{question}</p>
      <Button onClick={onKeep}>Keep editing</Button>
      <Button variant="danger" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  )
}
