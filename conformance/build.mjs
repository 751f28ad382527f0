// Bundles the suite into one file that needs nothing installed: dist/svc-conformance.mjs.
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const here = import.meta.dirname
const file = join(here, 'dist/svc-conformance.mjs')

rmSync(join(here, 'dist'), { recursive: true, force: true })
mkdirSync(join(here, 'dist'))
const bundle = await rolldown({ input: join(here, 'src/main.ts'), platform: 'node', transform: { target: 'node20' } })
await bundle.write({ file, format: 'esm', minify: true, codeSplitting: false })
await bundle.close()
chmodSync(file, 0o755)
if (existsSync(join(here, '../LICENSE'))) copyFileSync(join(here, '../LICENSE'), join(here, 'LICENSE'))
console.log(`${file} ${Math.ceil(statSync(file).size / 1024)} kB`)
