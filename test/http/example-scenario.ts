import { readAdvisory } from '../../src/domain/images/advisory.ts'
import { EXAMPLE_MASTER_KEY, seedExamples } from '../../src/sandbox/examples/seed.ts'
import { ADVISORIES } from '../ports/images/fake-images.ts'
import { startPlatform } from './platform.ts'

/** Starts a platform with the data of the examples, like a sandbox. */
export async function startExamplePlatform() {
  const platform = await startPlatform({
    key_source: { kind: 'setting', keys: [EXAMPLE_MASTER_KEY] },
  })
  const read = ADVISORIES.map(readAdvisory).filter((advisory) => advisory.kind !== 'unreadable')
  await platform.store.importAdvisories(platform.context(), { read })
  await seedExamples(platform)
  return platform
}
