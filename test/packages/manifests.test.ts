import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publishedManifest, readSource } from '../../scripts/packages/manifest.ts'
import { SOURCES } from '../../scripts/packages/sources.ts'

type Versions = Readonly<Record<string, string>>
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    version: string
    engines: Versions
    dependencies: Versions
    devDependencies: Versions
  }
const root = manifestOf('.')

describe('the packages of this repository', () => {
  it('name their dependencies, and take the versions from the root package.json', () => {
    for (const source of SOURCES) {
      const { dependencies } = readSource(source)
      expect(new Set(Object.values(dependencies))).toEqual(new Set(['*']))
      expect(publishedManifest(source)).toMatchObject({
        name: source.name,
        version: root.version,
        engines: root.engines,
        dependencies: Object.fromEntries(
          Object.keys(dependencies).map((name) => [name, root.dependencies[name]]),
        ),
      })
    }
  })

  it('publish compiled files with their types, and without the member `private`', () => {
    const [agent] = SOURCES
    expect(publishedManifest(agent!)).toMatchObject({
      bin: { 'svc-agent': 'svc-agent.js' },
      exports: { '.': { types: './src/agent/index.d.ts', default: './index.js' } },
    })
    expect(publishedManifest(agent!)).not.toHaveProperty('private')
  })
})

it('the development tools of the conformance suite have the versions in the root package.json', () => {
  const { devDependencies } = manifestOf('conformance')
  expect(root.devDependencies).toMatchObject(devDependencies)
})
