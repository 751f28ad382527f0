import { useId, useState } from 'preact/hooks'
import { useAgentSuggestions, useCachedAgent } from '../../../api/agents.ts'
import { isProblem } from '../../../api/problem.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { useDebouncedText } from '../../../parts/forms/filters.tsx'
import { Id, shorten } from '../../../parts/text/copyable.tsx'
import { useFieldIssue } from '../../../parts/forms/form.tsx'
import { agentTitle, visibleName } from '../../../parts/text/visible.ts'

/** Matches the identifiers of agents. */
const IDENTIFIER = /^(?=.{1,256}$)[A-Za-z0-9](\.?[A-Za-z0-9_:~+/=@-])*\.?$/
/** The length in characters from which a text that may be an identifier is unlikely to be a name. */
const LONG_ID = 20

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

/**
 * Returns the agents that a search has found, and the one that has the text as its identifier, which the public search may not find. This
 * one is first if the text is unlikely to be a name; otherwise it is last, and offered only when the search has ended.
 */
function optionsFor(
  text: string,
  found: readonly AgentOption[],
  searching: boolean,
): readonly AgentOption[] {
  const exact = found.find(({ svc_id }) => svc_id === text)
  if (exact) return [exact, ...found.filter((option) => option !== exact)]
  if (!IDENTIFIER.test(text)) return found
  const byId = { svc_id: text, title: 'The agent with this identifier', note: shorten(text) }
  if (text.length >= LONG_ID) return [byId, ...found]
  return searching ? found : [...found, byId]
}

function AgentSearchField({ onSelect }: { onSelect: AgentPickerProps['onSelect'] }) {
  const id = useId()
  const [q, setQ] = useState('')
  const [text, setText] = useDebouncedText(q, setQ)
  const [position, setPosition] = useState(0)
  const search = useAgentSuggestions(q.trim())
  const searching = search.isFetching || q !== text
  const found = search.data?.items.map(toOption) ?? []
  const options = optionsFor(text.trim(), found, searching)
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
        {found.length === 0 && <NoOptions search={search} searching={searching} />}
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
