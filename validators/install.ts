import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmPackages } from '../test/kit/npm.ts'

const HERE = import.meta.dirname

export const { install: installPackages, load, pathOf: installedPath } = npmPackages(HERE)

/** Returns the version of a package that `package.json` pins; undefined if it is not listed. */
export function pinnedVersion(name: string): string | undefined {
  const { dependencies } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  return dependencies[name]
}
