import type { ComponentChildren } from 'preact'
import type { Agent } from '../../../api/agents.ts'
import { useReadVouch, type Vouch, type VouchFinding } from '../../../api/vouch.ts'
import { Badge } from '../../../parts/badge.tsx'
import { VouchedForBadge } from '../../../entities/status-badges.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { DescriptionList, Panel } from '../../../parts/layout/page.tsx'
import { TextAreaField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Id } from '../../../parts/text/copyable.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'

/** Reads a vouching statement by the platform, and presents it differently from a signature by an agent. */
export function VouchReader({ agent: { svc_id } }: { agent: Agent }) {
  const {
    session: { issuer },
  } = useCurrentUser()
  const read = useReadVouch()
  return (
    <Panel title="Verify a vouching statement">
      <div class="columns verify">
        <p class="muted measure">
          A response may contain <code>X-Svc-Vouch</code>, in which the registry states which
          organization runs the agent. It is a statement by the registry about the organization, not
          by the agent about the response. It never counts as a signature or a verification, and
          does not justify access.
        </p>
        <div class="stack">
          <Form
            changes={false}
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
              hint="The header of a response. Your browser verifies it with the published keys of the registry."
            />
            <div>
              <Button type="submit" pending={read.isPending}>
                Verify
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

function VouchResult({ finding }: { finding: VouchFinding }) {
  switch (finding.kind) {
    case 'unreadable':
      return (
        <InvalidVouch>
          This is not a vouching statement. Copy the complete value of the header.
        </InvalidVouch>
      )
    case 'not_signed':
      return <InvalidVouch>It was not signed with a key of this registry.</InvalidVouch>
    case 'other_platform':
      return <InvalidVouch>It was issued by another platform: {finding.vouch.issuer}.</InvalidVouch>
    case 'other_agent':
      return (
        <InvalidVouch>
          It is about another agent: <code>{finding.vouch.svc_id}</code>.
        </InvalidVouch>
      )
    case 'cannot_check':
      return <UnverifiedVouch />
    case 'expired':
      return <InvalidVouch>It has expired. Request a new one.</InvalidVouch>
    case 'vouched':
      return <ValidVouch vouch={finding.vouch} />
  }
}

const InvalidVouch = ({ children }: { children: ComponentChildren }) => (
  <>
    <p>
      <Badge tone="bad">invalid</Badge>
    </p>
    <p>{children}</p>
  </>
)

const UnverifiedVouch = () => (
  <>
    <p>
      <Badge tone="warn">not verified</Badge>
    </p>
    <p>
      This browser cannot verify Ed25519 signatures on this page. Open the page over HTTPS in a
      current browser.
    </p>
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
      The registry states that this organization runs the agent. It does not confirm that the
      response came from the agent itself.
    </p>
    <DescriptionList
      items={[
        ['Organization', <Id value={issued_to.organization_id} label="organization" />],
        [
          'Requested by',
          issued_to.installation_id === undefined ? (
            'an API key of the organization'
          ) : (
            <Id value={issued_to.installation_id} label="installation" />
          ),
        ],
        ['Body hash', <Id value={request_body_hash} label="body hash" />],
        ['Issued', <Time at={issued_at} format="exact" />],
        ['Expires', <Time at={expires_at} format="exact" />],
      ]}
    />
  </>
)
