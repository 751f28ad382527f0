import { MasterKeyMissing, type KeyRing, type MasterKey } from '../domain/secrets.ts'
import { readKeys, sourceName, type KeySource } from './key-source.ts'

/** The master keys of a process, which it reads again when it lacks one. */
export interface MasterKeys {
  readonly ring: () => KeyRing
  /** Names the source of the keys in messages. */
  readonly where: string
  /** The key file beside the store, if this program writes the keys itself. */
  readonly keyFile: string | undefined
  /**
   * Runs `body` with the keys. If a key is missing, the source is read again, at most once a second, and `body` runs once more.
   * @throws MasterKeyMissing
   */
  use<Answer>(body: (keys: KeyRing) => Promise<Answer>): Promise<Answer>
  /** Reads the source again. @throws StoreRefused */
  reload(): Promise<KeyRing>
}

/** Milliseconds between two readings of a source that lacks a key, so that requests do not start one command each. */
const REREAD_PAUSE_MS = 1000

/** Reads the master keys of a process. @throws StoreRefused */
export async function openMasterKeys(
  source: KeySource,
  now_ms: () => number,
  read: (source: KeySource) => Promise<KeyRing> = readKeys,
): Promise<MasterKeys> {
  let ring = await read(source)
  let reread_at = -Infinity
  let rereading: Promise<unknown> = Promise.resolve()
  const reload = async (): Promise<KeyRing> => (ring = await read(source))
  const rereadSoon = (): Promise<unknown> => {
    if (now_ms() - reread_at >= REREAD_PAUSE_MS) {
      reread_at = now_ms()
      // A source that cannot be read now leaves the keys as they are; the error then names the key that is missing.
      rereading = reload().catch(() => undefined)
    }
    return rereading
  }
  return {
    ring: () => ring,
    where: sourceName(source),
    keyFile: source.kind === 'beside' ? source.path : undefined,
    reload,
    async use(body) {
      try {
        return await body(ring)
      } catch (cause) {
        if (!(cause instanceof MasterKeyMissing)) throw cause
      }
      await rereadSoon()
      return body(ring).catch((cause: unknown) => {
        throw cause instanceof MasterKeyMissing
          ? new MasterKeyMissing(cause.key_id, sourceName(source))
          : cause
      })
    },
  }
}

/** Returns master keys that no source can renew: those of a store in memory. */
export const fixedKeys = (key: MasterKey): MasterKeys => ({
  ring: () => [key],
  where: 'the memory of this process',
  keyFile: undefined,
  reload: async () => [key],
  use: (body) => body([key]),
})
