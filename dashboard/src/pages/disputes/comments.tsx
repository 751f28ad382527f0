import { useRef } from 'preact/hooks'
import { useAddComment, type Dispute } from '../../api/disputes.ts'
import { Button } from '../../parts/forms/button.tsx'
import { TextAreaField } from '../../parts/forms/field.tsx'
import { textOf, Form } from '../../parts/forms/form.tsx'
import { Panel } from '../../parts/layout/page.tsx'
import { Time } from '../../parts/text/time.tsx'
import { visibleText } from '../../parts/text/visible.ts'

const MAX_COMMENTS_OF_ORGANIZATION = 20

interface Props {
  readonly dispute: Dispute
  readonly nameOf: (organization_id: string) => string
  /** Those of the two organizations for which the user can comment. */
  readonly commenters: readonly string[]
}

/** Shows the comments of both organizations, each of which can add some until the dispute is decided. */
export function Comments({ dispute, nameOf, commenters }: Props) {
  const comments = dispute.comments ?? []
  const isDecided = dispute.decided_at !== undefined
  const mayAdd = commenters.filter(
    (id) =>
      comments.filter(({ organization_id }) => organization_id === id).length <
      MAX_COMMENTS_OF_ORGANIZATION,
  )
  return (
    <Panel title="Comments" note={String(comments.length)}>
      {comments.length === 0 && (
        <p class="muted">
          {isDecided ? 'No comments.' : 'No comments yet. Both organizations can comment.'}
        </p>
      )}
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
              <p class="quoted-text">{visibleText(text)}</p>
            </li>
          ))}
        </ol>
      )}
      {!isDecided && mayAdd.length > 0 && <CommentForm dispute_id={dispute.dispute_id} />}
      {!isDecided && commenters.length > 0 && mayAdd.length === 0 && (
        <p class="muted">
          Your organization has added {MAX_COMMENTS_OF_ORGANIZATION} comments, the most that it can.
        </p>
      )}
      {isDecided && <p class="muted">This dispute has been decided and is closed to comments.</p>}
    </Panel>
  )
}

function CommentForm({ dispute_id }: { dispute_id: string }) {
  const comment = useAddComment(dispute_id)
  const container = useRef<HTMLDivElement>(null)
  const clear = () => {
    const area = container.current?.querySelector('textarea')
    if (area) area.value = ''
  }
  return (
    <div ref={container}>
      <Form
        error={comment.error}
        onSubmit={(values) => comment.mutate(textOf(values, 'text'), { onSuccess: clear })}
      >
        <TextAreaField
          label="Comment"
          name="text"
          rows={3}
          maxLength={2000}
          hint="Visible to both organizations and the operator."
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
