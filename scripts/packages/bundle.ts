import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { publishedManifest } from './manifest.ts'
import type { PackageSource } from './sources.ts'

const ROOT = process.cwd()
/** Replaces node:fs in modules that read files of the package. */
const PACKAGE_FILES = 'virtual:package-files'
/** An address of a file of the package, as the modules write it. */
const ADDRESS = /new URL\('(\.[^']+\.json)', import\.meta\.url\)/g

/**
 * Writes a command, the modules that it imports and the files that it reads to one file, which runs without installation. The licenses of
 * the dependencies are written to the same folder.
 */
export async function bundleCommand(
  source: PackageSource,
  entry: string,
  file: string,
): Promise<void> {
  const bundle = await rolldown({
    input: join(source.folder, entry),
    platform: 'node',
    plugins: [packageFiles(source)],
  })
  const { output } = await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  chmodSync(file, 0o755)
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  writeFileSync(`${file}.licenses.txt`, licensesOf(modules))
}

/** Makes the files that a package reads part of its code. */
function packageFiles(source: PackageSource): Plugin {
  const textOf = (path: string): string =>
    path === 'package.json'
      ? JSON.stringify(publishedManifest(source))
      : readFileSync(join(ROOT, path), 'utf8')
  return {
    name: 'package-files',
    resolveId(id, importer) {
      const isReader = id === 'node:fs' && isOwn(importer) && readsPackageFiles(importer)
      return isReader ? PACKAGE_FILES : null
    },
    load(id) {
      if (id !== PACKAGE_FILES) return null
      const paths = ['package.json', ...source.files.filter((file) => file.endsWith('.json'))]
      const texts = Object.fromEntries(paths.map((path) => [path, textOf(path)]))
      return `import { readFileSync as read } from 'node:fs'
const texts = ${JSON.stringify(texts)}
export const readFileSync = (file, options) =>
  file instanceof URL && file.protocol === 'package:' ? texts[file.pathname] : read(file, options)`
    },
    transform(code, id) {
      if (!isOwn(id)) return null
      const folder = posix.dirname(relative(ROOT, id))
      return (
        code
          .replaceAll(
            ADDRESS,
            (_, path: string) => `new URL('package:${posix.join(folder, path)}')`,
          )
          .replace(/createRequire\(import\.meta\.url\)\('([^']+)'\)/, (_, path: string) =>
            JSON.stringify(JSON.parse(readFileSync(join('node_modules', path), 'utf8'))),
          )
          // The file may be anywhere, so there is no folder for a compile cache.
          .replace(/enableCompileCache\(.*\)/, '')
      )
    },
  }
}

const isOwn = (id: string | undefined): id is string => id?.startsWith(join(ROOT, 'src/')) === true

/** Returns whether a module imports only readFileSync from node:fs, as the modules that read files of the package do. */
const readsPackageFiles = (module: string): boolean =>
  /import \{ readFileSync \} from 'node:fs'/.test(readFileSync(module, 'utf8'))

/** Returns the licenses of the packages that modules belong to. */
function licensesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  )
  return [...folders]
    .toSorted()
    .map((folder) => {
      const [license] = globSync(join(folder, '{LICENSE,LICENCE,license,COPYING}*'))
      const text = license === undefined ? '' : readFileSync(license, 'utf8')
      const {
        name,
        version,
        license: kind,
      } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name: string
        version: string
        license?: string
      }
      return `${name} ${version} (${kind ?? 'license below'})\n\n${text.trim()}\n`
    })
    .join('\n----\n\n')
}
