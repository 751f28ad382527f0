import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import {
  measureInstallation,
  packPackage,
  type InstalledPackages,
} from '../../../scripts/packages/installation.ts'
import { newFolder } from '../../kit/folder.ts'
import { terminal } from '../shell.ts'

interface Manifest {
  readonly name: string
  readonly bin: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** A package in a folder that was empty before, installed with the commands of its README. */
export interface Installed extends InstalledPackages {
  /** The folder of its user, in which commands run. */
  readonly home: string
  readonly manifest: Manifest
  /** The paths in the package. */
  readonly files: readonly string[]
  readonly read: (file: string) => string
  readonly shell: ReturnType<typeof terminal>
}

/** Packs a built package, and installs the archive and its dependencies with npm, as its user does. @param commands those that the README shows for it */
export function install(built: string, commands: string): Installed {
  const start = newFolder('package')
  const { tarball, files } = packPackage(built, start)
  const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as Manifest
  const { name } = manifest
  const script = commands.replace(
    `npm install ${name}`,
    `npm install --prefer-offline --no-audit --no-fund '${tarball}'`,
  )
  expect(script).toContain(tarball)
  const home = execFileSync('bash', ['--norc', '-euc', `{ ${script}\n} >&2; pwd`], {
    cwd: start,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
  const { packages, bytes } = measureInstallation(home)
  const direct = Object.keys(manifest.dependencies ?? {}).length
  console.log(
    `${name}: ${direct} direct dependencies, ${Object.keys(packages).length} packages, ${(bytes / 1e6).toFixed(1)} MB`,
  )
  return {
    home,
    manifest,
    files,
    packages,
    bytes,
    read: (file) => readFileSync(join(home, 'node_modules', name, file), 'utf8'),
    // The commands of the package are found in its user's folder only, and not in this checkout.
    shell: terminal(() => ({
      cwd: home,
      env: {
        PATH: `${join(home, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env['PATH']!.replaceAll(process.cwd(), '/none')}`,
        HOME: home,
        NO_COLOR: '1',
      },
    })),
  }
}

const TEXT = /\.(js|mjs|json|md|yaml|ts|html|css)$/
const LINK = /\]\((?!https?:|#)([^)#]+)/g

/** Expects what holds for every package: no tests, sources or paths of this machine, and no dead links in its README. */
export function expectPublishable({ files, read, manifest, packages }: Installed): void {
  expect(
    files.filter(
      (path) =>
        /^(test|bench|scripts|examples|packages)\//.test(path) || /(?<!\.d)\.tsx?$/.test(path),
    ),
  ).toEqual([])
  const naming = files.filter((path) => TEXT.test(path) && read(path).includes(process.cwd()))
  expect(naming).toEqual([])
  for (const [, target] of read('README.md').matchAll(LINK)) expect(files).toContain(target)
  expect(JSON.parse(read('package.json'))).not.toHaveProperty('private')
  expect(Object.keys(manifest.bin)).toEqual([manifest.name])
  expect(
    Object.keys(packages).filter((folder) => packages[folder]!.hasInstallScript === true),
  ).toEqual([])
}
