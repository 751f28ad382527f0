import { useEffect, useId, useState } from 'preact/hooks'
import { useAgentSuggestions, useCachedAgent } from '../../../api/agents.ts'
import { isProblem } from '../../../api/problem.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { Id, shorten } from '../../../parts/text/copyable.tsx'
import { useFieldIssue } from '../../../parts/forms/form.tsx'
import { agentTitle, visibleName } from '../../../parts/text/visible.ts'

const DEBOUNCE_MS = 200
/** Returns whether a string may be an identifier, possibly of an agent that the public search does not find. */
const looksLikeId = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9_.:~+/=@-]{19,255}$/.test(text)

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

type SuggestedAgent = NonNullable<ReturnType<typeof useAgentSuggestions>['data']>['items'][number]
interface AgentPickerProps {
  readonly selected: string | undefined
  readonly onSelect: (svc_id: string | undefined) => void
}

/** Selects an agent by name or identifier. */
export const AgentPicker = ({ selected, onSelect }: AgentPickerProps) =>
  selected === undefined ? (
    <AgentSearchField onSelect={onSelect} />
  ) : (
    <SelectedAgent svc_id={selected} onSelect={onSelect} />
  )

function SelectedAgent({
  svc_id,
  onSelect,
}: {
  svc_id: string
  onSelect: AgentPickerProps['onSelect']
}) {
  const { data, error } = useCachedAgent(svc_id)
  const issue = useFieldIssue('agent_id')
  return (
    <div class="field">
      <span class="label">Agent</span>
      <div class="picker-chosen">
        <span class="two-lines">
          <strong>
            {data ? agentTitle(data) : isProblem(error, 404) ? 'Unknown agent' : 'Agent'}
          </strong>
          <Id value={svc_id} label="agent id" />
        </span>
        <Button onClick={() => onSelect(undefined)}>Change</Button>
      </div>
      {issue !== undefined && <p class="issue">Agent {issue}.</p>}
    </div>
  )
}

const toOption = ({
  svc_id,
  name,
  version,
  publisher,
  verification_status,
  ownership,
  deprecated,
}: SuggestedAgent): AgentOption => {
  const labels = [
    verification_status,
    ownership === 'proved' ? 'owned' : 'claimed',
    ...(deprecated ? ['deprecated'] : []),
  ]
  return {
    svc_id,
    title: agentTitle({ name, version }),
    note: visibleName([...labels, publisher ?? shorten(svc_id)].join(', ')),
  }
}

function AgentSearchField({ onSelect }: { onSelect: AgentPickerProps['onSelect'] }) {
  const id = useId()
  const [text, setText] = useState('')
  const [position, setPosition] = useState(0)
  const q = useDebounced(text.trim())
  const search = useAgentSuggestions(q)
  const typed: readonly AgentOption[] = looksLikeId(text.trim())
    ? [
        {
          svc_id: text.trim(),
          title: 'The agent with this identifier',
          note: shorten(text.trim()),
        },
      ]
    : []
  const options = [...typed, ...(search.data?.items.map(toOption) ?? [])]
  const closestTo = (wanted: number) => Math.max(0, Math.min(options.length - 1, wanted))
  // The options change when results arrive, so the position may be beyond the end of the list.
  const active = closestTo(position)
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setPosition(closestTo(active + step))
    if (event.key === 'Enter' && options[active]) onSelect(options[active].svc_id)
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
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setPosition(0)
        }}
        onKeyDown={onKey}
      />
      {/* The size of the list is fixed, so that nothing moves while the user types. */}
      <div class="picker-options">
        <AgentOptions id={id} options={options} active={active} onSelect={onSelect} />
        {options.length === 0 && (
          <NoOptions search={search} searching={search.isFetching || q !== text.trim()} />
        )}
      </div>
    </div>
  )
}

interface AgentOption {
  readonly svc_id: string
  readonly title: string
  readonly note: string
}
interface AgentOptionsProps {
  readonly id: string
  readonly options: readonly AgentOption[]
  readonly active: number
  readonly onSelect: (svc_id: string) => void
}

const AgentOptions = ({ id, options, active, onSelect }: AgentOptionsProps) => (
  <ul role="listbox" id={`${id}-list`} aria-label="Agents">
    {options.map(({ svc_id, title, note }, index) => (
      <li
        key={svc_id}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === active}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onSelect(svc_id)}
      >
        <span>{title}</span>
        <span class="muted small">{note}</span>
      </li>
    ))}
  </ul>
)

/** Explains why no agent is listed. A plan without the search is not a failure, because an identifier can be entered instead. */
function NoOptions({
  search: { error, refetch },
  searching,
}: {
  search: Pick<ReturnType<typeof useAgentSuggestions>, 'error' | 'refetch'>
  searching: boolean
}) {
  if (error && !searching && !isProblem(error, 402))
    return <Failure error={error} retry={refetch} />
  return (
    <p class="muted" role="status">
      {searching
        ? 'Searching…'
        : error
          ? 'Your plan does not include agent search. Enter the agent’s identifier instead.'
          : 'No public agent has this name. You can also enter the identifier of one of your agents.'}
    </p>
  )
}
