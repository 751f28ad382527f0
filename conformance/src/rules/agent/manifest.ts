import type { Judgement, Rule, Section, Evidence } from '../../engine/types.ts'
import { isString, isStrings, notApplicable, OK, violation } from '../../judge/assertions.ts'
import { valueAt, formatValue } from '../../judge/json.ts'
import { skillsOf } from '../../probes/agent/card.ts'
import { TASKS_PATH } from '../../probes/agent/task-request.ts'
import { allNamed } from './card/skills.ts'

const NO_MANIFEST = notApplicable('No manifest was given. Use --manifest FILE to judge it.')

/** Judges the manifest if the user gave one. */
const withManifest =
  (judge: (manifest: unknown, evidence: Evidence) => Judgement) =>
  (evidence: Evidence): Judgement =>
    evidence.settings.manifest === undefined
      ? NO_MANIFEST
      : judge(evidence.settings.manifest, evidence)

/** Judges the value at a pointer in the manifest. */
const manifestMember = (
  manifest: unknown,
  pointer: string,
  expected: string,
  fits: (value: unknown) => boolean,
): Judgement =>
  fits(valueAt(manifest, pointer))
    ? OK
    : violation({
        pointer: `manifest${pointer}`,
        expected,
        actual: formatValue(valueAt(manifest, pointer)),
      })

const rules: readonly Rule[] = [
  {
    id: 'MAN-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#capabilities',
    clause: {
      line: 337,
      quote:
        'Capability names in `capabilities.provides` must equal the skill strings that are routed.',
    },
    title: 'Every capability of the manifest is the exact name of a skill on the card',
    hint: 'Spell capabilities exactly like skills: tasks are routed by the exact string, so Web-Search and web_search differ.',
    needs: ['CARD-04', 'MAN-02'],
    probes: ['card'],
    judge: withManifest((manifest, { one, settings }) => {
      if (settings.capabilities_overridden)
        return notApplicable('Capabilities that are given at run time override the manifest.')
      const names = skillsOf(one('card')).map(({ name }) => name)
      const provides = valueAt(manifest, '/capabilities/provides') as readonly string[]
      return allNamed(provides, names, 'manifest/capabilities/provides')
    }),
  },
  {
    id: 'MAN-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#manifest',
    clause: {
      line: 129,
      quote:
        '| capabilities.provides | array of string | used for skill matching in platform routing |',
    },
    title:
      'The manifest has the string arrays provides and requires, and the string a2a.upstream_url',
    hint: 'Add the missing keys: capabilities.provides and capabilities.requires are arrays of strings, and a2a.upstream_url is a string.',
    accepts: 'An empty requires array.',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: withManifest((manifest) => {
      const strings = ['provides', 'requires'].map((name) =>
        manifestMember(manifest, `/capabilities/${name}`, 'an array of strings', isStrings),
      )
      return (
        [...strings, manifestMember(manifest, '/a2a/upstream_url', 'a string', isString)].find(
          ({ kind }) => kind !== 'ok',
        ) ?? OK
      )
    }),
  },
  {
    id: 'MAN-03',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#upstream-url',
    clause: {
      line: 131,
      quote: "| a2a.upstream_url | string | address of the agent's `/a2a/tasks` endpoint |",
    },
    title: 'a2a.upstream_url has the path of the tested task endpoint',
    hint: 'Give the full address of the task endpoint, because the platform forwards tasks to exactly this address. The base address of the agent is not enough.',
    needs: ['MAN-02', 'TASK-01'],
    probes: ['card'],
    judge: withManifest((manifest, { settings }) => {
      const path = new URL(settings.base + TASKS_PATH).pathname
      return manifestMember(
        manifest,
        '/a2a/upstream_url',
        `an address with the path ${path}`,
        (url) => isString(url) && URL.canParse(url) && new URL(url).pathname === path,
      )
    }),
  },
]

export const manifest: Section = { id: 'manifest', title: 'Manifest (svc.yml)', rules }
