import { cpSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import type { PackageSource } from './sources.ts'

const ROOT = process.cwd()
/** Replaces node_modules in a package, because npm does not pack folders of that name. */
const THIRD_PARTY = 'third-party'

/**
 * Compiles the modules that the entry points of a package reach. Each becomes a file at its path in the repository, so that the files it
 * reads relative to `import.meta.url` are where it expects them.
 * @throws Error if the code imports a dependency that the package does not declare, or does not import one that it declares
 */
export async function compileModules(
  source: PackageSource,
  entries: readonly string[],
  declared: readonly string[],
  into: string,
): Promise<void> {
  const { folder, inlined } = source
  const imported = new Set<string>()
  const bundle = await rolldown({
    input: entries.map((entry) => join(folder, entry)),
    platform: 'node',
    plugins: [dependencies(source, declared, imported), threads],
  })
  const nameOf = ({ moduleIds: [id = ''] }: { moduleIds: readonly string[] }): string =>
    pathInPackage(id, folder)
  await bundle.write({
    dir: into,
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: ROOT,
    entryFileNames: nameOf,
    chunkFileNames: nameOf,
  })
  await bundle.close()
  for (const name of inlined)
    cpSync(join('node_modules', name, 'LICENSE'), join(into, THIRD_PARTY, name, 'LICENSE'))
  const unused = declared.filter((name) => !imported.has(name))
  if (unused.length > 0)
    throw new Error(`${folder}/package.json declares ${unused.join(', ')}, which no code imports`)
}

/** Returns the path of a compiled module. node_modules may be a link that leads out of the repository. */
function pathInPackage(id: string, folder: string): string {
  const dependency = /^.*\/node_modules\/(.+)$/.exec(id)?.[1]
  if (dependency !== undefined) return join(THIRD_PARTY, dependency)
  return relative(ROOT, id).replace(`${folder}/`, '').replace(/\.ts$/, '.js')
}

/** Leaves declared dependencies to npm, and adds the names of those that are imported to a set. */
const dependencies = (
  { folder, inlined }: PackageSource,
  declared: readonly string[],
  imported: Set<string>,
): Plugin => ({
  name: 'dependencies',
  resolveId(id, importer) {
    if (importer === undefined || /^(\.|\/|node:)/.test(id)) return null
    const name = /^(@[^/]+\/)?[^/]+/.exec(id)![0]
    if (inlined.includes(name)) return null
    if (!declared.includes(name))
      throw new Error(
        `${relative(ROOT, importer)} imports ${name}, which ${folder}/package.json does not declare`,
      )
    imported.add(name)
    return { id, external: true }
  },
})

/** Compiles modules that are referenced by URL instead of an import, such as those of worker threads. */
const threads: Plugin = {
  name: 'threads',
  transform(code, id) {
    const address = /new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g
    for (const [, path] of code.matchAll(address))
      this.emitFile({ type: 'chunk', id: resolve(dirname(id), `${path}.ts`) })
    return code.replaceAll(address, "new URL('$1.js', import.meta.url)")
  },
}
