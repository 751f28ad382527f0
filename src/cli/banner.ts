import { DEFAULT_STORE, type Config } from '../config.ts'
import { isBuilt } from '../dashboard/built.ts'
import { BUILT } from '../dashboard/serve.ts'
import { shownStore, typedStore } from '../store/address.ts'
import type { FirstSteps } from './first-organization.ts'
import { facts } from './text.ts'
import { version } from './version.ts'

export interface Started { readonly config: Config; readonly first: FirstSteps | undefined; readonly crowded: boolean; readonly unknown?: readonly string[]; readonly program: string }

/** What `serve` says when it is ready: where it is, and what to type next. */
export function banner({ config, first, crowded, unknown = [], program }: Started): string {
  const { public_url, store, smtp, support } = config
  const where = facts([
    ['API', `${public_url}/api/v1`],
    ...(isBuilt(BUILT) ? [['Dashboard', `${public_url}/`] as const] : []),
    ['Docs', `${public_url}/docs`],
    ['Watch', `${public_url}/readyz and ${public_url}/metrics`],
    ['Store', crowded ? `${store}    large for JSON: sqlite: is made for this` : shownStore(store)],
    ['Mail', smtp ? `from ${smtp.from.address}` : 'not configured: nobody can sign in with a PIN until SVC_SMTP_URL is set'],
    ['Support', desk(support, program)],
    ...unknown.map((sentence) => ['Warning', sentence] as const),
  ], '  ')
  return ['', `svc-registry ${version()} is ready. Ctrl-C stops it.`, '', where, ...(first ? ['', welcome(config, first, program)] : []), ''].join('\n')
}

function desk({ mail, chat, csm }: Config['support'], program: string): string {
  const ways = [mail, chat && `the ${chat.format} chat`, csm].filter((way) => way !== undefined)
  return ways.length > 0 ? `to ${ways.join(', ')}` : `requests wait in: ${program} ticket list`
}

function welcome({ public_url, store }: Config, { organization_id, workspace_id, key }: FirstSteps, program: string): string {
  const shown = 'shown' in key
  const at = store === DEFAULT_STORE ? '' : ` --store ${typedStore(store)}`
  return [
    'The store was empty, so there is a first organization now:', '',
    facts([
      ['Organization', organization_id], ['Workspace', workspace_id],
      ['API key', shown ? `${key.shown}    shown only now` : `in ${key.file}    readable by this user only; keep the key and delete the file`],
    ], '  '), '',
    'Try it, in another terminal:', '',
    `  curl ${public_url}/api/v1/orgs/${organization_id}/workspaces \\\n    -H "X-API-Key: ${shown ? key.shown : `$(cat ${key.file})`}"`, '',
    ...(store === 'memory:' ? [] : ['Add a person who may sign in:', '', `  ${program} member add --email you@example.com --role owner \\\n    --org ${organization_id}${at}`]),
  ].join('\n').trimEnd()
}
