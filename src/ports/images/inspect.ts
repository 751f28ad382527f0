import type { Header } from 'tar-stream'
import { examineConfiguration, readConfig } from '../../domain/images/configuration.ts'
import { ScanFailed } from '../../domain/images/failures.ts'
import { secretFileFinding, setuidFinding } from '../../domain/images/file-findings.ts'
import { collectFindings, type Finding, type Findings } from '../../domain/images/findings.ts'
import {
  SCANNER,
  type Inspection,
  type InspectionRequest,
  type InspectionResult,
} from '../../domain/images/report.ts'
import {
  recordKindOf,
  type RecordKind,
  readRecord,
  type PackageRecord,
} from '../../domain/images/package-records.ts'
import { takeInventory } from '../../domain/images/inventory.ts'
import { DATABASE_BYTES, FILE_BYTES, MAX_PACKAGES } from '../../domain/images/limits.ts'
import { platformOf, sizeOf } from '../../domain/images/manifest.ts'
import { createOverlay, entryPath, type OverlayLayer } from '../../domain/images/overlay.ts'
import { makeSbom } from '../../domain/images/sbom.ts'
import { secretsInBytes } from '../../domain/images/secrets.ts'
import { readLayer, type Budget } from './layer.ts'
import { fetchConfig, fetchManifest } from './manifests.ts'
import type { RegistrySession } from './session.ts'

/** The data that a scan keeps about a file: its package record, and a finding if it is setuid. */
interface FileSummary {
  readonly record?: PackageRecord
  readonly setuid?: Finding
}

/**
 * Reads an image completely: manifest, configuration and every layer, each verified against its digest. Never rejects because of the
 * content of an image.
 */
export async function inspectImage(
  session: RegistrySession,
  request: InspectionRequest,
): Promise<InspectionResult> {
  try {
    return { kind: 'inspected', inspection: await inspect(session, request) }
  } catch (cause) {
    if (cause instanceof ScanFailed) return { kind: 'failed', failure: cause.failure }
    throw cause
  }
}

async function inspect(
  session: RegistrySession,
  { scan_id, reference, digest, now }: InspectionRequest,
): Promise<Inspection> {
  const { manifest, platform } = await fetchManifest(session, digest)
  const config = readConfig(await fetchConfig(session, manifest.config))
  const findings = collectFindings()
  for (const finding of examineConfiguration(config, reference, now)) findings.add(finding)

  const overlay = createOverlay<FileSummary>()
  const budget: Budget & { packages: number } = { entries: 0, unpacked: 0, packages: 0 }
  for (const layer of manifest.layers) {
    const { body } = await session.request(`blobs/${layer.digest}`, {})
    const view = overlay.layer()
    await readLayer(body, layer, budget, (header, content) =>
      examineEntry({ header, content, layer: layer.digest, view, findings, budget }),
    )
    view.done()
  }

  const summaries = [...overlay.view().values()]
  for (const { setuid } of summaries) if (setuid) findings.add(setuid)
  const { distribution, packages } = takeInventory(
    summaries.flatMap(({ record }) => (record ? [record] : [])),
  )
  if (packages.length > MAX_PACKAGES) throw tooMany(`${MAX_PACKAGES} packages`)
  return {
    digest,
    os: distribution?.name ?? null,
    platform: platform ?? platformOf(config.platform_fields),
    built_at: config.built_at,
    size_bytes: sizeOf(manifest.layers),
    layers: manifest.layers.length,
    packages,
    sbom: makeSbom({ scan_id, reference, digest, now, scanner: SCANNER, packages }),
    findings: findings.items,
    uncollected: findings.uncollected,
  }
}

const tooMany = (what: string) => new ScanFailed('IMAGE_TOO_LARGE', `more than ${what}`)
/** The limit for all layers together. Each layer that installs something contains the whole package list of its distribution again. */
const MAX_RECORDED_PACKAGES = MAX_PACKAGES * 10

interface EntryContext {
  readonly header: Header
  readonly content: AsyncIterable<unknown>
  readonly layer: string
  readonly view: OverlayLayer<FileSummary>
  readonly findings: Findings
  readonly budget: { packages: number }
}

/**
 * Examines one entry of a layer. Only regular files are read. Links, devices and other entries except directories hide what lower layers
 * have at and under their paths.
 */
async function examineEntry({
  header,
  content,
  layer,
  view,
  findings,
  budget,
}: EntryContext): Promise<void> {
  const path = entryPath(header.name)
  if (path === undefined || !view.entry(path, header.type === 'directory')) return
  if (header.type !== 'file' && header.type !== 'contiguous-file') return
  const kind = recordKindOf(path)
  const setuid = setuidFinding(path, header.mode ?? 0, layer)
  const size = header.size ?? 0
  const bytes =
    kind !== undefined || size <= FILE_BYTES
      ? await readStart(content, limitOf(kind, size))
      : undefined
  if (bytes && size <= FILE_BYTES)
    for (const pattern of secretsInBytes(bytes))
      findings.add(secretFileFinding(path, pattern, layer))
  const record = kind && bytes && readRecord(kind, bytes.toString('utf8'), path, layer)
  budget.packages += record?.packages.length ?? 0
  if (budget.packages > MAX_RECORDED_PACKAGES)
    throw tooMany(`${MAX_RECORDED_PACKAGES} package records in all layers together`)
  if (record ?? setuid) view.keep(path, { ...(record && { record }), ...(setuid && { setuid }) })
}

/**
 * Returns how many bytes to read: the package list of a distribution has to be read completely, while the beginning of a single package's
 * record suffices.
 */
function limitOf(kind: RecordKind | undefined, size: number): number {
  if (kind !== 'dpkg' && kind !== 'apk') return FILE_BYTES
  if (size > DATABASE_BYTES)
    throw new ScanFailed(
      'IMAGE_TOO_LARGE',
      `a list of packages of more than ${DATABASE_BYTES} bytes`,
    )
  return DATABASE_BYTES
}

async function readStart(content: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    if (length < limit) chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
  }
  return Buffer.concat(chunks).subarray(0, limit)
}
