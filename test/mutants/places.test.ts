import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describePlace, faultId, findSite, readFaults, areaOf, AREAS, sitesOf } from './places.ts'

const FAULTS = readFaults()
const EQUIVALENT = JSON.parse(readFileSync('test/mutants/equivalent.json', 'utf8')) as Readonly<
  Record<string, string>
>

it('every fault of test/mutants/faults.json has a place in the source; `node test/mutants/draw.ts` replaces those without one', () => {
  const byFile = Map.groupBy(FAULTS, ({ file }) => file)
  const missing = [...byFile].flatMap(([file, faults]) => {
    const sites = sitesOf(file, readFileSync(file, 'utf8'))
    return faults.filter((fault) => !findSite(fault, sites)).map(describePlace)
  })
  expect(missing).toEqual([])
})

it('there are at least 250 different faults, and ten or more in each module', () => {
  expect(new Set(FAULTS.map(faultId)).size).toBe(FAULTS.length)
  expect(FAULTS.length).toBeGreaterThanOrEqual(250)
  expect(
    AREAS.filter((area) => FAULTS.filter(({ file }) => areaOf(file) === area).length < 10),
  ).toEqual([])
})

it('every equivalent mutant is in the list of faults and has a reason', () => {
  const ids = new Set(FAULTS.map(faultId))
  expect(
    Object.entries(EQUIVALENT).filter(
      ([id, reason]) => !ids.has(id) || !/^[A-Z].{20,}\.$/.test(reason),
    ),
  ).toEqual([])
})
