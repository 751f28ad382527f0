import { setTimeout } from 'node:timers/promises'
import { SEVERITIES, type Severity } from '../../domain/images/findings.ts'
import { parseReference, writeReference } from '../../domain/images/reference.ts'
import type { ImageServices } from '../../jobs/images/scans.ts'
import type { ScanWithReport } from '../../store/transactions/images/images.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { imageSummary, formatImageList, formatScanReport } from './report.ts'
import { operatorCommand } from '../operator/command.ts'
import { resolveOrganization } from '../organizations/org.ts'
import { cell } from '../../terminal/text.ts'

const REF = {
  name: 'REF',
  description: 'Reference of the image, such as acme/agent:1.0.0',
} as const
const ORG = {
  value: 'ORG',
  description: 'The organization that the image belongs to',
  fallback: 'the only one there is',
} as const
const FAIL_ON = {
  value: 'SEVERITY',
  description: `End with exit code 1 when there is a finding this severe: ${SEVERITIES.slice(0, 4).join(', ')}`,
} as const
const LIST_MOST = 200
const RESOLVE_MS = 30_000
const LOOK_AGAIN_MS = 500

interface Named {
  readonly ref: string
  readonly organization_id: string | null
  readonly fail_on: Severity | null
}
interface Found extends ScanWithReport {
  readonly exceeds: boolean
}
/** With what went wrong beside the scan itself, for the operator alone. */
interface Done extends Found {
  readonly log: readonly string[]
}

/** `image ...`: container images and what scans found in them. */
export const image = [
  operatorCommand({
    path: 'image scan',
    summary: 'Scan a container image and show the report',
    about:
      'Reads the image from a registry that SVC_IMAGES_REGISTRY or SVC_IMAGES_REGISTRIES names, in this process or in the one that serves the store, and waits for the end. A scan that fails is exit code 1.',
    operands: [REF],
    flags: { org: ORG, 'fail-on': FAIL_ON },
    examples: [
      'image scan acme/agent:1.0.0',
      'image scan acme/agent:1.0.0 --org org_0198 --fail-on high --json',
    ],
    read: ({ org, 'fail-on': fail_on }, [ref]) => named(ref!, org, fail_on),
    async work(services, args: Named): Promise<Done> {
      const organization_id = await resolveOrganization(services, args.organization_id)
      const registries = await services.images()
      const reference = registries.canonical(parseReference(args.ref)!)
      const ref = writeReference(reference)
      if (!registries.mayScan(reference, organization_id))
        throw new CommandError(
          `${cell(ref)} is in no part of a registry that ${cell(organization_id)} has; SVC_IMAGES_NAMESPACES says who has which.`,
        )
      const resolved = await registries.resolve(reference, RESOLVE_MS)
      const requested = await services.store.requestImageScan(services.act(), {
        organization_id,
        ref,
        digest: resolved.kind === 'resolved' ? resolved.digest : null,
      })
      if (requested.kind !== 'requested')
        throw new CommandError(
          requested.kind === 'quota'
            ? `${cell(organization_id)} stores as much as its plan ${requested.plan} allows.`
            : `${cell(organization_id)} has ${requested.most} scans under way, as many as its plan allows; wait until some have ended.`,
        )
      const { scan_id } = requested.scan
      const log: string[] = []
      const found = await carryThrough(
        {
          ...services,
          images: registries,
          onError: (cause) => {
            log.push((cause as Error).message)
          },
        },
        { scan_id, organization_id, ref },
      )
      return { ...judged(found, args.fail_on), log }
    },
    show: (found: Done) =>
      [formatScanReport(found), ...found.log.map((line) => cell(line))].join('\n\n'),
    failed: isBad,
  }),

  operatorCommand({
    path: 'image report',
    summary: 'Show the report of the latest scan of an image',
    operands: [REF],
    flags: { org: ORG, 'fail-on': FAIL_ON },
    examples: ['image report acme/agent:1.0.0', 'image report acme/agent:1.0.0 --json'],
    read: ({ org, 'fail-on': fail_on }, [ref]) => named(ref!, org, fail_on),
    async work(services, args: Named) {
      const organization_id = await resolveOrganization(services, args.organization_id)
      const ref = writeReference((await services.images()).canonical(parseReference(args.ref)!))
      const found = await services.store.findImageScan({ organization_id, ref })
      if (!found)
        throw new CommandError(
          `No scan of ${cell(ref)} is on record for ${cell(organization_id)}; \`image scan ${cell(ref)}\` makes one.`,
        )
      return judged(found, args.fail_on)
    },
    show: formatScanReport,
    failed: isBad,
  }),

  operatorCommand({
    path: 'image list',
    summary: 'List the images of an organization with their latest scans',
    flags: { org: ORG },
    examples: ['image list', 'image list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org ?? null }),
    async work(services, args: { organization_id: string | null }) {
      const organization_id = await resolveOrganization(services, args.organization_id)
      const { items, total } = await services.store.listImages({
        organization_id,
        limit: LIST_MOST,
        offset: 0,
      })
      return { items: items.map(imageSummary), total }
    },
    show: formatImageList,
  }),
]

function isBad({ scan, exceeds }: Found): boolean {
  return exceeds || scan.status === 'failed'
}

function named(ref: string, org: string | undefined, fail_on: string | undefined): Named {
  if (!parseReference(ref))
    throw new UsageError(
      `"${cell(ref)}" is no reference of an image; it looks like acme/agent:1.0.0, in lower case but for the tag.`,
    )
  const severity = SEVERITIES.find((known) => known === fail_on && known !== 'unknown')
  if (fail_on !== undefined && !severity)
    throw new UsageError(
      `--fail-on must be one of ${SEVERITIES.slice(0, 4).join(', ')}, not "${cell(fail_on)}".`,
    )
  return { ref, organization_id: org ?? null, fail_on: severity ?? null }
}

/** Findings whose severity nobody knows count as severe: they could be. */
function judged(found: ScanWithReport, fail_on: Severity | null): Found {
  const { summary } = found.scan
  const severe =
    fail_on === null
      ? []
      : [...SEVERITIES.slice(0, SEVERITIES.indexOf(fail_on) + 1), 'unknown' as const]
  return { ...found, exceeds: summary !== null && severe.some((severity) => summary[severity] > 0) }
}

/** Does a scan here, or waits while somebody else has it, such as a serving process; what that one leaves behind is done here. */
async function carryThrough(
  services: ImageServices,
  { scan_id, ...image }: { scan_id: string; organization_id: string; ref: string },
): Promise<ScanWithReport> {
  const { scanNext } = await import('../../jobs/images/scans.ts')
  for (;;) {
    await scanNext(services, { scan_id })
    const found = (await services.store.findImageScan(image))!
    if (found.scan.status !== 'queued' && found.scan.status !== 'running') return found
    await setTimeout(LOOK_AGAIN_MS)
  }
}
