import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { packPackage } from '../../scripts/packages/installation.ts'
import { newFolder } from '../kit/folder.ts'

let built: { readonly tarball: string; readonly programs: string } | undefined

/** Builds the package svc-registry of this checkout once. Returns its archive, and a folder with the program for PATH. */
export function platformPackage() {
  if (built) return built
  execFileSync(process.execPath, ['scripts/build.ts', 'svc-registry'], { stdio: 'pipe' })
  const programs = newFolder('programs')
  symlinkSync(resolve('dist/svc-registry/svc-registry.js'), join(programs, 'svc-registry'))
  built = { tarball: packPackage('dist/svc-registry', newFolder('package')).tarball, programs }
  return built
}

/** Puts the package into a folder. */
export function addPackage(folder: string): void {
  const { tarball } = platformPackage()
  cpSync(tarball, join(folder, basename(tarball)))
}
