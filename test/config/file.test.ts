import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gatherSettings } from '../../src/config/file.ts'
import { newFolder } from '../kit/folder.ts'

const fileOf = (text: string): string => {
  const path = join(newFolder(), 'settings')
  writeFileSync(path, text)
  return path
}

it('a file has one NAME=VALUE per line; the environment takes precedence, and an empty value counts as not set', () => {
  const file = fileOf('# a comment\n\nexport SVC_PORT=1\nSVC_HOST = "a\nb"\nSVC_ISSUER=\n')
  const { env, fromFile } = gatherSettings({ SVC_PORT: '2', SVC_LOG_LEVEL: '' }, file)
  expect(fromFile).toEqual({ SVC_PORT: '1', SVC_HOST: 'a\nb' })
  expect(env).toEqual({ SVC_PORT: '2', SVC_HOST: 'a\nb' })
})

it.each([
  ['SVC_PORT: 1', 1],
  ['SVC_PORT=1\nSVC_HOST', 2],
  ['# a\n\n7=8\n', 3],
])('the first invalid line of a file is named: %j', (text, line) => {
  expect(() => gatherSettings({}, fileOf(text))).toThrow(`line ${line} is invalid`)
})

it('a byte order mark at the start of a file is not a part of the first name', () => {
  const { fromFile } = gatherSettings({}, fileOf('\uFEFFSVC_STORE=sqlite:a.db\nSVC_PORT=1\n'))
  expect(fromFile).toEqual({ SVC_STORE: 'sqlite:a.db', SVC_PORT: '1' })
})
