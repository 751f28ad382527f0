import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nodeVersionProblem } from '../../src/version.ts'

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string }
}

describe('the Node version', () => {
  it('must be 22.18 or newer, compared as numbers rather than as text', () => {
    expect(engines.node).toBe('>=22.18')
    for (const version of ['22.18.0', '22.20.1', '23.0.0', '24.21.0', '100.1.0'])
      expect(nodeVersionProblem(version)).toBeUndefined()
    for (const version of ['9.11.2', '18.20.8', '20.20.2', '22.9.0', '22.17.9'])
      expect(nodeVersionProblem(version)).toContain(
        `requires Node 22.18 or newer, but this is Node ${version}.`,
      )
  })

  it('is that of the running process unless given', () => {
    expect(nodeVersionProblem()).toBeUndefined()
  })
})
