import type { Terminal } from '../../terminal/command.ts'
import { parse } from '../../terminal/parse.ts'
import { ownCredentials } from '../installation/credentials.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import { openFolder } from './folder.ts'
import { install } from './install.ts'
import { platformUrl } from './platform.ts'
import { register } from './register.ts'

/** Returns whether the agent of a folder has credentials for the platform that the environment names. */
export function isInstalled(dir: string, terminal: Terminal): boolean {
  const { svc_id, credentials_file } = openFolder(dir, terminal.program)
  const stored = readStoredCredentials(credentials_file)
  const platform_url = platformUrl(undefined, terminal, stored)
  return Boolean(ownCredentials(stored, svc_id, platform_url)?.current)
}

/**
 * Registers the agent of a folder and installs it, with the settings in the environment of the terminal.
 * @throws UsageError if a setting is missing; CommandError if the platform refuses
 */
export async function registerAndInstall(dir: string, terminal: Terminal): Promise<void> {
  const continued = { ...terminal, continues: true }
  await register.run(parse(register, ['--dir', dir]), continued)
  continued.print('')
  await install.run(parse(install, ['--dir', dir]), continued)
}

type OnlineFlag = 'platform' | 'issuer' | 'api-key' | 'organization' | 'workspace' | 'token'

/** Registers and installs the agent, unless it is installed. The flags of `run` override the environment. */
export async function registerAndInstallWith(
  given: Readonly<Record<OnlineFlag, string | undefined>> & { readonly json: boolean },
  dir: string,
  terminal: Terminal,
): Promise<void> {
  const settings = {
    SVC_PLATFORM_URL: given.platform,
    SVC_ISSUER: given.issuer,
    SVC_API_KEY: given['api-key'],
    SVC_ORGANIZATION_ID: given.organization,
    SVC_WORKSPACE_ID: given.workspace,
    SVC_INSTALL_TOKEN: given.token,
  }
  const set = Object.entries(settings).filter(([, value]) => value !== undefined)
  const configured: Terminal = {
    ...terminal,
    env: { ...terminal.env, ...Object.fromEntries(set) },
    // With --json, the only document on standard output is that of `run`.
    print: given.json ? () => undefined : terminal.print,
  }
  if (!isInstalled(dir, configured)) await registerAndInstall(dir, configured)
}
