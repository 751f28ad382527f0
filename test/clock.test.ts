import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createClock } from '../src/clock.ts'

it('the time is that of its source, moved forward where asked, and never runs backwards; text and milliseconds agree', () => {
  fc.assert(fc.property(fc.array(fc.record({ set: fc.nat({ max: 4e12 }), advance: fc.nat({ max: 3 }) }), { minLength: 1 }), (steps) => {
    let source = 0
    const clock = createClock(() => source)
    let [ahead, latest] = [0, 0]
    for (const { set, advance } of steps) {
      source = set
      clock.advance(advance)
      ahead += advance
      latest = Math.max(latest, set + ahead)
      expect([clock.now(), clock.now_ms(), clock.now()]).toEqual([new Date(latest).toISOString(), latest, new Date(latest).toISOString()])
    }
  }))
})
