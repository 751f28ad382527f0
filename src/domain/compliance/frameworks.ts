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

/**
 * Returns the frameworks with these names, in the order of the names, or all frameworks if no name is given. Of several spellings of one
 * name only the first counts (docs/specification/compliance.md#frameworks).
 */
export function resolveFrameworks(names: readonly string[]): readonly RequestedFramework[] {
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== '')
  if (trimmed.length === 0) return FRAMEWORKS.map((framework) => ({ kind: 'known', framework }))
  return [...Map.groupBy(trimmed, normalized)].map(([name, [id]]): RequestedFramework => {
    const framework = FRAMEWORKS.find((candidate) => normalized(candidate.id) === name)
    return framework ? { kind: 'known', framework } : { kind: 'unsupported', id: id! }
  })
}
