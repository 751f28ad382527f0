import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname
const read = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8')
const files = globSync(['*.{md,yaml}', '{src,test,fuzz,examples,dashboard/src,conformance/src,docs,schemas,scripts,bench}/**/*.{ts,tsx,md,py,go,yaml,json}'], { cwd: ROOT })
  .filter((file) => !file.includes('node_modules'))
const anchorsOf = (page: string): readonly string[] => [...read(`docs/specification/${page}`).matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id!)

const REFERENCE = /(?:docs\/specification\/|\bspecification\/)(\w+\.md)#([\w-]+)/g
const references = files.flatMap((file) => [...read(file).matchAll(REFERENCE)].map(([, page, anchor]) => ({ file, page: page!, anchor: anchor! })))

it('every reference to the specification leads to a rule', () => {
  expect(references.filter(({ page, anchor }) => !anchorsOf(page).includes(anchor)).map(({ file, page, anchor }) => `${file}: ${page}#${anchor}`)).toEqual([])
  expect(references.length).toBeGreaterThan(0)
})

it('every anchor of the specification is there once', () => {
  for (const page of globSync('docs/specification/*.md', { cwd: ROOT }).map((file) => file.split('/').at(-1)!)) {
    const anchors = anchorsOf(page)
    expect(anchors).toEqual([...new Set(anchors)])
  }
})
