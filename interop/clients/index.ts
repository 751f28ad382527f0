import { SKILL_EXTENSION, SKILL_LIST, type Observations } from '../observations.ts'
import { observe as observeWithJavaScript1 } from './javascript-1.ts'
import { observe as observeWithJavaScript03 } from './javascript-0.3.ts'
import { observeWith } from './python.ts'

/** A third-party client. */
export interface InteropClient {
  /** Package and version. */
  readonly name: string
  readonly protocol: string
  readonly language: 'javascript' | 'python'
  observe(url: string): Promise<Observations>
}

export const CLIENTS: readonly InteropClient[] = [
  {
    name: '@a2a-js/sdk 1.3.0',
    protocol: 'A2A 1.0',
    language: 'javascript',
    observe: observeWithJavaScript1,
  },
  {
    name: '@a2a-js/sdk 0.3.14',
    protocol: 'A2A 0.3',
    language: 'javascript',
    observe: observeWithJavaScript03,
  },
  {
    name: 'a2a-sdk 1.3.0',
    protocol: 'A2A 1.0',
    language: 'python',
    observe: observeWith('1', 'python_1.py', SKILL_EXTENSION, SKILL_LIST),
  },
  {
    name: 'a2a-sdk 0.3.26',
    protocol: 'A2A 0.3',
    language: 'python',
    observe: observeWith('0.3', 'python_0_3.py', SKILL_EXTENSION, SKILL_LIST),
  },
]
