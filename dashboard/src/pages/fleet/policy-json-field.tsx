import { useState } from 'preact/hooks'
import type { PolicyContent } from '../../api/fleet-policy.ts'
import { AreaField } from '../../parts/field.tsx'
import { jsonOf, readPolicy } from './policy-json.ts'

interface Props {
  readonly content: PolicyContent
  readonly onChange: (content: PolicyContent) => void
  readonly onIssues: (issues: readonly string[]) => void
}

/** The whole policy as JSON; what is wrong with it is told while it is typed. */
export function PolicyJsonField({ content, onChange, onIssues }: Props) {
  const [text, setText] = useState(() => jsonOf(content))
  const type = (next: string) => {
    setText(next)
    const read = readPolicy(next)
    onIssues(read.kind === 'refused' ? read.issues : [])
    if (read.kind === 'read') onChange(read.content)
  }
  return (
    <AreaField
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
