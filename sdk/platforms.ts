import type { Generator } from './generators.ts'

/** Checks for a version of Python that the generators support. */
export const PYTHON = ['python3 -c "import sys, venv; sys.exit(sys.version_info < (3, 11))"']

/** Code in TypeScript: compiled with the compiler of this repository. */
export const TYPESCRIPT_ONLY = {
  toolchain: ['node --version', 'npm --version'],
  code: { folder: 'client', files: /\.ts$/ },
  files: ['typescript'],
  compile: { by: 'tsc 5.9.3, strict', commands: ['tsc'] },
} as const satisfies Partial<Generator>

/** The same with a program, which is run as one file. */
export const TYPESCRIPT = {
  ...TYPESCRIPT_ONLY,
  run: 'rolldown program.ts --file dist/program.mjs --format esm --platform node && node dist/program.mjs',
} as const satisfies Partial<Generator>

/** Installs npm packages without running their scripts. */
export const npmInstall = (...packages: string[]): readonly string[] => [
  `npm install --prefix . --no-save --no-package-lock --ignore-scripts ${packages.join(' ')}`,
]
