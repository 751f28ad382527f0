import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Returns the lines of the files that match a pattern, with their locations. */
const linesWith = (pattern: RegExp, globs: readonly string[]): readonly string[] =>
  globs
    .flatMap((glob) =>
      globSync(glob, { exclude: (path) => /node_modules|\.packages|\.venv|\.out/.test(path) }),
    )
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    )

const PRODUCT = ['src', 'packages', 'conformance/src', 'dashboard/src'].map(
  (folder) => `${folder}/**/*.{ts,tsx}`,
)
const OTHERS = [
  'bench',
  'conformance/test',
  'fuzz',
  'interop',
  'scripts',
  'sdk',
  'test',
  'validators',
]

it('no source asserts a type via unknown, which would hide every error', () => {
  // The pattern is written so that it does not match itself.
  const globs = [...PRODUCT, ...OTHERS.map((folder) => `${folder}/**/*.{ts,tsx}`)]
  expect(linesWith(/\bas +unknown +as\b/, globs)).toEqual([])
})

it('the product asserts the type `never` only where a dispatcher gets its options', () => {
  expect(linesWith(/\bas never$|\bas never[),;]/, PRODUCT)).toEqual([
    expect.stringMatching(
      /^src\/contract\/dispatch\.ts:\d+ const options: AnyOptions = typed as never$/,
    ),
  ])
})
