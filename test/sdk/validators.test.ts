import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
}
const read = <Value>(name: string): Value => JSON.parse(readFileSync(name, 'utf8')) as Value

describe('the third-party validators', () => {
  const { dependencies } = read<Manifest>('validators/package.json')
  const { packages } = read<{ readonly packages: Readonly<Record<string, Manifest>> }>(
    'validators/package-lock.json',
  )

  it('are named in the manual with the versions that are run', () => {
    const manual = readFileSync('docs/sdks.md', 'utf8')
    const { dependencies: own } = read<Manifest>('package.json')
    const tools = {
      'openapi-backend': own['openapi-backend'],
      'express-openapi-validator': dependencies['express-openapi-validator'],
      Prism: dependencies['@stoplight/prism-cli'],
      'openapi-to-postmanv2': dependencies['openapi-to-postmanv2'],
      newman: dependencies['newman'],
    }
    const missing = Object.entries(tools).filter(
      ([name, version]) => !manual.includes(`${name} ${version}`),
    )
    expect(missing).toEqual([])
  })

  it('are installed in the exact versions of the manifest', () => {
    expect(packages['']!.dependencies).toEqual(dependencies)
    const exact = /^\d+\.\d+\.\d+$/
    expect(Object.values(dependencies).filter((version) => !exact.test(version))).toEqual([])
  })
})
