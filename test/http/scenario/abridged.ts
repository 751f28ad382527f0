import { exampleValue } from '../contract.ts'

interface Report {
  readonly frameworks: readonly (Named & { readonly controls: readonly Named[] })[]
  readonly evidence: readonly Named[]
}
interface Named {
  readonly id: string
}
const ids = (items: readonly Named[]) => items.map(({ id }) => id)
const pick = <Item extends Named>(items: readonly Item[], like: readonly Named[]) =>
  items.filter(({ id }) => ids(like).includes(id))

/** Returns a report reduced to the frameworks, controls and evidence of the example. */
function abridgedReport(body: Report): object {
  const shown = exampleValue('InvoiceReaderIsReported') as Report
  return {
    ...body,
    frameworks: pick(body.frameworks, shown.frameworks).map((framework, at) => ({
      ...framework,
      controls: pick(framework.controls, shown.frameworks[at]!.controls),
    })),
    evidence: pick(body.evidence, shown.evidence),
  }
}

/** Functions that reduce a response to the part that an abridged example shows, by the name of the example. */
const ABRIDGED: Readonly<Record<string, (body: never) => unknown>> = {
  InvoiceReaderIsReported: abridgedReport,
  TrendsOfAcme: (body: { points: readonly object[] }) => ({
    ...body,
    points: [body.points[0], body.points.at(-1)],
  }),
}

/** Returns the part of a response that the example with this name shows. */
export const abridged = (name: string, body: unknown): unknown =>
  ABRIDGED[name]?.(body as never) ?? body
