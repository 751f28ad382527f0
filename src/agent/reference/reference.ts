import { extractInvoice } from './extract-invoice.ts'
import type { referenceManifest } from './manifest.ts'
import { redactPersonalData } from './redact-personal-data.ts'
import { summarizeText } from './summarize-text.ts'
import type { SkillFunction } from '../definition.ts'

/** The skills of the reference agent, by name. */
export const referenceSkills = {
  extract_invoice: ({ text }) => extractInvoice(text),
  redact_personal_data: ({ text }) => redactPersonalData(text),
  summarize_text: ({ text, input }) =>
    summarizeText(text, input['sentences'] as number | undefined),
} satisfies Record<(typeof referenceManifest)['skills'][number]['name'], SkillFunction>
