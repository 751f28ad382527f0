/**
 * Builds `dist/`, the package that is published: JavaScript and declarations instead of the TypeScript sources, which Node does not run
 * in node_modules. Pack or publish that folder: `npm pack ./dist`.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DIST = 'dist'
const DOCUMENTS = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
  'flows',
  'schemas',
  'openapi.yaml',
  'a2a.openapi.yaml',
]

rmSync(DIST, { recursive: true, force: true })
execFileSync(process.execPath, ['scripts/dashboard.mjs'], { stdio: 'inherit' })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
})
for (const file of readdirSync('generated').filter((name) => name.endsWith('.json')))
  cpSync(join('generated', file), join(DIST, 'generated', file))
cpSync('src/docs/assets', join(DIST, 'src/docs/assets'), { recursive: true })
cpSync('dashboard/dist', join(DIST, 'dashboard/dist'), { recursive: true })
for (const document of DOCUMENTS) cpSync(document, join(DIST, document), { recursive: true })

const { name, version, description, license, type, engines, bin, dependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Manifest
interface Manifest {
  readonly [member: string]: unknown
  readonly bin: Readonly<Record<string, string>>
}
const emitted = (path: string): string => path.replace(/\.ts$/, '.js')
const packed = {
  name,
  version,
  description,
  license,
  type,
  engines,
  bin: Object.fromEntries(Object.entries(bin).map(([command, path]) => [command, emitted(path)])),
  exports: {
    './agent': { types: './src/agent/index.d.ts', default: './src/agent/index.js' },
    './schemas/*': './schemas/*',
  },
  dependencies,
}
writeFileSync(join(DIST, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
for (const path of Object.values(packed.bin)) chmodSync(join(DIST, path), 0o755)
