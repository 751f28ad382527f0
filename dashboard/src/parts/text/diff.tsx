import { useMemo } from 'preact/hooks'
import { diffLines } from './line-diff.ts'

const SIGNS = { same: ' ', added: '+', removed: '-' }
const SPOKEN = { same: '', added: 'added: ', removed: 'removed: ' }

/** Shows the difference between two texts line by line. */
export function Diff({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = useMemo(() => diffLines(before.split('\n'), after.split('\n')), [before, after])
  if (lines.every(({ kind }) => kind === 'same')) return <p class="muted">No changes.</p>
  return (
    <pre class="diff" tabIndex={0} aria-label={label}>
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={kind}>
          <span aria-hidden="true">{SIGNS[kind]} </span>
          <span class="hidden">{SPOKEN[kind]}</span>
          {text}
          {'\n'}
        </div>
      ))}
    </pre>
  )
}
