import type { ComponentChildren } from 'preact'
import type { Agent } from '../../../api/agents.ts'
import { useReadVouch, type Vouch, type VouchFinding } from '../../../api/vouch.ts'
import { Badge } from '../../../parts/badges/badge.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { DescriptionList } from '../../../parts/layout/description-list.tsx'
import { TextAreaField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Id } from '../../../parts/text/id.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { Time } from '../../../parts/time/time.tsx'
import { VouchedForBadge } from '../../../parts/badges/vouched-for.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'

/** Reads what the platform says of an answer, and keeps it apart from what an agent signs. */
export function VouchReader({ agent: { svc_id } }: { agent: Agent }) {
  const {
    session: { issuer },
  } = useCurrentUser()
  const read = useReadVouch()
  return (
    <Panel title="Read a vouch">
      <div class="columns verify">
        <p class="muted measure">
          An answer may carry <code>X-Svc-Vouch</code>: in it the registry says which organization
          runs the agent that answered. It is the registry’s word about that organization, not the
          agent’s about the answer. So it never counts as signed and never as verified, and it is no
          reason to let anybody in.
        </p>
        <div class="stack">
          <Form
            error={read.error}
            onSubmit={(values) =>
              read.mutate({ statement: String(values.get('statement')), svc_id, issuer })
            }
          >
            <TextAreaField
              label="X-Svc-Vouch"
              name="statement"
              class="mono"
              rows={3}
              spellcheck={false}
              hint="The header of an answer. It is compared with the registry’s published keys, here in your browser."
            />
            <div>
              <Button type="submit" pending={read.isPending}>
                Read it
              </Button>
            </div>
          </Form>
          <div role="status">
            {read.data && !read.error && (
              <div class="stack verdict vouch">
                <VouchResult finding={read.data} />
              </div>
            )}
          </div>
        </div>
      </div>
    </Panel>
  )
}

function VouchResult({ finding: found }: { finding: VouchFinding }) {
  switch (found.kind) {
    case 'unreadable':
      return (
        <InvalidVouch>
          This is no statement of a registry. Copy the whole value of the header.
        </InvalidVouch>
      )
    case 'not_signed':
      return <InvalidVouch>No key of this registry has signed it, so it says nothing.</InvalidVouch>
    case 'other_platform':
      return (
        <InvalidVouch>It names another platform as its issuer: {found.vouch.issuer}.</InvalidVouch>
      )
    case 'other_agent':
      return (
        <InvalidVouch>
          It is about another agent: <code>{found.vouch.svc_id}</code>.
        </InvalidVouch>
      )
    case 'cannot_check':
      return (
        <InvalidVouch>
          This browser cannot check Ed25519 signatures, so nothing can be said about it.
        </InvalidVouch>
      )
    case 'expired':
      return (
        <InvalidVouch>
          It has expired <Time at={found.vouch.expires_at} />; have a new one made.
        </InvalidVouch>
      )
    case 'vouched':
      return <ValidVouch vouch={found.vouch} />
  }
}

const InvalidVouch = ({ children }: { children: ComponentChildren }) => (
  <>
    <p>
      <Badge tone="bad">worthless</Badge>
    </p>
    <p>{children}</p>
  </>
)

const ValidVouch = ({
  vouch: { issued_to, request_body_hash, issued_at, expires_at },
}: {
  vouch: Vouch
}) => (
  <>
    <p>
      <VouchedForBadge organization_id={issued_to.organization_id} />
    </p>
    <p>
      The registry says that this organization runs the agent. Whether the agent itself made the
      answer, this does not tell.
    </p>
    <DescriptionList
      items={[
        [
          'Organization',
          <Id key="organization" value={issued_to.organization_id} label="organization" />,
        ],
        [
          'Asked for by',
          issued_to.installation_id === undefined ? (
            'an API key of it'
          ) : (
            <Id key="installation" value={issued_to.installation_id} label="installation" />
          ),
        ],
        ['Of the body', <Id key="hash" value={request_body_hash} label="body hash" />],
        ['Said', <Time key="said" at={issued_at} format="exact" />],
        ['Until', <Time key="until" at={expires_at} format="exact" />],
      ]}
    />
  </>
)
