import { setTimeout } from 'node:timers/promises'
import { hasFindingOf, SEVERITIES, type Severity } from '../../domain/images/findings.ts'
import { parseReference, writeReference } from '../../domain/images/reference.ts'
import { planAbove, type Plan } from '../../domain/organizations/plans.ts'
import type { ImageServices } from '../../jobs/images/scans.ts'
import type { ScanWithReport } from '../../store/transactions/images/images.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { formatImageList, formatScanReport, imageSummary } from './report.ts'
import { operatorCommand, type OperatorServices } from '../operator/command.ts'
import { resolveOrganization } from '../arguments/values.ts'
import { cell } from '../../terminal/text.ts'

const REF = {
  name: 'REF',
  description: 'Reference of the image, such as acme/agent:1.0.0',
} as const
const ORG = {
  value: 'ORG',
  description: 'The organization that the image belongs to',
  fallback: 'the only organization',
} as const
const FAIL_ON = {
  value: 'SEVERITY',
  description: `Exit with code 1 if there is a finding of this severity or higher: ${SEVERITIES.slice(0, 4).join(', ')}`,
} as const
const MAX_ITEMS = 200
const RESOLVE_TIMEOUT_MS = 30_000
const POLL_MS = 500

interface ImageArgs {
  readonly ref: string
  readonly organization_id: string | null
  readonly fail_on: Severity | null
}
interface RatedScan extends ScanWithReport {
  readonly exceeds: boolean
}
/** A scan with the errors that were reported while it ran, which only the operator sees. */
interface FinishedScan extends RatedScan {
  readonly log: readonly string[]
}

/** `image ...`: container images and the findings of their scans. */
export const image = [
  operatorCommand({
    path: 'image scan',
    summary: 'Scan a container image and show the report',
    about:
      'Reads the image from an image registry that SVC_IMAGES_REGISTRY or SVC_IMAGES_REGISTRIES names, in this process or in the one that serves the store, and waits until the scan ends. Exits with code 1 if the scan fails.',
    operands: [REF],
    flags: { org: ORG, 'fail-on': FAIL_ON },
    examples: [
      'image scan acme/agent:1.0.0',
      'image scan acme/agent:1.0.0 --org org_0198 --fail-on high --json',
    ],
    read: ({ org, 'fail-on': fail_on }, [ref]) => readImageArgs(ref!, org, fail_on),
    execute: scan,
    show: (found: FinishedScan) =>
      [formatScanReport(found), ...found.log.map((line) => cell(line))].join('\n\n'),
    failed: isFailure,
  }),

  operatorCommand({
    path: 'image report',
    summary: 'Show the report of the latest scan of an image',
    operands: [REF],
    flags: { org: ORG, 'fail-on': FAIL_ON },
    examples: ['image report acme/agent:1.0.0', 'image report acme/agent:1.0.0 --json'],
    read: ({ org, 'fail-on': fail_on }, [ref]) => readImageArgs(ref!, org, fail_on),
    async execute(services, args: ImageArgs) {
      const organization_id = await resolveOrganization(services, args.organization_id)
      const ref = writeReference((await services.images()).canonical(parseReference(args.ref)!))
      const found = await services.store.findImageScan({ organization_id, ref })
      if (!found)
        throw new CommandError(
          `${cell(organization_id)} has no scan of ${cell(ref)}; run \`image scan ${cell(ref)}\` first.`,
        )
      return rated(found, args.fail_on)
    },
    show: formatScanReport,
    failed: isFailure,
  }),

  operatorCommand({
    path: 'image list',
    summary: 'List the images of an organization with their latest scans',
    flags: { org: ORG },
    examples: ['image list', 'image list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org ?? null }),
    async execute(services, args: { organization_id: string | null }) {
      const organization_id = await resolveOrganization(services, args.organization_id)
      const { items, total } = await services.store.listImages({
        organization_id,
        limit: MAX_ITEMS,
        offset: 0,
      })
      return { items: items.map(imageSummary), total }
    },
    show: formatImageList,
  }),
]

async function scan(services: OperatorServices, args: ImageArgs): Promise<FinishedScan> {
  const organization_id = await resolveOrganization(services, args.organization_id)
  const registries = await services.images()
  const reference = registries.canonical(parseReference(args.ref)!)
  const ref = writeReference(reference)
  if (!registries.mayScan(reference, organization_id))
    throw new CommandError(
      `${cell(organization_id)} may not scan ${cell(ref)}; configure its image registry, and assign that part of it to the organization (SVC_IMAGES_REGISTRY with SVC_IMAGES_NAMESPACES, or SVC_IMAGES_REGISTRIES).`,
    )
  const resolved = await registries.resolve(reference, RESOLVE_TIMEOUT_MS)
  const requested = await services.store.requestImageScan(services.context(), {
    organization_id,
    ref,
    digest: resolved.kind === 'resolved' ? resolved.digest : null,
  })
  if (requested.kind !== 'requested')
    throw new CommandError(
      requested.kind === 'quota'
        ? `${cell(organization_id)} has used all the storage of the ${requested.plan} plan; ${storageRemedy(requested.plan)}.`
        : `${cell(organization_id)} has ${requested.limit} scans in progress, the maximum for its plan; wait until some have ended.`,
    )
  const { scan_id } = requested.scan
  const log: string[] = []
  const found = await finishScan(
    {
      ...services,
      platformContext: services.context,
      images: registries,
      onError: (cause) => {
        log.push((cause as Error).message)
      },
    },
    { scan_id, organization_id, ref },
  )
  return { ...rated(found, args.fail_on), log }
}

function storageRemedy(plan: Plan): string {
  const required = planAbove(plan, 'stored_bytes')
  return required === plan
    ? 'no plan allows more'
    : `\`org set-plan\` moves it to the ${required} plan, which allows more`
}

function isFailure({ scan: { status }, exceeds }: RatedScan): boolean {
  return exceeds || status === 'failed'
}

function readImageArgs(
  ref: string,
  org: string | undefined,
  fail_on: string | undefined,
): ImageArgs {
  if (!parseReference(ref))
    throw new UsageError(
      `"${cell(ref)}" is not a valid image reference; write it like acme/agent:1.0.0, with the name in lower case.`,
    )
  const severity = SEVERITIES.find((candidate) => candidate === fail_on && candidate !== 'unknown')
  if (fail_on !== undefined && !severity)
    throw new UsageError(
      `--fail-on must be one of ${SEVERITIES.slice(0, 4).join(', ')}, not "${cell(fail_on)}".`,
    )
  return { ref, organization_id: org ?? null, fail_on: severity ?? null }
}

function rated(found: ScanWithReport, fail_on: Severity | null): RatedScan {
  const { summary } = found.scan
  return {
    ...found,
    exceeds: summary !== null && fail_on !== null && hasFindingOf(summary, fail_on),
  }
}

/** Runs a scan in this process, or waits while a serving process runs it. If that process abandons the scan, this one takes over. */
async function finishScan(
  services: ImageServices,
  { scan_id, ...image }: { scan_id: string; organization_id: string; ref: string },
): Promise<ScanWithReport> {
  const { scanNow } = await import('../../jobs/images/scans.ts')
  for (;;) {
    await scanNow(services, scan_id)
    const found = (await services.store.findImageScan(image))!
    if (found.scan.status !== 'queued' && found.scan.status !== 'running') return found
    await setTimeout(POLL_MS)
  }
}
