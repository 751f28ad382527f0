import { expect, it } from 'vitest'
import { redacted } from '../../src/config/settings.ts'

it.each([
  ['https://hooks.example/', 'https://hooks.example'],
  ['https://hooks.example/a', 'https://hooks.example/***'],
  ['https://hooks.example?a', 'https://hooks.example/***'],
  ['smtp://ann:pass@mail.example:587', 'smtp://ann:***@mail.example:587'],
  ['smtp://ann@mail.example', 'smtp://ann@mail.example'],
  ['https://ann:pass@collector.example', 'https://ann:***@collector.example'],
  ['https://token@collector.example', 'https://***@collector.example'],
  ['sk_live_abc', '(set, not shown)'],
  ['smtp://ann:12#3@mail.example', '(set, not shown)'],
  ['smtp://ann:1234/abc@mail.example', '(set, not shown)'],
  ['smtp://ann:1234?abc@mail.example', '(set, not shown)'],
  ['https://ann:12\\3@collector.example', '(set, not shown)'],
  ['smtp://ann:12@3/4@mail.example', '(set, not shown)'],
  ['postgres://ann:pass@db.example/registry', 'postgres://ann:***@db.example/registry'],
])('the secret setting %s is shown as %s', (value, expected) => {
  expect(redacted({ secret: true }, value)).toBe(expected)
})

it('other settings are shown unchanged, except for the password of a database', () => {
  expect(
    ['info', 'postgres://ann:pass@db.example/registry'].map((value) => redacted({}, value)),
  ).toEqual(['info', 'postgres://ann:***@db.example/registry'])
})

it('credentials in a setting that should contain none are not shown', () => {
  const shown = (value: string) => redacted({}, value)
  expect(shown('https://ann:hunter2@agents.example.com/a')).toBe('https://***@agents.example.com/a')
  for (const password of ['hunter/2', '12/3', '12?3', '12#3', '12@3/4'])
    expect(shown(`https://ann:${password}@agents.example.com/a`)).toBe(
      'https://***@agents.example.com/a',
    )
  expect(shown('a+b+c://d=@https://witness.example mailto:ann@example.com')).toBe(
    'a+b+c://***@https://witness.example mailto:ann@example.com',
  )
})

it('the arguments of the image scanner are not shown, because they may contain a credential', () => {
  const shown = (value: string) => redacted({ secret: 'arguments' }, value)
  expect(shown('/usr/bin/trivy image --token hunter2')).toBe('/usr/bin/trivy ***')
  expect(shown('/usr/bin/trivy')).toBe('/usr/bin/trivy')
})
