import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addressOf, CONTRACTS } from '../../sdk/contracts.ts'
import { cellsOf, keyCells, merged } from '../../sdk/generator-table.ts'
import { GENERATORS } from '../../sdk/generators.ts'
import { LANGUAGES } from '../../sdk/languages.ts'
import type { GeneratorRow } from '../../sdk/survey.ts'

const names = GENERATORS.map(({ name }) => name)

describe('the generators', () => {
  it('have unique names that no language has', () => {
    const all = [...names, ...LANGUAGES.map(({ folder }) => folder)]
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
  })

  it('install exact versions', () => {
    const packages = GENERATORS.flatMap(({ install }) => install)
      .flatMap((command) => command.split(' '))
      .filter((word) => /@|==|Dartifact/.test(word))
    expect(packages.length).toBeGreaterThanOrEqual(names.length)
    expect(packages.filter((word) => !/(@v?|==|:)\d+\.\d+(\.\d+)?[\w.]*'?$/.test(word))).toEqual([])
  })

  it('have no option that skips the validation of the document', () => {
    const options = GENERATORS.flatMap(({ generate }) => generate).filter((command) =>
      /skip|valid|ignore|lenient|strict/i.test(command),
    )
    expect(options).toEqual([])
  })

  it('use everything in sdk/calls, where each program has a folder for each contract', () => {
    const shared = GENERATORS.flatMap(({ files = [] }) => files)
    const programs = GENERATORS.filter(({ run }) => run !== undefined).map(({ name }) => name)
    expect(readdirSync('sdk/calls').sort()).toEqual([...new Set([...shared, ...programs])].sort())
    for (const name of programs)
      expect(readdirSync(`sdk/calls/${name}`).sort(), name).toEqual(['agent', 'platform'])
  })

  it('have a row in the table of the manual for each contract', () => {
    const manual = readFileSync('docs/sdks.md', 'utf8')
    for (const generator of GENERATORS)
      for (const contract of CONTRACTS)
        expect(manual).toContain(`| ${keyCells(generator, contract).join(' | ')} |`)
  })
})

it('a document has the address at which a registry serves it', () => {
  expect([
    addressOf('platform'),
    addressOf('platform', 'sdk'),
    addressOf('agent'),
    addressOf('agent', 'sdk'),
  ]).toEqual([
    '/openapi.json',
    '/openapi.json?for=sdk',
    '/openapi.json?document=agent',
    '/openapi.json?document=agent&for=sdk',
  ])
})

const row: GeneratorRow = {
  title: 'maker 1.2.3',
  target: 'Go',
  document: '/openapi.json',
  generated: 'ok',
  warnings: 2,
  compiled: { by: 'go build', outcome: 'ok' },
  files: 12,
  bytes: 34_001,
  calls: { got: 3, expected: 3 },
  date: '2026-01-02',
}

describe('a row', () => {
  it('shows what was done', () => {
    expect(cellsOf(row).slice(3)).toEqual([
      'ok',
      '2',
      'ok (go build)',
      '12',
      '35',
      '3/3',
      '2026-01-02',
    ])
  })

  it('shows code without a compiler as not compiled, and no calls without a program', () => {
    const { compiled, calls } = { compiled: undefined, calls: undefined }
    expect(cellsOf({ ...row, compiled, calls }).slice(3, 9)).toEqual([
      'ok',
      '2',
      'not compiled',
      '12',
      '35',
      '',
    ])
  })

  it('shows no result of the phases after a failed one', () => {
    const failed = { generated: 'failed', compiled: undefined, calls: undefined } as const
    expect(cellsOf({ ...row, ...failed }).slice(3)).toEqual([
      'failed',
      '2',
      '',
      '',
      '',
      '',
      '2026-01-02',
    ])
    const uncompiled = {
      compiled: { by: 'go build', outcome: 'failed' },
      calls: undefined,
    } as const
    expect(cellsOf({ ...row, ...uncompiled }).slice(3, 9)).toEqual([
      'ok',
      '2',
      'failed (go build)',
      '12',
      '35',
      '',
    ])
  })
})

describe('the table', () => {
  const keys = ['maker 1.2.3', 'other 4.5.6'].flatMap((title) =>
    ['`/openapi.json`', '`/openapi.json?document=agent`'].map((document) => [
      title,
      'Go',
      document,
    ]),
  )
  const other = { ...row, title: 'other 4.5.6' }
  const before = merged('', [other, row], keys)

  it('has the rows in the order of the generators, whatever the order of the run', () => {
    expect(before.split('\n').map((line) => line.split(' | ')[0])).toEqual([
      '| generator',
      '| ---',
      '| maker 1.2.3',
      '| other 4.5.6',
    ])
  })

  it('keeps the rows of generators that were not run, and replaces those that were', () => {
    const after = merged(before, [{ ...row, warnings: 0, date: '2026-01-03' }], keys)
    expect(after.split('\n').slice(2)).toEqual([
      '| maker 1.2.3 | Go | `/openapi.json` | ok | 0 | ok (go build) | 12 | 35 | 3/3 | 2026-01-03 |',
      '| other 4.5.6 | Go | `/openapi.json` | ok | 2 | ok (go build) | 12 | 35 | 3/3 | 2026-01-02 |',
    ])
  })

  it('drops the rows of versions that no longer exist', () => {
    expect(merged(before, [], keys.slice(2))).not.toContain('maker 1.2.3')
  })
})
