import { useEffect, useId, useState } from 'preact/hooks'
import { useAgentSearch, useNamedAgent } from '../../api/agent.ts'
import { Button } from '../../parts/button.tsx'
import { Id, shortened } from '../../parts/id.tsx'
import { useIssue } from '../../parts/form.tsx'
import { AgentOptions, type AgentOption } from './agent-options.tsx'

const PAUSE_MS = 200
/** What is long and without spaces may be an identifier, also of an agent that the public search does not show. */
const mayBeId = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_.:~+/=@-]{19,255}$/.test(text)

function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type Found = NonNullable<ReturnType<typeof useAgentSearch>['data']>['items'][number]
interface Props {
  readonly chosen: string | undefined
  readonly onChoose: (svc_id: string | undefined) => void
}

/** Finds an agent by its name, or takes its identifier. */
export const AgentPicker = ({ chosen, onChoose }: Props) =>
  chosen === undefined ? (
    <Search onChoose={onChoose} />
  ) : (
    <Chosen svc_id={chosen} onChoose={onChoose} />
  )

function Chosen({ svc_id, onChoose }: { svc_id: string; onChoose: Props['onChoose'] }) {
  const { data, error } = useNamedAgent(svc_id)
  const issue = useIssue('agent_id')
  return (
    <div class="field">
      <span class="label">Agent</span>
      <div class="picker-chosen">
        <span class="two-lines">
          <strong>
            {data
              ? `${data.name} ${data.version}`
              : error
                ? 'An agent that cannot be read'
                : 'Agent'}
          </strong>
          <Id value={svc_id} of="agent id" />
        </span>
        <Button onClick={() => onChoose(undefined)}>Change</Button>
      </div>
      {issue !== undefined && <p class="issue">Agent {issue}.</p>}
    </div>
  )
}

const optionOf = ({
  svc_id,
  name,
  version,
  publisher,
  verification_status,
  ownership,
  deprecated,
}: Found): AgentOption => {
  const about = [
    verification_status,
    ownership === 'proved' ? 'owned' : 'claimed',
    ...(deprecated ? ['deprecated'] : []),
  ]
  return {
    svc_id,
    title: `${name} ${version}`,
    note: [...about, publisher ?? shortened(svc_id)].join(', '),
  }
}

function Search({ onChoose }: { onChoose: Props['onChoose'] }) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const q = useSettled(text.trim())
  const { data, error, isFetching } = useAgentSearch(q)
  const typed: readonly AgentOption[] = mayBeId(text.trim())
    ? [
        {
          svc_id: text.trim(),
          title: 'The agent with this identifier',
          note: shortened(text.trim()),
        },
      ]
    : []
  const found = error || !data ? [] : data.items.map(optionOf)
  const options = [...typed, ...found]
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt(Math.min(options.length - 1, Math.max(0, at + step)))
    if (event.key === 'Enter' && options[at]) onChoose(options[at].svc_id)
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }
  return (
    <div class="field">
      <label for={id}>Agent</label>
      <input
        id={id}
        type="search"
        role="combobox"
        list={undefined}
        autoFocus
        autoComplete="off"
        spellcheck={false}
        placeholder="Name or identifier"
        value={text}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-${at}` : undefined}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <AgentOptions
        id={id}
        of={options}
        at={at}
        onChoose={onChoose}
        state={error ? 'refused' : isFetching || q !== text.trim() ? 'searching' : 'settled'}
      />
    </div>
  )
}
