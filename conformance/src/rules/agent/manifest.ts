import type { Judgement, Rule, Section, Seen } from '../../engine/types.ts'
import { isString, isStrings, notApplicable, OK, violation } from '../../judge/atoms.ts'
import { at, show } from '../../judge/json.ts'
import { skillsOf } from '../../probes/agent/card.ts'
import { TASKS_PATH } from '../../probes/agent/task-request.ts'

const NONE = notApplicable('No manifest was handed in; --manifest FILE has it judged.')

/** Judges the manifest, if there is one. */
const withManifest =
  (judge: (manifest: unknown, seen: Seen) => Judgement) =>
  (seen: Seen): Judgement =>
    seen.settings.manifest === undefined ? NONE : judge(seen.settings.manifest, seen)

const member = (
  manifest: unknown,
  pointer: string,
  expected: string,
  fits: (value: unknown) => boolean,
): Judgement =>
  fits(at(manifest, pointer))
    ? OK
    : violation({ pointer: `manifest${pointer}`, expected, actual: show(at(manifest, pointer)) })

const rules: readonly Rule[] = [
  {
    id: 'MAN-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 337,
      quote:
        'Capability names in `capabilities.provides` must equal the skill strings that are routed.',
    },
    title: 'Every capability of the manifest is the name of a skill of the card, letter by letter',
    needs: ['CARD-04', 'MAN-02'],
    probes: ['card'],
    judge: withManifest((manifest, { one, settings }) => {
      if (settings.capabilities_overridden)
        return notApplicable('Capabilities given at run time override the manifest (line 133).')
      const names = skillsOf(one('card')).map(({ name }) => name)
      const provides = at(manifest, '/capabilities/provides') as readonly string[]
      const odd = provides.findIndex((name) => !names.includes(name))
      return odd < 0
        ? OK
        : violation({
            pointer: `manifest/capabilities/provides/${odd}`,
            expected: `one of ${show(names)}`,
            actual: show(provides[odd]),
          })
    }),
    hint: 'Web-Search and web_search are two names; tasks are routed by the exact string.',
  },
  {
    id: 'MAN-02',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 129,
      quote:
        '| capabilities.provides | array of string | used for skill matching in platform routing |',
    },
    title:
      'The manifest has provides and requires, arrays of strings, and a2a.upstream_url, a string',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: withManifest((manifest) => {
      const strings = ['provides', 'requires'].map((name) =>
        member(manifest, `/capabilities/${name}`, 'an array of strings', isStrings),
      )
      return (
        [...strings, member(manifest, '/a2a/upstream_url', 'a string', isString)].find(
          ({ kind }) => kind !== 'ok',
        ) ?? OK
      )
    }),
    hint: 'Lines 129 to 131 list the three keys.',
    accepts: 'requires may be empty.',
  },
  {
    id: 'MAN-03',
    level: 'SHOULD',
    basis: 'inferred',
    clause: {
      line: 131,
      quote: "| a2a.upstream_url | string | address of the agent's `/a2a/tasks` endpoint |",
    },
    title: 'a2a.upstream_url leads to the task endpoint that was tested',
    needs: ['MAN-02', 'TASK-01'],
    probes: ['card'],
    judge: withManifest((manifest, { settings }) => {
      const path = new URL(settings.base + TASKS_PATH).pathname
      return member(
        manifest,
        '/a2a/upstream_url',
        `an address with the path ${path}`,
        (url) => isString(url) && URL.canParse(url) && new URL(url).pathname === path,
      )
    }),
    hint: 'The platform forwards tasks to exactly this address; the base address of the agent is not enough.',
  },
]

export const manifest: Section = { id: 'manifest', title: 'Manifest (svc.yml)', rules }
