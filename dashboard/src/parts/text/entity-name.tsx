import { shorten } from './id.tsx'

/** Somebody or something on record: people by their address, others by what they are and their identifier. */
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
