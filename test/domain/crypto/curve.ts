import { Point } from '@noble/ed25519'

/** The field's prime and the order of the base point (RFC 8032, section 5.1). */
export const P = 2n ** 255n - 19n
export const L = 2n ** 252n + 27742317777372353535851937790883648493n

const timesL = (point: Point): Point => point.multiply(L - 1n, false).add(point)

/** Returns the eight points of small order, found by clearing the prime-order part of points with small y. */
export function torsionPoints(): Point[] {
  for (let y = 2; y < 1000; y += 1) {
    const point = pointAt(y)
    const torsion = point && timesL(point)
    if (!torsion || torsion.double().double().is0()) continue
    const multiples = [Point.ZERO]
    while (multiples.length < 8) multiples.push(multiples.at(-1)!.add(torsion))
    return multiples
  }
  throw new Error('no point has torsion')
}

function pointAt(y: number): Point | undefined {
  try {
    return Point.fromBytes(new Uint8Array(32).with(0, y))
  } catch {
    return undefined
  }
}
