import { beforeAll, describe, expect, it } from 'vitest'
import { exampleAccess } from '../../../src/sandbox/examples/access.ts'
import { bearer } from '../client.ts'
import {
  exampleNamesOfContract,
  exampleParameter,
  exampleStepsOf,
  exampleValue,
  operations,
} from '../contract.ts'
import { startExamplePlatform } from '../example-scenario.ts'
import { abridged } from '../scenario/abridged.ts'
import { startScenario, type Scenario } from '../scenario/scenario.ts'
import { INSTALLATION, LATER, SIGN_IN, TASKS, TRUST } from '../scenario/steps.ts'

/** Values that depend on chance or on the size of the data, so the examples show different ones. */
const VARIABLE = ['.database.advisories', '.next_heartbeat_at', '.quotas.stored_bytes.current'].map(
  (member) => `${member} is `,
)

const steps = [...SIGN_IN, ...INSTALLATION, ...TRUST, ...TASKS, ...LATER]
const shown = steps.flatMap((step) => ('shows' in step ? [step.shows] : []))
/** Examples that `examples.test.ts` compares: documents, and the response to a misspelt query. */
const ELSEWHERE = ['ContractInYaml', 'ContractOfTheService', 'NothingIsFound']

describe('the scenario of the examples', () => {
  let scenario: Scenario
  beforeAll(async () => {
    scenario = await startScenario()
  })

  it.each(steps.map((step) => ({ ...step, what: 'shows' in step ? step.shows : 'no example' })))(
    'matches the response of the platform at $at: $what',
    async (step) => {
      await scenario.goTo(step.at)
      if ('happens' in step) {
        await step.happens(scenario)
        return
      }
      const got = await scenario.send(step)
      const body = abridged(step.shows, got.body)
      const differences = scenario.names.differences(exampleValue(step.shows), body)
      expect(differences.filter((text) => !VARIABLE.some((part) => text.startsWith(part)))).toEqual(
        [],
      )
    },
  )

  it('shows every example of a success, in the order of the contract', () => {
    const successes = new Set(exampleStepsOf(operations).map(({ example }) => example))
    const inOrder = exampleNamesOfContract.filter((name) => successes.has(name))
    expect([...new Set(shown)]).toEqual(inOrder.filter((name) => !ELSEWHERE.includes(name)))
  })
})

describe('a platform with the data of the examples', () => {
  it('lets Ada accept the invitation of the examples, and responds as the contract shows', async () => {
    const platform = await startExamplePlatform()
    const ada = platform.as(bearer(exampleAccess().session_token))
    const path = `/admin/invitations/${String(exampleParameter('OwnInvitationId'))}/accept`
    expect((await ada.post(path)).body).toEqual(exampleValue('AdaHasJoined'))
  })
})
