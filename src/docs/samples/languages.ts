import { curl } from './curl.ts'
import { go } from './go.ts'
import { python } from './python.ts'
import type { SampleRequest } from './request.ts'
import { typescript } from './typescript.ts'

interface SampleLanguage {
  readonly id: string
  readonly title: string
  readonly write: (request: SampleRequest) => string
}

/** The languages of the samples. The style sheet names their identifiers. */
export const LANGUAGES = [
  { id: 'curl', title: 'curl', write: curl },
  { id: 'typescript', title: 'TypeScript', write: typescript },
  { id: 'python', title: 'Python', write: python },
  { id: 'go', title: 'Go', write: go },
] as const satisfies readonly SampleLanguage[]
