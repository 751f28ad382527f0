import { useState } from 'preact/hooks'
import type { PolicyContent } from '../../api/policies.ts'
import { TextAreaField } from '../../parts/forms/field.tsx'
import { formatPolicy, parsePolicy } from './json.ts'

interface Props {
  readonly content: PolicyContent
  readonly onChange: (content: PolicyContent) => void
  readonly onIssues: (issues: readonly string[]) => void
}

/** Edits the policy as JSON, and reports its issues while the user types. */
export function PolicyJsonField({ content, onChange, onIssues }: Props) {
  const [text, setText] = useState(() => formatPolicy(content))
  const type = (next: string) => {
    setText(next)
    const parsed = parsePolicy(next)
    onIssues(parsed.kind === 'invalid' ? parsed.issues : [])
    if (parsed.kind === 'valid') onChange(parsed.content)
  }
  return (
    <TextAreaField
      label="Policy as JSON"
      name="content"
      class="mono"
      spellcheck={false}
      rows={24}
      value={text}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
