/** Definitions of agents that the compiler must accept or refuse, checked by `npm run lint:code`. */
import { createAgent, type AgentManifest, type SkillFunction } from '../../../src/agent/index.ts'

const about = {
  name: 'a',
  version: '1',
  description: '',
  capabilities: { provides: [], requires: [] },
  a2a: { upstream_url: 'http://127.0.0.1/a2a/tasks' },
}
const skill = { description: '', input_schema: {}, output_schema: {} }
const run: SkillFunction = () => ({})

export const checked = {
  complete: () =>
    createAgent({
      manifest: {
        ...about,
        skills: [
          { ...skill, name: 'one' },
          { ...skill, name: 'two' },
        ],
      },
      skills: { one: run, two: run },
    }),
  missing: () =>
    createAgent({
      manifest: {
        ...about,
        skills: [
          { ...skill, name: 'one' },
          { ...skill, name: 'two' },
        ],
      },
      // @ts-expect-error the skill `two` has no function
      skills: { one: run },
    }),
  unknown: () =>
    createAgent({
      manifest: { ...about, skills: [{ ...skill, name: 'one' }] },
      // @ts-expect-error there is no skill `two`
      skills: { one: run, two: run },
    }),
  // The names in a manifest that is read from a file are checked when the agent is created.
  read: (manifest: AgentManifest, skills: Record<string, SkillFunction>) =>
    createAgent({ manifest, skills }),
}
