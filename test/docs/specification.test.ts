import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SPECIFICATION } from '../../src/docs/pages/guides.ts'

const FOLDER = 'docs/specification'
const PAGES = globSync(`${FOLDER}/*.md`).toSorted()
const textOf = new Map(PAGES.map((path) => [path, readFileSync(path, 'utf8')]))
const anchors = new Map(
  [...textOf].map(([path, text]) => [
    path,
    [...text.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id]) => id!),
  ]),
)

/** Returns the references `page.md#anchor` that lead nowhere. */
const dangling = (references: readonly string[]): readonly string[] =>
  references.filter((reference) => {
    const [page = '', anchor] = reference.split('#')
    return !anchors.has(page) || (anchor !== undefined && !anchors.get(page)!.includes(anchor))
  })

const SOURCES = globSync(
  [
    '{src,conformance,dashboard/src,test,scripts,fuzz,bench}/**/*.{ts,tsx,mjs,py}',
    '*.md',
    'docs/**/*.md',
    '*.yaml',
  ],
  { exclude: ['**/node_modules/**', '**/.venv/**', 'fuzz/reports/**'] },
).filter((path) => !path.startsWith(FOLDER))

describe('the specification', () => {
  it('is served page by page', () => {
    expect(SPECIFICATION.map(({ file }) => `docs/${file}`).toSorted()).toEqual(PAGES)
  })

  it('gives each rule of a page a unique anchor', () => {
    for (const [path, ids] of anchors)
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        path,
      ).toEqual([])
    for (const [path, text] of textOf)
      expect(
        text.split('\n').filter((line) => /^### (?!<a id=)/.test(line)),
        path,
      ).toEqual([])
  })

  it('has no link to a missing page or anchor', () => {
    const links = [...textOf].flatMap(([path, text]) =>
      [...text.matchAll(/\]\((?!https?:)([\w-]+\.md)?(#[\w-]+)?\)/g)].map(
        ([, page, anchor = '']) => `${page === undefined ? path : join(FOLDER, page)}${anchor}`,
      ),
    )
    expect(links.length).toBeGreaterThan(200)
    expect(dangling(links)).toEqual([])
  })

  it('is referenced only through anchors that exist', () => {
    const references = SOURCES.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/docs\/specification\/[\w-]+\.md(?:#[\w-]+)?/g)].map(
        ([reference]) => reference,
      ),
    )
    expect(references.length).toBeGreaterThan(40)
    expect(dangling(references)).toEqual([])
  })

  it('names existing files', () => {
    const files = [...textOf.values()].flatMap((text) =>
      [
        ...text.matchAll(
          /`((?:src|test|conformance|dashboard|generated|schemas|scripts)\/[\w./-]+\.(?:ts|tsx|json|yaml))`/g,
        ),
      ].map(([, path]) => path!),
    )
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((path) => !existsSync(path))).toEqual([])
  })

  it('states each of the invariants I-01 to I-40, of which I-35 is not in use, and T-01 to T-15 once', () => {
    const numbered = [...anchors.values()]
      .flat()
      .filter((id) => /^[it]-\d\d$/.test(id))
      .toSorted()
    const upTo = (letter: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${letter}-${String(at + 1).padStart(2, '0')}`)
    expect(numbered).toEqual([...upTo('i', 40).filter((id) => id !== 'i-35'), ...upTo('t', 15)])
  })
})
