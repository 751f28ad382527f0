import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { samples } from './kit/samples.ts'
import {
  HTTP_ON_POSTGRES,
  LANES,
  ONLY_COMPLETE,
  ONLY_EMBEDDED,
  POSTGRES_IN_COMPLETE,
  SLOWEST,
  type Lane,
} from './lanes.ts'

const filesOf = ({ include, exclude = [] }: Lane): readonly string[] =>
  globSync([...include], { exclude: [...exclude] })
const FILES = Object.entries(LANES).map(([name, lane]) => [name, filesOf(lane)] as const)
const lanesWith = (file: string): readonly string[] =>
  FILES.filter(([, files]) => files.includes(file)).map(([name]) => name)

it('every test file belongs to a lane; only a complete run includes those in ONLY_COMPLETE', () => {
  const inLanes = new Set([...FILES.flatMap(([, inLane]) => inLane), ...samples(ONLY_COMPLETE, [])])
  const files = globSync('**/*.test.ts', { exclude: ['node_modules/**', 'dashboard/dist/**'] })
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => !inLanes.has(file))).toEqual([])
})

it('every pattern of a lane matches a file', () => {
  const patterns = Object.values(LANES).flatMap(({ include, exclude = [] }) => [
    ...include,
    ...exclude,
    ...ONLY_COMPLETE,
    ...POSTGRES_IN_COMPLETE,
  ])
  expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([])
})

it('the selected store and HTTP tests run on the embedded stores and once on PostgreSQL', () => {
  const embedded = [...ONLY_EMBEDDED, ...samples(POSTGRES_IN_COMPLETE, [])]
  const files = [
    ...globSync('test/store/**/*.test.ts', { exclude: ['test/store/postgres/**', ...embedded] }),
    ...samples(HTTP_ON_POSTGRES, globSync('test/http/**/*.test.ts')),
  ]
  expect(files.length).toBeGreaterThan(samples(50, 80))
  expect(
    files.filter(
      (file) =>
        lanesWith(file)
          .map((name) => name.replace('deep-', ''))
          .join() !== 'fast,postgres',
    ),
  ).toEqual([])
})

it('every file in SLOWEST belongs to a lane', () => {
  expect(SLOWEST.filter((file) => lanesWith(file).length === 0)).toEqual([])
})

it('every browser test of a run uses SQLite, and one of them (each in a complete run) also PostgreSQL', () => {
  const files = globSync('test/dashboard/browser/*.test.ts', {
    exclude: samples(ONLY_COMPLETE, []),
  })
  const storesOfFiles = files.map((file) =>
    lanesWith(file)
      .map((name) => LANES[name]!.stores)
      .join(),
  )
  expect(storesOfFiles.filter((stores) => stores === 'sqlite,postgres')).toHaveLength(
    samples(1, storesOfFiles.length),
  )
  expect(
    storesOfFiles.filter((stores) => stores !== 'sqlite,postgres' && stores !== 'sqlite'),
  ).toEqual([])
})

it('CONTRIBUTING.md has a row for each lane', () => {
  const rows = readFileSync('CONTRIBUTING.md', 'utf8')
    .split('\n')
    .flatMap(
      (line) =>
        /^\| `([\w-]+)` *\| `npm (?:run )?(test(?::deep)?)` *\|/
          .exec(line)
          ?.slice(1, 3)
          .join(' ') ?? [],
    )
  expect(rows).toEqual(
    Object.keys(LANES).map((name) => `${name} ${name.startsWith('deep-') ? 'test:deep' : 'test'}`),
  )
})
