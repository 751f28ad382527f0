import { PATH_BYTES } from './limits.ts'

/** Path of an entry inside the image: relative, without `.` and empty parts. Undefined for what leads outside, or nowhere. */
export function entryPath(name: string): string | undefined {
  if (name.length > PATH_BYTES || name.includes('\0')) return undefined
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/')
}

const WHITEOUT = '.wh.'
const OPAQUE = '.wh..wh..opq'

/** Layers on top of one another, reduced to what was kept of them. */
export interface Overlay<T> {
  /** Begins the next layer up. */
  layer(): OverlayLayer<T>
  /** What remains in view, by path. */
  view(): ReadonlyMap<string, T>
}
export interface OverlayLayer<T> {
  /** Takes note of an entry. What is not kept still hides what lies below it. @returns false for a whiteout, which is no file */
  entry(path: string, isFolder: boolean): boolean
  keep(path: string, value: T): void
  /** Lays the layer on top; whiteouts concern the layers below only, wherever they stand (OCI image 1.1, "Whiteouts"). */
  done(): void
}

export function createOverlay<T>(): Overlay<T> {
  let below = new Map<string, T>()
  return {
    view: () => below,
    layer() {
      const kept = new Map<string, T>()
      const hidden = new Set<string>()
      const opaque = new Set<string>()
      const mattering = withFolders(below.keys())
      return {
        entry(path, isFolder) {
          const slash = path.lastIndexOf('/')
          const [folder, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)]
          if (name === OPAQUE) opaque.add(folder)
          else if (name.startsWith(WHITEOUT)) hidden.add(join(folder, name.slice(WHITEOUT.length)))
          else if (isFolder ? below.has(path) : mattering.has(path)) hidden.add(path)
          return !name.startsWith(WHITEOUT)
        },
        keep: (path, value) => {
          kept.set(path, value)
        },
        done() {
          const remaining =
            hidden.size + opaque.size === 0
              ? below
              : new Map([...below].filter(([path]) => !isHidden(path, hidden, opaque)))
          below = new Map([...remaining, ...kept])
        },
      }
    },
  }
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** The paths and all folders above them: a file in place of one of these hides something. */
function withFolders(paths: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>()
  for (const path of paths) for (const each of ancestry(path)) all.add(each)
  return all
}

function isHidden(path: string, hidden: ReadonlySet<string>, opaque: ReadonlySet<string>): boolean {
  const [self, ...folders] = ancestry(path)
  return (
    hidden.has(self!) ||
    opaque.has('') ||
    folders.some((folder) => hidden.has(folder) || opaque.has(folder))
  )
}

/** A path and the folders above it, the deepest first. */
function ancestry(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}
