import {
  euAiAct,
  type Framework,
  gdpr,
  hipaa,
  iso27001,
  iso42001,
  nistAiRmf,
  soc2,
} from './catalogues.ts'

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

/** A requested framework: a catalogue, or an unknown name. */
export type RequestedFramework =
  | { readonly kind: 'known'; readonly framework: Framework }
  | { readonly kind: 'unsupported'; readonly id: string }

/** Normalizes a name, so that `EU AI Act`, `eu-ai-act` and `eu_ai_act` are equal. */
const normalized = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '')

/** Returns the frameworks with these names, each once and in the order of the names; all of them if no name is given. */
export function resolveFrameworks(names: readonly string[]): readonly RequestedFramework[] {
  const given = names.map((name) => name.trim()).filter((name) => name !== '')
  if (given.length === 0) return FRAMEWORKS.map((framework) => ({ kind: 'known', framework }))
  const requested = given.map((id): RequestedFramework => {
    const framework = FRAMEWORKS.find((known) => normalized(known.id) === normalized(id))
    return framework ? { kind: 'known', framework } : { kind: 'unsupported', id }
  })
  return [
    ...new Map(
      requested.map((one) => [
        one.kind === 'known' ? one.framework.id : `?${normalized(one.id)}`,
        one,
      ]),
    ).values(),
  ]
}
