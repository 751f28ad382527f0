import type { Exchange, Judgement } from '../../engine/types.ts'
import { check, firstFailure } from '../../judge/assertions.ts'
import { formatValue, member } from '../../judge/json.ts'

/** Judges whether a response has the id of a different concurrent request. */
export function noForeignIds(
  exchanges: readonly Exchange[],
  pointer: string,
  idOf: (exchange: Exchange) => unknown,
): Judgement {
  const ids = new Set(exchanges.map(idOf))
  return firstFailure(
    exchanges.map(
      (exchange) => () =>
        check(exchange, () => {
          const [wanted, received] = [idOf(exchange), member(exchange, pointer)]
          return received !== wanted && received !== undefined && ids.has(received)
            ? {
                pointer: `body${pointer}`,
                expected: formatValue(wanted),
                actual: `${formatValue(received)}, the id of a concurrent request`,
                together: true,
              }
            : undefined
        }),
    ),
  )
}
