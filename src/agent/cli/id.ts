import { formatFields } from '../../terminal/text.ts'
import { define } from './define.ts'
import { folderOf, openFolder } from './folder.ts'

/** `id`: prints the identity that is derived from the manifest and the key. */
export const id = define({
  path: 'id',
  summary: "Check the manifest, and print the agent's id and manifest hash",
  about:
    'The id is content-addressed: it is the SHA-256 of name, version, public key and manifest hash. The same manifest and key have the same id everywhere; comments and formatting of svc.yml do not change it. Errors are reported with line and column.',
  flags: {},
  examples: ['id', 'id --json'],
  async execute({ dir }, _, terminal) {
    const {
      svc_id,
      manifest_hash,
      manifest: { name, version },
      key: { public_key },
      warnings,
    } = openFolder(folderOf(dir, terminal), terminal.program)
    return { svc_id, name, version, public_key, manifest_hash, warnings }
  },
  show: ({ svc_id, name, version, public_key, manifest_hash, warnings }) =>
    [
      formatFields([
        ['Id', svc_id],
        ['Name', `${name} ${version}`],
        ['Public key', public_key],
        ['Manifest hash', manifest_hash],
      ]),
      ...warnings.map((warning) => `Warning: ${warning}`),
    ].join('\n'),
})
