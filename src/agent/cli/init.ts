import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { formatFields, oneOf } from '../../terminal/text.ts'
import { keyFileOf } from '../folder/keys.ts'
import { define } from './define.ts'
import { FILES } from '../folder/folder.ts'
import { readManifest } from '../folder/manifest.ts'
import { ignoreSecrets, folderOf, nameOfFolder, openFolder } from './folder.ts'
import { LANGUAGES, STARTERS, type Starter } from './starters/languages.ts'
import { starterManifest } from './starters/manifest.ts'

/** `init`: creates an agent. */
export const init = define({
  path: 'init',
  summary: 'Create a manifest, a key pair and two example skills',
  about:
    'Writes svc.yml (with comments on the settings that you may want to change), svc.key (the private key, mode 0600) and the program with the skills (skills.mjs, unless --language names another language) to this folder, and adds the secrets to .gitignore. Existing files are not overwritten. The agent is complete: `run` serves it, standalone until it is registered and installed.',
  flags: {
    name: { value: 'NAME', description: 'Name of the agent', fallback: 'the name of the folder' },
    language: {
      value: 'LANGUAGE',
      description: `Language of the skills: ${oneOf(LANGUAGES)} (a local HTTP service)`,
      default: 'javascript',
    },
    'key-only': {
      description: 'Write only svc.key and .gitignore, for an agent that already has a manifest',
    },
  },
  examples: ['init', 'init --language python', 'init --name "Invoice reader" --dir invoice-reader'],
  async execute({ dir: given, name, language, 'key-only': keyOnly }, _, terminal) {
    const starter = starterOf(language)
    const dir = folderOf(given, terminal)
    const { key, manifest } = FILES
    if (!keyOnly && existsSync(join(dir, manifest)))
      throw new CommandError(
        `${dir} already contains a ${manifest}, so nothing was changed; edit it, or choose another folder with --dir.`,
      )
    if (keyOnly && !existsSync(join(dir, manifest)))
      throw new CommandError(
        `There is no ${manifest} in ${dir}, so nothing was changed; name the folder of the agent with --dir, or create both files without --key-only.`,
      )
    if (keyOnly && existsSync(join(dir, key)))
      throw new CommandError(
        `${dir} already contains a ${key}, so nothing was changed. A new key gives the agent a new id; to create one, move the existing file away first.`,
      )
    const text = starterManifest(name ?? nameOfFolder(dir), starter)
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
            ...Object.entries(starter.files).map(([file, content]) => ({ file, text: content })),
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
      key_only: keyOnly,
      companion_command: keyOnly ? undefined : starter.companion_command,
      files: [...files.map(({ file }) => file), ...(ignored ? ['.gitignore'] : [])],
    }
  },
  data: ({ dir, svc_id, name, files }) => ({ dir, svc_id, name, files }),
  show: ({ dir, svc_id, name, files, key_only, companion_command }, suggest) =>
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
      ...(companion_command === undefined
        ? []
        : [`Start the skills, in another terminal: ${companion_command}`]),
      `Next: ${suggest('run')}`,
      // An existing manifest may have no skill `greet`.
      ...(key_only
        ? []
        : [`Then, in another terminal: ${suggest('call http://127.0.0.1:8090 greet --text Ada')}`]),
    ].join('\n'),
})

function starterOf(language: string): Starter {
  const known = LANGUAGES.find((name) => name === language)
  if (known !== undefined) return STARTERS[known]
  throw new UsageError(`--language must be ${oneOf(LANGUAGES)}, not ${JSON.stringify(language)}.`)
}
