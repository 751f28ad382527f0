import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** A file, folder or link of an image. Its owner is root unless `uid` says otherwise. */
export interface Entry {
  /** Relative to the root of the image. */
  readonly path: string
  readonly mode: number
  readonly content?: Buffer | string
  readonly link?: string
  readonly uid?: number
}
/** A blob of an image. */
export interface Blob {
  readonly digest: string
  readonly bytes: Buffer
}
export interface Layer extends Blob {
  /** The digest of the uncompressed archive. */
  readonly diff_id: string
}

export const blobOf = (bytes: Buffer): Blob => ({
  digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
  bytes,
})

/** Returns an archive of entries whose times are all the same, so that the same files always produce the same archive. */
export async function archiveOf(entries: readonly Entry[], made_at: Date): Promise<Buffer> {
  const archive = pack()
  const done = buffer(archive)
  for (const { path, mode, content, link, uid = 0 } of entries) {
    const header = { name: path, mode, uid, gid: uid, mtime: made_at }
    if (link !== undefined) archive.entry({ ...header, type: 'symlink', linkname: link })
    else if (content === undefined) archive.entry({ ...header, type: 'directory' })
    else archive.entry({ ...header, type: 'file' }, content)
  }
  archive.finalize()
  return done
}

export async function layerOf(entries: readonly Entry[], made_at: Date): Promise<Layer> {
  const archive = await archiveOf(entries, made_at)
  return { ...blobOf(gzipSync(archive)), diff_id: blobOf(archive).digest }
}

/** Returns a folder and what is in it as entries at a path of the image. All users can read them. */
export function entriesOf(folder: string, path: string): readonly Entry[] {
  return [
    { path, mode: 0o755 },
    ...readdirSync(folder)
      .toSorted()
      .flatMap((name): readonly Entry[] => {
        const [from, to] = [join(folder, name), `${path}/${name}`]
        const stat = lstatSync(from)
        if (stat.isDirectory()) return entriesOf(from, to)
        if (stat.isSymbolicLink()) return [{ path: to, mode: 0o777, link: readlinkSync(from) }]
        return [{ path: to, mode: stat.mode & 0o111 ? 0o755 : 0o644, content: readFileSync(from) }]
      }),
  ]
}
