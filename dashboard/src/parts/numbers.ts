const NUMBERS = new Intl.NumberFormat()

/** A number in the viewer's language: `1,234`. */
export const numeral = (value: number): string => NUMBERS.format(value)
