export interface AgentOption {
  readonly svc_id: string
  readonly title: string
  readonly note: string
}
interface Props {
  readonly id: string
  readonly options: readonly AgentOption[]
  readonly active: number
  readonly state: 'searching' | 'done' | 'rejected'
  readonly onChoose: (svc_id: string) => void
}

const MESSAGES = {
  searching: 'Searching…',
  done: 'No public agent has this name. You can also enter the identifier of one of your agents.',
  rejected: 'Your plan does not include search by name. Paste the identifier of the agent.',
}

/** Lists the matching agents. The size of the list is fixed, so that nothing moves while the user types. */
export const AgentOptions = ({ id, options, active, state, onChoose }: Props) => (
  <div class="picker-options">
    <ul role="listbox" id={`${id}-list`} aria-label="Agents">
      {options.map(({ svc_id, title, note }, index) => (
        <li
          key={svc_id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(svc_id)}
        >
          <span>{title}</span>
          <span class="muted small">{note}</span>
        </li>
      ))}
    </ul>
    {options.length === 0 && (
      <p class="muted" role="status">
        {MESSAGES[state]}
      </p>
    )}
  </div>
)
