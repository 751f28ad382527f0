import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../app/app.ts'
import { API_KEY_PREFIX, mint } from '../../domain/tokens.ts'
import { StoreRefused } from '../../store/database.ts'
import { storePath } from '../../store/dialects.ts'

/** The organization that is created in an empty store, with its API key: the key itself, or the file that contains it. */
export interface FirstOrganization {
  readonly organization_id: string
  readonly workspace_id: string
  readonly key: { readonly shown: string } | { readonly file: string }
}

/**
 * Creates the first organization in an empty store; resolves with undefined if the store is not empty. The API key is returned only for a
 * terminal. Otherwise it is written to a file that only this user can read, before the key becomes valid, so that it cannot be lost.
 */
export async function initializeEmptyStore(
  { services, jobs }: App,
  store: string,
  interactive: boolean,
): Promise<FirstOrganization | undefined> {
  if ((await services.store.listOrganizations({})).length > 0) return undefined
  const { token } = mint(API_KEY_PREFIX, randomBytes(32))
  const key = interactive ? { shown: token } : { file: keyFile(store) }
  if ('file' in key) writeKey(key.file, token)
  const first = await services.store.createFirstOrganization(jobs.platformContext(), {
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

/** Returns a file beside the store, or one in a new temporary folder if the store is not a file. */
function keyFile(store: string): string {
  const path = storePath(store)
  return path === undefined
    ? join(mkdtempSync(join(tmpdir(), 'svc-registry-')), 'first-key')
    : `${path}.first-key`
}

function writeKey(file: string, token: string): void {
  try {
    // A deleted store may have left its file behind, and writing to an existing file would keep that file's mode.
    rmSync(file, { force: true })
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (cause) {
    throw new StoreRefused(
      `The first API key cannot be written to ${file}: ${(cause as Error).message}.`,
    )
  }
}
