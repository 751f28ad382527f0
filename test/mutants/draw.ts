/**
 * Selects the places at which faults are planted: `node test/mutants/draw.ts`. The order is pseudorandom and fixed for each folder, so that
 * the choice does not favour faults that are easy to detect. Listed faults whose place still exists are kept.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  faultId,
  planted,
  readFaults,
  areaOf,
  FAULT_COUNTS,
  sitesOf,
  sourceFiles,
  type Place,
} from './places.ts'

const ROOT = join(import.meta.dirname, '../..')
const LIST = join(import.meta.dirname, 'faults.json')

const kept: readonly Place[] = readFaults().filter(hasPlace)
const faults = Object.entries(FAULT_COUNTS).flatMap(([folder, count]) => {
  const own = kept.filter(({ file }) => areaOf(file) === folder)
  return [...own, ...drawn(folder, count - own.length, new Set(own.map(faultId)))]
})
writeFileSync(LIST, `[\n${faults.map((place) => `  ${JSON.stringify(place)}`).join(',\n')}\n]\n`)
console.log(`${faults.length} faults, ${kept.length} of them kept.`)

/** Selects faults evenly from files and operators, so that neither a large file nor a frequent operator gets most of them. */
function drawn(folder: string, count: number, known: ReadonlySet<string>): readonly Place[] {
  const files = sourceFiles().filter(
    (file) =>
      areaOf(file) === folder &&
      !file.endsWith('.d.ts') &&
      !(folder === 'src/store/sql' && file.includes('schema.ts')),
  )
  const places = files
    .flatMap((file) =>
      sitesOf(file, readFileSync(join(ROOT, file), 'utf8')).map(({ place }) => place),
    )
    .filter((place) => !known.has(faultId(place)))
  const ranked = places
    .map((place) => ({
      place,
      rank: createHash('sha256')
        .update(`${folder} ${faultId(place)}`)
        .digest('hex'),
    }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
  const chosen: Place[] = []
  for (const maxPerFile of [1, 2, 3, 1000]) {
    for (const { place } of ranked) {
      if (chosen.length >= count) return chosen
      if (
        !chosen.includes(place) &&
        chosen.filter(({ file }) => file === place.file).length < maxPerFile &&
        shareOf(chosen, place) < 0.25
      )
        chosen.push(place)
    }
  }
  return chosen
}

/** Returns the share of an operator among the chosen places, or 0 while there are only a few. */
function shareOf(chosen: readonly Place[], { operator }: Place): number {
  return chosen.length < 4
    ? 0
    : chosen.filter((one) => one.operator === operator).length / chosen.length
}

function hasPlace(place: Place): boolean {
  try {
    planted(place, readFileSync(join(ROOT, place.file), 'utf8'))
    return true
  } catch {
    return false
  }
}
