import type { ComponentChildren } from 'preact'
import type { Agent } from '../../api/agent.ts'
import { useVouch, type Vouch, type VouchFinding } from '../../api/vouch.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { AreaField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Id } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'
import { VouchedFor } from '../../parts/vouched-for.tsx'
import { useStanding } from '../../shell/organization.tsx'

/** Reads what the platform says of an answer, and keeps it apart from what an agent signs. */
export function Vouching({ agent: { svc_id } }: { agent: Agent }) {
  const {
    session: { issuer },
  } = useStanding()
  const read = useVouch()
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
            <AreaField
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
                <Finding of={read.data} />
              </div>
            )}
          </div>
        </div>
      </div>
    </Panel>
  )
}

function Finding({ of: found }: { of: VouchFinding }) {
  switch (found.kind) {
    case 'unreadable':
      return (
        <Worthless>
          This is no statement of a registry. Copy the whole value of the header.
        </Worthless>
      )
    case 'not_signed':
      return <Worthless>No key of this registry has signed it, so it says nothing.</Worthless>
    case 'other_platform':
      return <Worthless>It names another platform as its issuer: {found.vouch.issuer}.</Worthless>
    case 'other_agent':
      return (
        <Worthless>
          It is about another agent: <code>{found.vouch.svc_id}</code>.
        </Worthless>
      )
    case 'cannot_check':
      return (
        <Worthless>
          This browser cannot check Ed25519 signatures, so nothing can be said about it.
        </Worthless>
      )
    case 'expired':
      return (
        <Worthless>
          It has expired <Time at={found.vouch.expires_at} />; have a new one made.
        </Worthless>
      )
    case 'vouched':
      return <Good vouch={found.vouch} />
  }
}

const Worthless = ({ children }: { children: ComponentChildren }) => (
  <>
    <p>
      <Badge tone="bad">worthless</Badge>
    </p>
    <p>{children}</p>
  </>
)

const Good = ({
  vouch: { issued_to, request_body_hash, issued_at, expires_at },
}: {
  vouch: Vouch
}) => (
  <>
    <p>
      <VouchedFor organization_id={issued_to.organization_id} />
    </p>
    <p>
      The registry says that this organization runs the agent. Whether the agent itself made the
      answer, this does not tell.
    </p>
    <Facts
      of={[
        [
          'Organization',
          <Id key="organization" value={issued_to.organization_id} of="organization" />,
        ],
        [
          'Asked for by',
          issued_to.installation_id === undefined ? (
            'an API key of it'
          ) : (
            <Id key="installation" value={issued_to.installation_id} of="installation" />
          ),
        ],
        ['Of the body', <Id key="hash" value={request_body_hash} of="body hash" />],
        ['Said', <Time key="said" at={issued_at} as="exact" />],
        ['Until', <Time key="until" at={expires_at} as="exact" />],
      ]}
    />
  </>
)
