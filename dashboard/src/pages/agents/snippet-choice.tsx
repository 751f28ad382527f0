import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ToggleGroup } from '../../parts/layout/view-switches.tsx'
import { CodeBlock } from '../../parts/text/copyable.tsx'

/** A program for one tool, and a note for its users. */
export interface Snippet {
  readonly title: string
  readonly text: string
  readonly note?: ComponentChildren
}

/** Shows one of several programs for the same purpose. `copied` names what the copy button copies. */
export function SnippetChoice({
  label,
  copied,
  snippets,
}: {
  label: string
  copied: string
  snippets: readonly [Snippet, ...Snippet[]]
}) {
  const [selected, setSelected] = useState(snippets[0].title)
  const { text, note } = snippets.find(({ title }) => title === selected)!
  return (
    <>
      <ToggleGroup
        label={label}
        options={snippets.map(({ title }) => ({ value: title, title }))}
        selected={selected}
        onSelect={setSelected}
      />
      <CodeBlock text={text} label={`${copied} ${selected}`} />
      {note}
    </>
  )
}
