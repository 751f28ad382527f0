import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Settings } from '../../src/engine/settings.ts'
import { settings } from './settings.ts'
import { newFolder, removeFolder } from '../../../test/kit/folder.ts'

/** The part of the line printed by a sandbox that the suite uses. */
export interface SandboxInfo {
  readonly base_url: string
  /** The name under which it signs. */
  readonly issuer?: string
  readonly organizations: readonly {
    readonly organization_id: string
    readonly plan: string
    readonly api_key: string
    readonly admin_email: string
  }[]
  readonly mail_url: string
  readonly clock_url: string
  readonly agent: { readonly url: string }
  /** References of images that it can scan. */
  readonly images: readonly string[]
}

export interface Sandbox {
  readonly info: SandboxInfo
  readonly stop: () => Promise<void>
}

export const STORES = ['memory', 'json', 'sqlite'] as const

/** Starts the platform of this repository on a store, with a clock that can be advanced and a mailbox that can be read. */
export async function startSandbox(kind: (typeof STORES)[number] = 'memory'): Promise<Sandbox> {
  const folder = newFolder('conformance')
  const store = {
    memory: 'memory:',
    json: `json:${join(folder, 'store.json')}`,
    sqlite: `sqlite:${join(folder, 'store.db')}`,
  }[kind]
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sandbox-process.ts'), store], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill()
    await exited
    removeFolder(folder)
  }
  let text = ''
  while (!text.includes('\n')) {
    const chunk = await Promise.race([
      once(child.stdout, 'data') as Promise<[Buffer]>,
      exited.then(() => undefined),
    ])
    if (chunk === undefined) throw new Error('The sandbox exited before it was ready.')
    text += chunk[0].toString('utf8')
  }
  return { info: JSON.parse(text.slice(0, text.indexOf('\n'))) as SandboxInfo, stop }
}

/** Returns settings with all accounts and addresses of a sandbox. */
export function sandboxSettings(
  { base_url, issuer, organizations, clock_url, mail_url, images }: SandboxInfo,
  changes: Partial<Settings> = {},
): Settings {
  const plans = organizations.slice(0, 4)
  const [second] = organizations.slice(4)
  return settings({
    base: base_url,
    ...(issuer === undefined ? {} : { issuer }),
    profile: 'full',
    clock_url,
    mail_url,
    allow: new Set(['read', 'call', 'write', 'destructive']),
    keys: Object.fromEntries(plans.map(({ plan, api_key }) => [plan, api_key])),
    second_org: { org_id: second?.organization_id ?? '', key: second?.api_key ?? '' },
    extra: {
      ...Object.fromEntries(
        plans.map(({ plan, organization_id }) => [`org.${plan}`, organization_id]),
      ),
      'admin-email': plans[3]?.admin_email ?? '',
      'image-ref': images[0] ?? 'acme/web:1.0',
    },
    ...changes,
  })
}
