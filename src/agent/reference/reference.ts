import type { AgentManifest, SkillFunction } from '../definition.ts'
import { extractInvoice } from './extract-invoice.ts'
import { redactPersonalData } from './redact-personal-data.ts'
import { summarizeText } from './summarize-text.ts'

const TEXT = { type: 'string', minLength: 1, maxLength: 100_000 } as const

/** The manifest of the reference agent. Its id follows from this and its key, so any change here gives it a new id. */
export const referenceManifest = {
  name: 'Reference Agent',
  version: '1.0.0',
  description:
    'Reads invoices, redacts personal data and summarizes texts. It uses fixed rules, so the same text always gives the same result.',
  skills: [
    {
      name: 'extract_invoice',
      description:
        'Finds number, supplier, total, currency and due date in the text of an invoice, and names what it does not find.',
      input_schema: { type: 'object', required: ['text'], properties: { text: TEXT } },
      output_schema: {
        type: 'object',
        required: ['missing'],
        properties: {
          invoice_number: { type: 'string' },
          supplier: { type: 'string' },
          total: { type: 'number' },
          currency: { type: 'string', pattern: '^[A-Z]{3}$' },
          due_on: { type: 'string', format: 'date' },
          missing: { type: 'array', items: { type: 'string' } },
        },
      },
      timeout_ms: 5000,
    },
    {
      name: 'redact_personal_data',
      description:
        'Replaces e-mail addresses, telephone and card numbers, IBANs, IPv4 addresses and access tokens with their kind, and counts them.',
      input_schema: { type: 'object', required: ['text'], properties: { text: TEXT } },
      output_schema: {
        type: 'object',
        required: ['text', 'found'],
        properties: {
          text: { type: 'string' },
          found: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
        },
      },
      timeout_ms: 5000,
    },
    {
      name: 'summarize_text',
      description: 'Selects the most significant sentences of a text, and its keywords.',
      input_schema: {
        type: 'object',
        required: ['text'],
        properties: {
          text: TEXT,
          sentences: { type: 'integer', minimum: 1, maximum: 20, default: 3 },
        },
      },
      output_schema: {
        type: 'object',
        required: ['summary', 'keywords', 'words'],
        properties: {
          summary: { type: 'string' },
          keywords: { type: 'array', items: { type: 'string' } },
          words: { type: 'integer', minimum: 0 },
        },
      },
      timeout_ms: 5000,
    },
  ],
  capabilities: {
    provides: ['extract_invoice', 'redact_personal_data', 'summarize_text'],
    requires: [],
  },
  a2a: { upstream_url: 'http://127.0.0.1:8090/a2a/tasks' },
} as const satisfies AgentManifest

/** The skills of the reference agent, by name. */
export const referenceSkills = {
  extract_invoice: ({ text }) => extractInvoice(text),
  redact_personal_data: ({ text }) => redactPersonalData(text),
  summarize_text: ({ text, input }) =>
    summarizeText(text, input['sentences'] as number | undefined),
} satisfies Record<(typeof referenceManifest)['skills'][number]['name'], SkillFunction>
