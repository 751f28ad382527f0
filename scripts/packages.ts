/** Builds, packs and installs each published package in an empty folder, and prints what an installation contains. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureInstallation, packPackage } from './packages/installation.ts'
import { SOURCES } from './packages/sources.ts'

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

function measure(built: string): Record<string, string | number> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-package-'))
  try {
    const { tarball, tarball_bytes } = packPackage(built, folder)
    // Without a package.json npm would install in the nearest parent folder that has one.
    writeFileSync(join(folder, 'package.json'), '{}')
    execFileSync('npm', ['install', '--prefer-offline', '--loglevel=error', tarball], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
    })
    const { packages, bytes } = measureInstallation(folder)
    const { name, dependencies = {} } = JSON.parse(
      readFileSync(join(built, 'package.json'), 'utf8'),
    ) as { name: string; dependencies?: object }
    return {
      package: name,
      tarball: megabytes(tarball_bytes),
      'direct dependencies': Object.keys(dependencies).length,
      'packages installed': Object.keys(packages).length,
      installed: megabytes(bytes),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

execFileSync(process.execPath, ['scripts/build.ts'], { stdio: ['ignore', 2, 2] })
console.table([...SOURCES.map(({ name }) => join('dist', name)), 'conformance'].map(measure))
