import { Time } from '../../../parts/time/time.tsx'

interface Caller {
  readonly ip?: string | null
  readonly user_agent?: string | null
  readonly at?: string
}

/** Returns the callers that presented a token, from the metadata of an audit record. The first one was accepted. */
export const callersOf = (metadata: Readonly<Record<string, unknown>>): readonly Caller[] =>
  Array.isArray(metadata['callers']) ? (metadata['callers'] as Caller[]) : []

/** Lists the callers that presented a token, in order. */
export const Callers = ({ callers }: { callers: readonly Caller[] }) => (
  <ol class="callers">
    {callers.map(({ ip, user_agent, at }, index) => (
      <li key={index}>
        {index === 0 ? 'first' : 'again'} from <strong>{ip ?? 'an unknown address'}</strong>
        {user_agent && (
          <>
            , <code>{user_agent}</code>
          </>
        )}
        {at && (
          <>
            , <Time at={at} format="exact" />
          </>
        )}
      </li>
    ))}
  </ol>
)
