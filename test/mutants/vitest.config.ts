import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import root from '../../vitest.config.ts'

/** The test files in the order in which they run; those most likely to detect the fault come first. */
const ORDER: readonly string[] = process.env['MUTANTS_ORDER']?.split(':') ?? []
const isMeasuring = process.env['MUTANTS_LOG'] !== undefined

class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (isMeasuring) return super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number =>
      ORDER.indexOf(relative(process.cwd(), moduleId))
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

const projects = root.test!.projects as { test: { setupFiles: string[] } }[]
const lanes = projects.map((project) => ({
  ...project,
  test: {
    ...project.test,
    maxWorkers: isMeasuring ? 2 : 1,
    setupFiles: [
      ...project.test.setupFiles,
      ...(isMeasuring ? ['test/mutants/probe-setup.ts'] : []),
    ],
  },
}))

export default defineConfig({
  ...root,
  test: { ...root.test, root: process.cwd(), sequence: { sequencer: GivenOrder }, projects: lanes },
})
