import { join } from 'node:path'
import { npmPackages } from '../test/kit/npm.ts'
import { installRequirements } from '../test/kit/venv.ts'

const HERE = import.meta.dirname

export const { install: installNpmPackages, load, pathOf: resolvePackage } = npmPackages(HERE)

/** Installs the packages of `requirements-VERSION.txt` and returns the Python that has them. @throws Error if that fails */
export const installPythonPackages = (version: string): string =>
  join(
    installRequirements(
      join(HERE, `.python-${version}`, 'venv'),
      join(HERE, `requirements-${version}.txt`),
    ),
    'python',
  )
