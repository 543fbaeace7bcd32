import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { retrieveSchema } from '../src/api/endpoints/schema.ts'
import { flagdeckRoutes } from '../src/api/flagdeck-application.ts'
import { DASHBOARD_STEPS } from './faces/dashboard-steps.ts'
import { deckMethods } from './faces/deck-methods.ts'
import { EMBEDDED_ALONE, FACES, methodsOf } from './faces/faces.ts'
import { FLAG_STEPS } from './faces/flag-steps.ts'
import { embedded, goThrough, type Outcome, overHttp } from './faces/outcomes.ts'
import { PROJECT_STEPS } from './faces/project-steps.ts'
import { openApi } from './support/api-under-test.ts'
import { buildWorld } from './support/world.ts'

async function methodsOfDeck() {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  return deckMethods(deck)
}

describe('the API and the embedded deck', () => {
  it('EMBED-12 gives every endpoint a method, or a reason why it has none', async () => {
    const endpoints = [...flagdeckRoutes.map(({ endpoint }) => endpoint), retrieveSchema]
    expect(Object.keys(FACES).toSorted()).toEqual(endpoints.map(({ operationId }) => operationId).toSorted())
  })

  it('EMBED-12 has every method that endpoints name', async () => {
    const methods = await methodsOfDeck()
    const named = Object.values(FACES).flatMap(methodsOf)
    expect(named.filter((path) => !methods.includes(path))).toEqual([])
  })

  it('EMBED-12 gives every method an endpoint, or a reason why it has none', async () => {
    const methods = await methodsOfDeck()
    const named = new Set([...Object.values(FACES).flatMap(methodsOf), ...Object.keys(EMBEDDED_ALONE)])
    expect(methods.filter((path) => !named.has(path))).toEqual([])
  })
})

const STEPS = [...FLAG_STEPS, ...PROJECT_STEPS, ...DASHBOARD_STEPS]

/**
 * Evaluations, whose results in a deck are compared with the protocols elsewhere (PROTO-29). Copies leave the project,
 * and paths without a project name none.
 */
const ELSEWHERE =
  /^(flags_|ofrep_|unleash_|go_feature_flag_|early_access_features_|openfeature_manifest_|decide$|organization_)/

describe('the two faces of an operation', () => {
  it('EMBED-12 are both asked about everything that a project has', () => {
    const asked = new Set(STEPS.map(({ operation }) => operation))
    const expected = Object.entries(FACES)
      .filter(
        ([operation, face]) =>
          !ELSEWHERE.test(operation) && methodsOf(face).some((path) => path.startsWith('project.')),
      )
      .map(([operation]) => operation)
    expect(expected.filter((operation) => !asked.has(operation))).toEqual([])
  })

  it.each([
    ['somebody who may do everything', ['owner']],
    ['a member, where each flag is for those who made it', ['owner', 'member']],
    ['a stranger', ['owner', 'outsider']],
  ] as const)('EMBED-12 answer and refuse the same to %s', { timeout: 60_000 }, async (_, actors) => {
    const [http, deck] = [await outcomesOf(overHttp, actors), await outcomesOf(embedded, actors)]
    const different = http.flatMap(({ step, answer }, index) => {
      const other = deck[index]?.answer
      return answer === other ? [] : [[step, ...firstDifference(answer, other)]]
    })
    expect(different).toEqual([])
  })
})

/** The outcomes of the steps in a new world, for one person after the other. */
async function outcomesOf(faceOf: typeof overHttp, actors: readonly ('owner' | 'member' | 'outsider')[]) {
  const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  onTestFinished(() => api.close())
  const world = await buildWorld(api, { defaultLevel: 21 })
  const ids = { role: (await world.newRole(21)).id, colleague: world.colleague.user.uuid }
  const outcomes: Outcome[] = []
  for (const actor of actors) outcomes.push(...(await goThrough(faceOf(world, world[actor]), STEPS, ids)))
  expect(api.takeErrors()).toEqual([])
  return outcomes
}

/** The point from which two results differ. */
function firstDifference(one: string, other = ''): readonly unknown[] {
  const [lines, others] = [one.split('\n'), other.split('\n')]
  const at = lines.findIndex((line, index) => line !== others[index])
  return [lines[at], others[at]].map((line) => line?.slice(0, 300))
}
