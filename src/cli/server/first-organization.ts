import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
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
 * Another process may do the same at the same time, so the file gets its name only when the organization exists.
 */
export async function initializeEmptyStore(
  { services, jobs }: App,
  store: string,
  interactive: boolean,
): Promise<FirstOrganization | undefined> {
  if ((await services.store.listOrganizations({})).length > 0) return undefined
  const { token } = mint(API_KEY_PREFIX, randomBytes(32))
  const file = interactive ? undefined : keyFile(store)
  if (file) writeKey(file, token)
  const first = await services.store.createFirstOrganization(jobs.platformContext(), {
    token,
    signer: services.signer,
  })
  if (!first) {
    if (file) rmSync(file.temporary)
    return undefined
  }
  // A deleted store may have left its file behind, which is replaced.
  if (file) renameSync(file.temporary, file.path)
  return {
    organization_id: first.organization.organization_id,
    workspace_id: first.workspace.workspace_id,
    key: file ? { file: file.path } : { shown: token },
  }
}

/** A file that has a temporary name at first. */
interface KeyFile {
  readonly path: string
  readonly temporary: string
}

/** Returns a file beside the store, or in the folder for temporary files if the store is not a file. */
function keyFile(store: string): KeyFile {
  const suffix = randomBytes(8).toString('hex')
  const storeFile = storePath(store)
  const path =
    storeFile === undefined
      ? join(tmpdir(), `svc-registry-${suffix}.first-key`)
      : `${storeFile}.first-key`
  return { path, temporary: `${path}.${suffix}` }
}

function writeKey({ path, temporary }: KeyFile, token: string): void {
  try {
    writeFileSync(temporary, `${token}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (cause) {
    throw new StoreRefused(
      `The first API key cannot be written to ${path}: ${(cause as Error).message}.`,
    )
  }
}
