import { PATH_BYTES } from './limits.ts'

/**
 * Returns the path of an entry in the image: relative, without `.` and empty parts; undefined if it is empty or too long, or contains `..`
 * or a NUL character.
 */
export function entryPath(name: string): string | undefined {
  if (name.length > PATH_BYTES || name.includes('\0')) return undefined
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/')
}

const WHITEOUT = '.wh.'
const OPAQUE = '.wh..wh..opq'

/** A stack of layers, reduced to the entries that were kept. */
export interface Overlay<T> {
  /** Starts the next layer above. */
  layer(): OverlayLayer<T>
  /** Returns the visible entries by path. */
  view(): ReadonlyMap<string, T>
}
export interface OverlayLayer<T> {
  /** Registers an entry, which hides entries of lower layers even if it is not kept. Returns false for a whiteout, which is not a file. */
  entry(path: string, isFolder: boolean): boolean
  keep(path: string, value: T): void
  /** Completes the layer. Whiteouts apply only to lower layers, wherever they occur (OCI image 1.1, "Whiteouts"). */
  done(): void
}

export function createOverlay<T>(): Overlay<T> {
  let lower = new Map<string, T>()
  return {
    view: () => lower,
    layer() {
      const kept = new Map<string, T>()
      const hidden = new Set<string>()
      const opaque = new Set<string>()
      const relevant = withFolders(lower.keys())
      return {
        entry(path, isFolder) {
          const slash = path.lastIndexOf('/')
          const [folder, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)]
          if (name === OPAQUE) opaque.add(folder)
          else if (name.startsWith(WHITEOUT)) hidden.add(join(folder, name.slice(WHITEOUT.length)))
          else if (isFolder ? lower.has(path) : relevant.has(path)) hidden.add(path)
          return !name.startsWith(WHITEOUT)
        },
        keep: (path, value) => {
          kept.set(path, value)
        },
        done() {
          const remaining =
            hidden.size + opaque.size === 0
              ? lower
              : new Map([...lower].filter(([path]) => !isHidden(path, hidden, opaque)))
          lower = new Map([...remaining, ...kept])
        },
      }
    },
  }
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** Returns the paths and all folders above them. A file at one of these paths hides an entry. */
function withFolders(paths: Iterable<string>): ReadonlySet<string> {
  const result = new Set<string>()
  for (const path of paths) for (const ancestor of ancestry(path)) result.add(ancestor)
  return result
}

function isHidden(path: string, hidden: ReadonlySet<string>, opaque: ReadonlySet<string>): boolean {
  const [self, ...folders] = ancestry(path)
  return (
    hidden.has(self!) ||
    opaque.has('') ||
    folders.some((folder) => hidden.has(folder) || opaque.has(folder))
  )
}

/** Returns a path and the folders above it, the deepest first. */
function ancestry(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}
