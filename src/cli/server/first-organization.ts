import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { API_KEY_PREFIX, mint } from '../../domain/tokens.ts'
import { StoreRefused } from '../../store/database.ts'
import { storePath } from '../../store/address.ts'

/** What an empty store begins with. The key itself, or the file it was written to. */
export interface FirstOrganization {
  readonly organization_id: string
  readonly workspace_id: string
  readonly key: { readonly shown: string } | { readonly file: string }
}

/**
 * Gives an empty store its first organization. The key exists once: in the answer for somebody who looks, else in a file that
 * only this user can read, written before the key is good for anything so that it cannot be lost.
 */
export async function initializeEmptyStore(
  { services, jobs }: App,
  store: string,
  interactive: boolean,
): Promise<FirstOrganization | undefined> {
  if ((await services.store.listOrganizations({})).length > 0) return undefined
  const { token } = mint(API_KEY_PREFIX, randomBytes(32))
  const key = interactive ? { shown: token } : { file: keyFile(store) }
  if ('file' in key) write(key.file, token)
  const first = await services.store.createFirstOrganization(jobs.act(), {
    token,
    signer: services.signer,
  })
  if (!first && 'file' in key) rmSync(key.file)
  return (
    first && {
      organization_id: first.organization.organization_id,
      workspace_id: first.workspace.workspace_id,
      key,
    }
  )
}

/** Beside the store; one that is no file has no place, so a new folder for temporary files. */
function keyFile(store: string): string {
  const path = storePath(store)
  return path === undefined
    ? join(mkdtempSync(join(tmpdir(), 'svc-registry-')), 'first-key')
    : `${path}.first-key`
}

function write(file: string, token: string): void {
  try {
    rmSync(file, { force: true }) // Left by a store that was deleted; a file that is there would keep its own mode.
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (cause) {
    throw new StoreRefused(
      `The first API key cannot be written to ${file}: ${(cause as Error).message}.`,
    )
  }
}
