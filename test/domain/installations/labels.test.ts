import { describe, expect, it } from 'vitest'
import platform from '../../../generated/platform.json' with { type: 'json' }
import {
  changeLabels,
  meetsRequirements,
  normalizeLabels,
  parseLabelSelector,
} from '../../../src/domain/installations/labels.ts'

const { schemas } = platform.components
const SELECTOR = new RegExp(schemas.LabelSelector.pattern, 'u')
const LABEL = new RegExp(schemas.Label.pattern, 'u')
const LABELS = ['env=prod', 'note=', 'region=eu-1', 'svc.example/tier=web']

describe('label selectors', () => {
  it.each([
    ['env=prod', true],
    ['env==prod', true],
    ['env = prod', true],
    ['env=test', false],
    ['team=a', false],
    ['env!=test', true],
    ['env!=prod', false],
    ['team!=a', true],
    ['region in (eu-1, us-1)', true],
    ['region in (us-1,us-2)', false],
    ['team in (a)', false],
    ['region notin (us-1)', true],
    ['region notin (eu-1)', false],
    ['team notin (a, b)', true],
    ['env', true],
    ['team', false],
    ['!env', false],
    ['!team', true],
    ['note=', true],
    ['note in ()', true],
    ['env=', false],
    ['svc.example/tier=web', true],
    ['env=prod,region in (eu-1, us-1), !team', true],
    ['env=prod,region in (eu-1, us-1), team', false],
    ['in=x', false],
    ['notin in (x)', false],
  ])(
    '%s matches an installation with env=prod, an empty note, region=eu-1 and a key with a slash: %s',
    (text, met) => {
      expect(text).toMatch(SELECTOR)
      expect(meetsRequirements(LABELS, parseLabelSelector(text))).toBe(met)
    },
  )

  it('have one requirement for each part, so that no accepted selector loses one', () => {
    const text = 'a=b, c!=d,e in (f, g),h notin (i),j,!k,l==m, n = '
    expect(text).toMatch(SELECTOR)
    expect(
      parseLabelSelector(text)
        .map(({ key }) => key)
        .join(''),
    ).toBe('acehjkln')
  })

  it.each(['', ' ', 'a=b,', ',a', 'a=b=c', 'a in b', 'a in (b', '-a', 'a=-b', 'a>1', 'ä=b', 'a b'])(
    'are refused by the contract: %j',
    (text) => expect(text).not.toMatch(SELECTOR),
  )
  it('have at most 8 requirements', () => {
    expect(Array.from({ length: 8 }, (_, at) => `k${at}`).join()).toMatch(SELECTOR)
    expect(Array.from({ length: 9 }, (_, at) => `k${at}`).join()).not.toMatch(SELECTOR)
  })
})

describe('labels', () => {
  it.each(['env=prod', 'a=', `${'k'.repeat(63)}=${'v'.repeat(63)}`, 'a.b/c_d-e=F.1'])(
    'may be %s',
    (text) => expect(text).toMatch(LABEL),
  )
  it.each([
    'env',
    '=prod',
    'env=pr od',
    'env=-',
    `${'k'.repeat(64)}=v`,
    `k=${'v'.repeat(64)}`,
    'a=b,c=d',
    'a=b\n',
  ])('may not be %j', (text) => expect(text).not.toMatch(LABEL))
  it('are sorted and have one value for each key, the last one', () => {
    expect(normalizeLabels(['b=1', 'a=1', 'b=2', 'B=3'])).toEqual(['B=3', 'a=1', 'b=2'])
  })
  it('are compared as a whole, with their equals signs', () => {
    expect(normalizeLabels(['a=1', 'a-b=2', 'a.b=', 'a/b=3'])).toEqual([
      'a-b=2',
      'a.b=',
      'a/b=3',
      'a=1',
    ])
  })
  it('are changed by removing keys and then setting labels', () => {
    expect(
      changeLabels(['a=1', 'b=1', 'c=1'], { set: ['b=2', 'd=1'], remove: ['a', 'b', 'x'] }),
    ).toEqual(['b=2', 'c=1', 'd=1'])
  })
})
