import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import { newFolder, removeFolder } from './folder.ts'

const SOURCE = join(import.meta.dirname, '../../src')
const BUNDLED = process.env['TEST_PROGRAMS']
const fileOf = (name: 'main' | 'agent-main'): string =>
  BUNDLED === undefined ? join(SOURCE, `${name}.ts`) : join(BUNDLED, `${name}.mjs`)

/** The file of `svc-registry` that tests start. */
export const MAIN = fileOf('main')
/** The file of `svc-agent` that tests start. */
export const AGENT_MAIN = fileOf('agent-main')

/** Makes modules in the bundle find their files relative to their source files. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform: (code, id) =>
    id.startsWith(SOURCE)
      ? code
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
}

/**
 * Bundles the programs once for a lane that starts them hundreds of times. Starting a bundle takes 60 % of the processor time of starting
 * the sources, because Node has to find and read a tenth as many files.
 */
export default async function setup(): Promise<() => void> {
  // Test files import this module for the two paths above, so only the setup loads the bundler.
  const { rolldown } = await import('rolldown')
  const dir = newFolder('programs')
  const bundle = await rolldown({
    input: { main: join(SOURCE, 'main.ts'), 'agent-main': join(SOURCE, 'agent-main.ts') },
    platform: 'node',
    plugins: [keepAddresses],
  })
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs' })
  await bundle.close()
  process.env['TEST_PROGRAMS'] = dir
  return () => removeFolder(dir)
}
