import type { Rule, Section } from '../../engine/types.ts'
import { isJson, success } from '../../judge/atoms.ts'
import { nth } from './judges.ts'

const rules: readonly Rule[] = [
  {
    id: 'HIST-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 316,
      quote: '| GET | /tasks | bearer (API key value) | `X-Workspace-ID: <workspace_id>` |',
    },
    title: 'The task history of a workspace is 2xx JSON, with the API key as bearer',
    needs: ['WS-01'],
    probes: ['tasks'],
    judge: (seen) => nth(seen, 'tasks', 2, success, isJson),
    hint: 'Here the key stands in Authorization, not in X-API-Key.',
    accepts: 'Any record, and no record at all.',
  },
]

export const history: Section = { id: 'history', title: 'Task history', rules }
