/** Shifts the clock of this process by SKEW_MS milliseconds. It is loaded before everything else (`node --import`). */
const ahead = Number(process.env.SKEW_MS ?? 0)
const Real = Date
globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Real.now() + ahead] : given))
  }

  static now() {
    return Real.now() + ahead
  }
}
