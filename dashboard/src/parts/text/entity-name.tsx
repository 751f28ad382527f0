import { shorten } from './id.tsx'

/** Shows an actor or a target of an audit record: people by e-mail address, others by type and identifier. */
export function EntityName({ type, id }: { type: string; id?: string }) {
  if (id?.includes('@')) return <>{id}</>
  return (
    <span>
      {type.replaceAll('_', ' ')}
      {id !== undefined && (
        <>
          {' '}
          <code title={id} class="muted small">
            {shorten(id)}
          </code>
        </>
      )}
    </span>
  )
}
