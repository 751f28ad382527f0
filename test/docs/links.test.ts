import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { slug } from '../../src/docs/markdown.ts'

const FILES = globSync('**/*.md', {
  exclude: [
    '**/node_modules/**',
    '**/dist/**',
    'data/**',
    '**/.venv/**',
    'fuzz/reports/**',
    // Their links are those of the published package.
    'packages/**',
    'sdk/.out/**',
    'test/vectors/jcs/**',
  ],
}).toSorted()

/** Returns the prose of a file, without its code blocks. */
const proseOf = (path: string): string =>
  readFileSync(path, 'utf8').replaceAll(/^ *```[^]*?^ *```$/gm, '')

/** Returns the anchors of a Markdown file: those that it sets, and those of its headings. */
function anchorsOf(path: string): ReadonlySet<string> {
  const text = proseOf(path)
  const explicit = [...text.matchAll(/<a id="([\w.-]+)"><\/a>/g)].map(([, id]) => id!)
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    slug(title!.replaceAll('`', '')),
  )
  return new Set([...explicit, ...headings])
}

/** Returns whether a link leads to a file of the repository, and to an anchor of it where it names one. */
function hasTarget(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? from : join(dirname(from), decodeURIComponent(file))
  if (!existsSync(target)) return false
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor)
}

/** Returns whether a path that prose names exists, relative to the root of the repository or to a folder above the file. */
function isPresent(path: string, from: string): boolean {
  const folders = dirname(from).split('/')
  return folders
    .map((_, depth) => join(...folders.slice(0, folders.length - depth), path))
    .concat(path)
    .some((one) => existsSync(one))
}

const TOP_FOLDERS =
  'src|test|scripts|docs|dashboard|conformance|fuzz|bench|examples|schemas|flows|contracts|packages|sdk'
/** A path in backticks. MODULE and NAME are placeholders, and built files exist only after a build. */
const PATH = new RegExp(`\`((?:${TOP_FOLDERS})/(?!dist)[\\w./-]+)\``, 'g')
const PLACEHOLDER = /\b(?:MODULE|NAME)\b/

describe('the Markdown files', () => {
  it('have no link to a missing file or heading', () => {
    const links = FILES.flatMap((file) =>
      [...proseOf(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link]) => ({
        file,
        link: link!,
      })),
    )
    expect(links.length).toBeGreaterThan(500)
    expect(
      links
        .filter(({ file, link }) => !hasTarget(file, link))
        .map(({ file, link }) => `${file}: ${link}`),
    ).toEqual([])
  })

  it('name existing files and folders', () => {
    const named = FILES.flatMap((file) =>
      [...proseOf(file).matchAll(PATH)].map(([, path]) => ({ file, path: path! })),
    ).filter(({ path }) => !PLACEHOLDER.test(path))
    expect(named.length).toBeGreaterThan(400)
    expect(
      named
        .filter(({ file, path }) => !isPresent(path, file))
        .map(({ file, path }) => `${file}: ${path}`),
    ).toEqual([])
  })
})

it('docs/dependencies.md lists every direct dependency of the repository', () => {
  const text = readFileSync('docs/dependencies.md', 'utf8')
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly [kind: string]: Readonly<Record<string, string>>
  }
  const names = Object.keys({ ...dependencies, ...devDependencies })
  expect(
    names.filter((name) => !name.startsWith('@types/') && !text.includes(`\`${name}\``)),
  ).toEqual([])
})
