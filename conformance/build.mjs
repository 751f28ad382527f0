// Bundles the suite into one file without dependencies, dist/svc-conformance.mjs, and writes the type declarations of its exports next to
// it.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import ts from 'typescript'

const here = import.meta.dirname
const file = join(here, 'dist/svc-conformance.mjs')

rmSync(join(here, 'dist'), { recursive: true, force: true })
mkdirSync(join(here, 'dist'))
const bundle = await rolldown({
  input: join(here, 'src/main.ts'),
  platform: 'node',
  transform: { target: 'node20' },
})
await bundle.write({ file, format: 'esm', minify: true, codeSplitting: false })
await bundle.close()
chmodSync(file, 0o755)
declare(join(here, 'src/index.ts'))
if (existsSync(join(here, '../LICENSE')))
  copyFileSync(join(here, '../LICENSE'), join(here, 'LICENSE'))
console.log(`${file} ${Math.ceil(statSync(file).size / 1024)} kB`)

/**
 * Writes the type declarations of a file and of everything that it imports. Their relative imports end in `.js`, as the compiler of an
 * importing project requires.
 */
function declare(entry) {
  const emitted = new Map()
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2024.d.ts'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: join(here, 'src'),
    outDir: join(here, 'dist/types'),
  }
  ts.createProgram([entry], options).emit(undefined, (name, text) =>
    emitted.set(name, text.replaceAll(/(from ')(\.[^']*)\.ts'/g, "$1$2.js'")),
  )
  const wanted = [
    join(here, 'dist/types', relative(join(here, 'src'), entry).replace(/\.ts$/, '.d.ts')),
  ]
  for (const name of wanted) {
    const text = emitted.get(name)
    const imported = [...text.matchAll(/from '(\.[^']*)\.js'|import\("(\.[^"]*)\.ts"\)/g)].map(
      ([, from, inline]) => `${join(dirname(name), from ?? inline)}.d.ts`,
    )
    wanted.push(...imported.filter((other) => !wanted.includes(other)))
    mkdirSync(dirname(name), { recursive: true })
    writeFileSync(
      name,
      '/* eslint-disable */\n' + text.replaceAll(/import\("(\.[^"]*)\.ts"\)/g, 'import("$1.js")'),
    )
  }
}
