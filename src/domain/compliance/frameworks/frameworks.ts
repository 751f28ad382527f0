import { euAiAct } from './eu-ai-act.ts'
import type { Framework } from './framework.ts'
import { gdpr } from './gdpr.ts'
import { hipaa } from './hipaa.ts'
import { iso27001 } from './iso27001.ts'
import { iso42001 } from './iso42001.ts'
import { nistAiRmf } from './nist-ai-rmf.ts'
import { soc2 } from './soc2.ts'

/** Lists every framework that the platform knows, in the order of a full report (docs/specification/compliance.md#frameworks). */
export const FRAMEWORKS: readonly Framework[] = [
  soc2,
  iso27001,
  iso42001,
  hipaa,
  gdpr,
  euAiAct,
  nistAiRmf,
]

/** What was asked for: a catalogue, or a name that stands for none. */
export type RequestedFramework =
  | { readonly kind: 'known'; readonly framework: Framework }
  | { readonly kind: 'unsupported'; readonly id: string }

/** `EU AI CallContext`, `eu-ai-act` and `eu_ai_act` are one name. */
const normalized = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '')

/** The frameworks that names stand for, each once, in the order they were named; all of them when no name is given. */
export function resolveFrameworks(names: readonly string[]): readonly RequestedFramework[] {
  const given = names.map((name) => name.trim()).filter((name) => name !== '')
  if (given.length === 0) return FRAMEWORKS.map((framework) => ({ kind: 'known', framework }))
  const asked = given.map((id): RequestedFramework => {
    const framework = FRAMEWORKS.find((known) => normalized(known.id) === normalized(id))
    return framework ? { kind: 'known', framework } : { kind: 'unsupported', id }
  })
  return [
    ...new Map(
      asked.map((one) => [one.kind === 'known' ? one.framework.id : `?${normalized(one.id)}`, one]),
    ).values(),
  ]
}
