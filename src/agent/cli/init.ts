import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { formatFields } from '../../terminal/text.ts'
import { keyFileOf } from '../keys.ts'
import { define } from './define.ts'
import { FILES } from '../folder.ts'
import { readManifest } from '../manifest.ts'
import { folderOf, nameOfFolder, openFolder } from './folder.ts'
import { STARTER_GITIGNORE, STARTER_SKILLS, starterManifest } from './starter.ts'

/** `init`: an agent where there was none. */
export const init = define({
  path: 'init',
  summary: 'Write a manifest, a key pair and a first pair of skills',
  about:
    'Writes svc.yml (with a word about every line), svc.key (the private key, mode 0600) and skills.mjs into this folder, and has git ignore the secrets. Nothing that exists is overwritten. The agent works as it is: `run` serves it, alone until it is registered and installed.',
  flags: {
    name: { value: 'NAME', description: 'Name of the agent', fallback: 'that of the folder' },
    'key-only': { description: 'Write only svc.key, for an agent that has a manifest already' },
  },
  examples: ['init', 'init --name "Invoice reader" --dir invoice-reader'],
  async work({ dir: given, name, 'key-only': keyOnly }, _, terminal) {
    const dir = folderOf(given, terminal)
    const { key, manifest, skills } = FILES
    if (!keyOnly && existsSync(join(dir, manifest)))
      throw new CommandError(
        `There is a ${manifest} in ${dir} already, and nothing was changed; edit it, or choose another folder with --dir.`,
      )
    if (keyOnly && existsSync(join(dir, key)))
      throw new CommandError(
        `There is a ${key} in ${dir} already, and an agent that loses its key loses its identity; move it away first if you mean it.`,
      )
    const text = starterManifest(name ?? nameOfFolder(dir))
    const reading = readManifest(text)
    if (reading.kind === 'faulty')
      throw new UsageError(
        `--name ${JSON.stringify(name)} is no name of an agent: ${reading.faults[0]!.message}.`,
      )
    mkdirSync(dir, { recursive: true })
    const files = [
      { file: key, text: keyFileOf(randomBytes(32)), mode: 0o600 },
      ...(keyOnly
        ? []
        : [
            { file: manifest, text },
            { file: skills, text: STARTER_SKILLS },
          ]),
    ].filter(({ file }) => !existsSync(join(dir, file)))
    for (const { file, text, mode } of files.map((one) => ({ mode: 0o644, ...one })))
      writeFileSync(join(dir, file), text, { mode, flag: 'wx' })
    const ignored = ignoreSecrets(join(dir, '.gitignore'))
    const { svc_id, manifest: written } = openFolder(dir, terminal.program)
    return {
      dir,
      svc_id,
      name: written.name,
      files: [...files.map(({ file }) => file), ...(ignored ? ['.gitignore'] : [])],
    }
  },
  show: ({ dir, svc_id, name, files }, suggest) =>
    [
      `${name} is ready in ${dir}.`,
      '',
      formatFields(
        [
          ['Files', files.join(', ')],
          ['Id', svc_id],
        ],
        '  ',
      ),
      '',
      `Next: ${suggest('run')}`,
      `Then, in another terminal: ${suggest('call http://127.0.0.1:8090 greet --text Ada')}`,
    ].join('\n'),
})

/** Has git ignore what must not leave this folder. Says whether there was something to add. */
function ignoreSecrets(path: string): boolean {
  const there = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (there.split(/\r?\n/).includes(FILES.key)) return false
  appendFileSync(
    path,
    `${there === '' || there.endsWith('\n') ? there && '\n' : '\n\n'}${STARTER_GITIGNORE}`,
  )
  return true
}
