import type { Agent } from '../../api/agents.ts'
import { Panel } from '../../parts/layout/page.tsx'
import { Markdown } from '../../parts/text/markdown.tsx'

/** Shows what the owner of an agent writes about it: the description of the registration, and that of the card if it says something else. */
export function About({ agent: { description, card } }: { agent: Agent }) {
  const onCard = card?.['description']
  const fromCard =
    typeof onCard === 'string' && onCard.trim() !== '' && onCard !== description
      ? onCard
      : undefined
  if (description === undefined && fromCard === undefined) return null
  return (
    <Panel title="About" note="written by its owner">
      <div class="author-text" role="group" aria-label="Description" tabIndex={0}>
        {description !== undefined && <Markdown text={description} />}
        {fromCard !== undefined && (
          <>
            {description !== undefined && <h3>From the agent card</h3>}
            <Markdown text={fromCard} />
          </>
        )}
      </div>
    </Panel>
  )
}
