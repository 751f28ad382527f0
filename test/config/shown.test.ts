import { expect, it } from 'vitest'
import { redacted } from '../../src/config/settings.ts'

it.each([
  ['https://hooks.example/', 'https://hooks.example'],
  ['https://hooks.example/a', 'https://hooks.example/***'],
  ['https://hooks.example?a', 'https://hooks.example/***'],
  ['smtp://ann:pass@mail.example:587', 'smtp://ann:***@mail.example:587'],
  ['smtp://ann@mail.example', 'smtp://ann@mail.example'],
  ['sk_live_abc', '(set, not shown)'],
  ['postgres://ann:pass@db.example/registry', 'postgres://ann:***@db.example/registry'],
])('the secret setting %s is shown as %s', (value, expected) => {
  expect(redacted({ secret: true }, value)).toBe(expected)
})

it('other settings are shown unchanged, except for the password of a database', () => {
  expect(
    ['info', 'postgres://ann:pass@db.example/registry'].map((value) => redacted({}, value)),
  ).toEqual(['info', 'postgres://ann:***@db.example/registry'])
})
