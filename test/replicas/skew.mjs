/** Loaded before everything else (`node --import`): this process believes that it is so many milliseconds later, or earlier. */
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
