import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOverlay, entryPath } from '../../../src/domain/images/overlay.ts'

type Entry = readonly [path: string, kind: 'file' | 'folder']
const stack = (...layers: readonly (readonly Entry[])[]): readonly string[] => {
  const overlay = createOverlay<number>()
  for (const [number, entries] of layers.entries()) {
    const layer = overlay.layer()
    for (const [path, kind] of entries)
      if (layer.entry(path, kind === 'folder') && kind === 'file') layer.keep(path, number)
    layer.done()
  }
  return [...overlay.view()].map(([path, number]) => `${path} of ${number}`).toSorted()
}
const file = (path: string): Entry => [path, 'file']
const folder = (path: string): Entry => [path, 'folder']

describe('stacked layers', () => {
  it.each<[string, readonly (readonly Entry[])[], readonly string[]]>([
    ['a file above takes the place of the one below', [[file('a')], [file('a')]], ['a of 1']],
    [
      'a whiteout removes the file below',
      [[file('d/a'), file('d/b')], [file('d/.wh.a')]],
      ['d/b of 0'],
    ],
    ['a whiteout removes a whole folder', [[file('d/e/a'), file('d/b')], [file('.wh.d')]], []],
    [
      'a whiteout does not remove a file whose name only begins with its name',
      [[file('d/ab')], [file('d/.wh.a')]],
      ['d/ab of 0'],
    ],
    [
      'a whiteout does not affect its own layer, wherever it is listed',
      [[file('a')], [file('.wh.a'), file('a')]],
      ['a of 1'],
    ],
    [
      'a whiteout after a file of its own layer does not remove that file',
      [[file('a')], [file('a'), file('.wh.a')]],
      ['a of 1'],
    ],
    [
      'an opaque folder hides everything below it, and keeps its own',
      [
        [file('d/a'), file('d/e/b'), file('c')],
        [file('d/.wh..wh..opq'), file('d/n')],
      ],
      ['c of 0', 'd/n of 1'],
    ],
    [
      'an opaque root hides all layers below',
      [[file('a')], [file('.wh..wh..opq'), file('b')]],
      ['b of 1'],
    ],
    ['a file in place of a folder hides what was in it', [[file('d/a')], [file('d')]], ['d of 1']],
    [
      'a folder in place of a file hides it',
      [[file('d')], [folder('d'), file('d/a')]],
      ['d/a of 1'],
    ],
    ['a folder that is listed again hides nothing', [[file('d/a')], [folder('d')]], ['d/a of 0']],
    ['what was removed can come back', [[file('a')], [file('.wh.a')], [file('a')]], ['a of 2']],
  ])('%s', (_, layers, seen) => expect(stack(...layers)).toEqual(seen))

  it('contain the same files as a file system after the same changes', () => {
    const name = fc.constantFrom('a', 'b')
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
    const change = fc.oneof(
      path.map((p) => ({ do: 'put', path: p }) as const),
      path.map((p) => ({ do: 'remove', path: p }) as const),
    )
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 4 }), (layers) => {
        const there = new Map<string, number>()
        const tars: Entry[][] = []
        for (const [number, changes] of layers.entries()) {
          const removed = changes.filter((each) => each.do === 'remove').map((each) => each.path)
          // A layer cannot contain a file below another file.
          const added = changes
            .filter((each) => each.do === 'put')
            .map((each) => each.path)
            .filter(
              (p, _i, all) =>
                !all.some((other) => p.startsWith(`${other}/`) || other.startsWith(`${p}/`)),
            )
          const inside = (p: string, other: string) => p === other || p.startsWith(`${other}/`)
          for (const p of [...there.keys()])
            if (
              removed.some((gone) => inside(p, gone)) ||
              added.some((put) => inside(p, put) || put.startsWith(`${p}/`))
            )
              there.delete(p)
          for (const p of added) there.set(p, number)
          const folders = added.flatMap((p) =>
            p
              .split('/')
              .slice(0, -1)
              .map((_p, index, parts) => parts.slice(0, index + 1).join('/')),
          )
          tars.push([
            ...folders.map(folder),
            ...removed.map((p) => file(p.replace(/[^/]*$/, '.wh.$&'))),
            ...added.map(file),
          ])
        }
        expect(stack(...tars)).toEqual(
          [...there].map(([p, number]) => `${p} of ${number}`).toSorted(),
        )
      }),
    )
  })
})

describe('the path of an entry', () => {
  it.each([
    ['./etc/passwd', 'etc/passwd'],
    ['/etc/passwd', 'etc/passwd'],
    ['etc//./passwd/', 'etc/passwd'],
    ['a', 'a'],
    ['..a/b..', '..a/b..'],
  ])('%s is %s', (name, path) => expect(entryPath(name)).toBe(path))
  it.each([
    '',
    '.',
    '/',
    './',
    '..',
    '../etc/passwd',
    'a/../../b',
    'a/..',
    'a\0b',
    `a/${'b'.repeat(5000)}`,
  ])('%j is ignored', (name) => expect(entryPath(name)).toBeUndefined())
})
