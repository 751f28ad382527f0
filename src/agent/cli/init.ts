import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { formatFields } from '../../terminal/text.ts'
import { keyFileOf } from '../folder/keys.ts'
import { define } from './define.ts'
import { FILES } from '../folder/folder.ts'
import { readManifest } from '../folder/manifest.ts'
import { folderOf, nameOfFolder, openFolder } from './folder.ts'
import { STARTER_GITIGNORE, STARTER_SKILLS, starterManifest } from './starter.ts'

/** `init`: creates an agent. */
export const init = define({
  path: 'init',
  summary: 'Create a manifest, a key pair and two example skills',
  about:
    'Writes svc.yml (with a comment on every setting), svc.key (the private key, mode 0600) and skills.mjs into this folder, and adds the secrets to .gitignore. Existing files are not overwritten. The agent works as it is: `run` serves it, standalone until it is registered and installed.',
  flags: {
    name: { value: 'NAME', description: 'Name of the agent', fallback: 'that of the folder' },
    'key-only': { description: 'Write only svc.key, for an agent that already has a manifest' },
  },
  examples: ['init', 'init --name "Invoice reader" --dir invoice-reader'],
  async execute({ dir: given, name, 'key-only': keyOnly }, _, terminal) {
    const dir = folderOf(given, terminal)
    const { key, manifest, skills } = FILES
    if (!keyOnly && existsSync(join(dir, manifest)))
      throw new CommandError(
        `There is already a ${manifest} in ${dir}, and nothing was changed; edit it, or choose another folder with --dir.`,
      )
    if (keyOnly && existsSync(join(dir, key)))
      throw new CommandError(
        `There is already a ${key} in ${dir}, and nothing was changed; an agent with a new key has a new id. To create one, move the file away first.`,
      )
    const text = starterManifest(name ?? nameOfFolder(dir))
    const result = readManifest(text)
    if (result.kind === 'invalid')
      throw new UsageError(
        `--name ${JSON.stringify(name)} is not a valid name: ${result.faults[0]!.message}.`,
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
    for (const { file, text, mode } of files.map((file) => ({ mode: 0o644, ...file })))
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

/** Adds the secrets to .gitignore. Returns whether there was anything to add. */
function ignoreSecrets(path: string): boolean {
  const existing = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (existing.split(/\r?\n/).includes(FILES.key)) return false
  appendFileSync(
    path,
    `${existing === '' || existing.endsWith('\n') ? existing && '\n' : '\n\n'}${STARTER_GITIGNORE}`,
  )
  return true
}
