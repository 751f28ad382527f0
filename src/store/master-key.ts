import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { MASTER_KEY_BYTES } from '../domain/secrets.ts'
import { StoreRefused } from './database.ts'
import { makeFolderOf } from './folder.ts'

/**
 * Returns the master key from the file beside a store. At the first start it creates that file with mode 0600. Without this file, none of
 * the secrets in a backup of the store can be opened.
 * @throws StoreRefused
 */
export function masterKeyBeside(
  storeFile: string,
  random: (bytes: number) => Uint8Array,
): Uint8Array {
  const path = `${storeFile}.key`
  makeFolderOf(path)
  try {
    writeFileSync(path, Buffer.from(random(MASTER_KEY_BYTES)).toString('hex'), {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StoreRefused(`The key file ${path} cannot be written: ${(cause as Error).message}.`)
  }
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== MASTER_KEY_BYTES)
    throw new StoreRefused(
      `The key file ${path} does not hold 64 hex digits; restore it from a backup, or set SVC_MASTER_KEY.`,
    )
  return key
}
