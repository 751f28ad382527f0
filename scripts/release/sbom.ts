import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeLock, type Manifest } from './lock.ts'

const FORMATS = ['cyclonedx', 'spdx'] as const

/**
 * Returns the software bills of materials of a package, by file name: its dependencies at the versions of package-lock.json, listed by npm.
 * Times and identifiers come from the release, so that the same release always produces the same documents.
 * @param root the folder of package-lock.json
 * @param made_at the time of the commit, in ISO 8601
 */
export function billsOfMaterials(
  manifest: Manifest,
  root: string,
  made_at: string,
): ReadonlyMap<string, string> {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-sbom-'))
  // npm takes the name of the component from the folder.
  const folder = join(scratch, manifest.name)
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  try {
    mkdirSync(folder)
    const { name, version, license, dependencies = {} } = manifest
    // Omits the development dependencies.
    const installed = { name, version, license, dependencies }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(installed))
    writeLock(manifest, root, folder)
    return new Map(
      FORMATS.map((format) => [
        `${manifest.name}-${manifest.version}.${format}.json`,
        reproducible(
          npm('sbom', '--package-lock-only', '--legacy-peer-deps', `--sbom-format=${format}`),
          manifest,
          made_at,
        ),
      ]),
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const TIME = /"(timestamp|created)": "[^"]+"/g

/** Replaces the times and random identifiers of a document with those of the release. */
function reproducible(text: string, { name, version }: Manifest, made_at: string): string {
  const digest = createHash('sha256').update(`${name} ${version} ${made_at}`).digest('hex')
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')
  return `${text.replaceAll(UUID, uuid).replaceAll(TIME, `"$1": "${made_at}"`).trim()}\n`
}
