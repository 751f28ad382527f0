import { type PublishedHead, useAuditHead } from '../../api/audit.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { downloadText, Id } from '../../parts/text/copyable.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { Time } from '../../parts/text/time.tsx'

const KEEP_PROOF =
  'The registry regularly commits to the newest record in a public log. Keep the proof: it shows later whether anyone, even the operator, has truncated or changed the chain up to that record.'

/** Shows up to which record of the chain the registry has publicly committed, and offers the proof for download. */
export function PublishedHeadPanel({ organization_id }: { organization_id: string }) {
  const { data } = useAuditHead(organization_id)
  // Problems with reading the audit log are shown once, below.
  if (!data) return null
  const { published, newest_sequence } = data
  return (
    <Panel
      title="Published head"
      {...(published && { note: KEEP_PROOF })}
      actions={
        published && (
          <Button
            onClick={() => download(published)}
            title="Verify it later with svc-agent audit head --since"
          >
            Download proof
          </Button>
        )
      }
    >
      {published ? (
        <Details head={published} newest_sequence={newest_sequence} />
      ) : (
        <p class="muted">
          This chain is not covered by a publication yet. If the operator publishes heads, the next
          publication covers it.
        </p>
      )}
    </Panel>
  )
}

function Details({ head, newest_sequence }: { head: PublishedHead; newest_sequence: number }) {
  const { at, root } = JSON.parse(head.entry) as { at: string; root: string }
  const later = newest_sequence - head.sequence
  return (
    <DescriptionList
      items={[
        ['Published', <Time at={at} />],
        [
          'Up to record',
          `${formatNumber(head.sequence)}${later > 0 ? ` (${formatNumber(later)} more since then)` : ''}`,
        ],
        ['Root', <Id value={root} label="root" />],
        ['Witnesses', <Witnesses proof={head.proof} />],
      ]}
    />
  )
}

function Witnesses({ proof }: { proof: string | undefined }) {
  if (proof === undefined) return <Badge tone="info">not in the log yet</Badge>
  const names = cosigners(proof)
  if (names.length === 0) return <span class="muted">none have cosigned it yet</span>
  return (
    <span class="row">
      {names.map((name) => (
        <Badge key={name} tone="good">
          {name}
        </Badge>
      ))}
    </span>
  )
}

/**
 * Returns the names of the keys, other than that of the log, that signed the checkpoint in a proof. The signatures are not verified here.
 */
function cosigners(proof: string): readonly string[] {
  const [origin, ...lines] = proof.slice(proof.indexOf('\n\n') + 2).split('\n')
  const names = lines.flatMap((line) => /^\u2014 (\S+) /.exec(line)?.[1] ?? [])
  return [...new Set(names)].filter((name) => name !== origin)
}

/** Downloads a head in the form that `svc-agent audit head --since` reads. */
const download = (head: PublishedHead): void =>
  downloadText(
    `audit-head-${head.sequence}.json`,
    'application/json',
    `${JSON.stringify({ head }, undefined, 2)}\n`,
  )
