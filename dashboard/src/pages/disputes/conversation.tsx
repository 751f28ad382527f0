import { useRef } from 'preact/hooks'
import { useComment, type Dispute } from '../../api/disputes.ts'
import { Button } from '../../parts/button.tsx'
import { AreaField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'

const MOST = 20

interface Props {
  readonly dispute: Dispute
  readonly nameOf: (organization_id: string) => string
  /** Whether whoever reads it belongs to one of the two organizations, and so can say something. */
  readonly party?: boolean
}

/** What both organizations say, until the operator decides. */
export function Conversation({ dispute, nameOf, party = true }: Props) {
  const comments = dispute.comments ?? []
  return (
    <Panel title="Comments" note={`${comments.length} of at most ${MOST}`}>
      {comments.length === 0 && <p class="muted">Nothing is said yet. Both organizations can.</p>}
      {comments.length > 0 && (
        <ol class="comments">
          {comments.map(({ organization_id, text, created_at }) => (
            <li key={created_at}>
              <p class="row">
                <strong>{nameOf(organization_id)}</strong>
                <span class="muted">
                  <Time at={created_at} />
                </span>
              </p>
              <p class="said">{text}</p>
            </li>
          ))}
        </ol>
      )}
      {party && dispute.decided_at === undefined && comments.length < MOST && (
        <Say dispute_id={dispute.dispute_id} />
      )}
      {dispute.decided_at !== undefined && (
        <p class="muted">The dispute is decided; nothing more can be said.</p>
      )}
    </Panel>
  )
}

function Say({ dispute_id }: { dispute_id: string }) {
  const comment = useComment(dispute_id)
  const box = useRef<HTMLDivElement>(null)
  const clear = () => {
    const area = box.current?.querySelector('textarea')
    if (area) area.value = ''
  }
  return (
    <div ref={box}>
      <Form
        error={comment.error}
        onSubmit={(values) =>
          comment.mutate(String(values.get('text')).trim(), { onSuccess: clear })
        }
      >
        <AreaField
          label="Comment"
          name="text"
          rows={3}
          maxLength={2000}
          hint="Both organizations and the operator read it."
        />
        <div class="actions">
          <Button type="submit" pending={comment.isPending}>
            Comment
          </Button>
        </div>
      </Form>
    </div>
  )
}
