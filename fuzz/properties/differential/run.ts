import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { compare, type Comparison, type Kind } from './compare.ts'
import { subjects } from './subjects.ts'

/** Validates the same bodies with the validators of the server, which use Ajv, and with an independent validator. */
const {
  values: { seed: asked, bodies },
} = parseArgs({
  options: { seed: { type: 'string' }, bodies: { type: 'string', default: '100000' } },
})
const seed = asked === undefined ? randomInt(2 ** 31) : Number(asked)
const SHOWN = 20

const all = await subjects()
const started = performance.now()
const result = compare(all, { bodies: Number(bodies), seed })
const per_second = Math.round(result.bodies / ((performance.now() - started) / 1000))
const share = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`

console.log(
  `Seed ${seed}. To repeat this run: npm run fuzz:differential -- --seed ${seed} --bodies ${bodies}\n`,
)
console.log(table(result))
for (const { schema, kind, verdicts, body } of [...result.disagreements, ...result.misjudged].slice(
  0,
  SHOWN,
))
  console.log(`\n${schema}\n  generated as ${kind}, verdicts ${verdicts.join(' ')}: ${body}`)
const { disagreements, misjudged, by_kind: _, valid, ...counts } = result
console.log(
  `\n${JSON.stringify({ ...counts, valid_share: Number((valid / result.bodies).toFixed(3)), disagreements: disagreements.length, misjudged: misjudged.length, bodies_per_second: per_second })}`,
)
process.exit(disagreements.length + misjudged.length === 0 ? 0 : 1)

function table({ by_kind, bodies: made, valid: taken }: Comparison): string {
  const row = (name: string, total: number, good: number): string =>
    `${name.padEnd(12)}${String(total).padStart(8)}${share(good, total).padStart(8)}`
  return [
    'kind'.padEnd(12) + 'bodies'.padStart(8) + 'valid'.padStart(8),
    ...(Object.keys(by_kind) as Kind[]).map((kind) =>
      row(kind, by_kind[kind].bodies, by_kind[kind].valid),
    ),
    row('all', made, taken),
  ].join('\n')
}
