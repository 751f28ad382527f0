/**
 * Builds the packages that are published, each as a folder that npm packs and publishes: `dist/svc-agent`, `dist/svc-registry` and
 * `conformance`. They contain JavaScript, because Node does not strip types in node_modules. `dist/svc-agent.mjs` is the command in one
 * file. `npm run build -- NAME` builds one of them.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleCommand } from './packages/bundle.ts'
import { writeDeclarations } from './packages/declarations.ts'
import { publishedManifest, readSource } from './packages/manifest.ts'
import { compileModules } from './packages/modules.ts'
import { SOURCES, type PackageSource } from './packages/sources.ts'

const CONFORMANCE = 'svc-conformance'
const names = [...SOURCES.map(({ name }) => name), CONFORMANCE]

const runScript = (script: string): void => {
  execFileSync(process.execPath, [script], { stdio: ['ignore', 2, 2] })
}

async function buildPackage(source: PackageSource): Promise<void> {
  const { name, folder, library, bundled, files } = source
  const into = join('dist', name)
  const { bin, exports, dependencies } = readSource(source)
  const commands = Object.values(bin)
  const entries = [...Object.values(exports), ...commands].filter((path) => path.endsWith('.ts'))
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  if (files.includes('dashboard/dist')) runScript('scripts/dashboard.mjs')
  await compileModules(source, entries, Object.keys(dependencies), into)
  if (library !== undefined) writeDeclarations(library, into)
  for (const file of files) cpSync(file, join(into, file), { recursive: true })
  cpSync(join(folder, 'README.md'), join(into, 'README.md'))
  writeFileSync(
    join(into, 'package.json'),
    `${JSON.stringify(publishedManifest(source), null, 2)}\n`,
  )
  if (bundled) await bundleCommand(source, commands[0]!, join('dist', `${name}.mjs`))
  for (const command of commands) chmodSync(join(into, command.replace(/\.ts$/, '.js')), 0o755)
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : names
const unknown = wanted.find((name) => !names.includes(name))
if (unknown !== undefined)
  throw new Error(`There is no package ${unknown}; choose from ${names.join(', ')}`)
for (const source of SOURCES.filter(({ name }) => wanted.includes(name))) await buildPackage(source)
if (wanted.includes(CONFORMANCE)) runScript('conformance/build.mjs')
