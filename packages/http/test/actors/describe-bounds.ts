import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiUnderTest, type OpenedStore, openApi } from '../support/api-under-test.ts'
import { Caller } from '../support/caller.ts'
import { ACTOR_NAMES, type Actor, actorsOf } from './actors.ts'
import { type BoundedState, boundedState } from './bounded-state.ts'
import { type Growth, growingAttempt, isGrowing } from './growing-attempt.ts'
import { buildProtectedWorld, type ProtectedWorld } from './protected-world.ts'
import { choices, OPERATIONS } from './steps.ts'
import { perform } from './trials.ts'

/** Slightly more than a new world takes, so that about every second step reaches one of the limits. */
const LIMITS = { maxProjectFiltersBytes: 9400, maxProjectPersonsBytes: 2500 }
/** Less than a new world takes, as after a restart with lower limits. */
const LOWERED = { maxProjectFiltersBytes: 5000, maxProjectPersonsBytes: 500 }
const STEPS = 60
const OWNER = 'the owner'

interface BoundedStep {
  readonly actor: string
  readonly operation: string
  readonly choices: readonly number[]
  readonly growth: Growth
  readonly isLowered: boolean
}

/** Operations that write definitions, persons or groups. */
const BOUNDED_OPERATIONS = OPERATIONS.filter((operation) =>
  [
    /^(feature_flags|organization_feature_flags|cohorts|persons|groups_create|groups_destroy|projects_import)/,
    /^(plan|apply)Import$/,
    /capture$/,
  ].some((pattern) => pattern.test(operation)),
)
const step: fc.Arbitrary<BoundedStep> = fc.record({
  actor: fc.oneof({ arbitrary: fc.constant(OWNER), weight: 3 }, fc.constantFrom(...ACTOR_NAMES)),
  operation: fc.oneof(
    { arbitrary: fc.constantFrom(...BOUNDED_OPERATIONS.filter(isGrowing)), weight: 2 },
    fc.constantFrom(...BOUNDED_OPERATIONS),
  ),
  choices,
  growth: fc.record({ length: fc.constantFrom(0, 40, 200, 800), which: fc.nat(999) }),
  isLowered: fc.nat(7).map((n) => n === 0),
})
const sequence = fc.array(step, { minLength: STEPS, maxLength: STEPS })

interface Instances {
  readonly usual: ApiUnderTest
  /** A second instance on the same store, with the lower limits. */
  readonly lowered: ApiUnderTest
}

/** Declares a suite: random actors write to projects that are almost full (FLAG-124, COHORT-33, PERSON-20). */
export function describeBounds(name: string, runs: number, createStore: () => Promise<OpenedStore>): void {
  describe(`actors in full projects on ${name}`, () => {
    let opened: Instances | undefined
    beforeAll(async () => {
      const { store, dispose } = await createStore()
      const usual = await openApi({ store, dispose }, undefined, LIMITS)
      // The other instance closes the store.
      const shared = { ...store, close: async () => undefined }
      opened = { usual, lowered: await openApi({ store: shared, dispose: async () => undefined }, undefined, LOWERED) }
    })
    afterAll(async () => {
      await opened?.lowered.close()
      await opened?.usual.close()
    })

    it(`FLAG-124 FLAG-125 COHORT-33 PERSON-20 PERSON-21 hold in ${runs} sequences`, { timeout: 600_000 }, async () => {
      if (!opened) throw new Error('the API is not open yet')
      const trials = new BoundedTrials(opened)
      // No shrinking: a shorter sequence reaches the bounds less often.
      await fc.assert(
        fc.asyncProperty(sequence, (steps) => trials.run(steps)),
        { numRuns: runs, endOnFailure: true },
      )
      expect([...opened.usual.takeErrors(), ...opened.lowered.takeErrors()]).toEqual([])
      // The sequences must have reached each bound.
      expect(Math.min(...Object.values(trials.refusals()))).toBeGreaterThan(0)
    })
  })
}

/** Runs each sequence in a new world, and checks the bounds of its projects after each step. */
class BoundedTrials {
  readonly #instances: Instances
  readonly #refusals = { definitions: 0, persons: 0 }

  constructor(instances: Instances) {
    this.#instances = instances
  }

  async run(steps: readonly BoundedStep[]): Promise<void> {
    const world = await buildProtectedWorld(this.#instances.usual)
    const actors = [...(await actorsOf(world)), await ownerOf(world)]
    let before = await statesOf(world)
    for (const step of steps) {
      const actor = actors.find(({ name }) => name === step.actor)
      if (!actor) throw new Error(`there is no ${step.actor}`)
      const writesBefore = this.#writesBegun()
      const outcome = await this.#try(step, actor, world)
      if (this.#writesBegun() === writesBefore) continue
      const after = await statesOf(world)
      for (const [at, state] of after.entries()) check(before[at], state, { ...step, ...outcome })
      before = after
    }
  }

  /** How often each bound refused a write. */
  refusals(): Readonly<Record<string, number>> {
    const { dropped } = this.#instances.usual.deck.context.storedSizes.status()
    return { ...this.#refusals, events: dropped.project }
  }

  #writesBegun(): number {
    const { usual, lowered } = this.#instances
    return usual.writesBegun() + lowered.writesBegun()
  }

  async #try({ operation, choices, growth, isLowered }: BoundedStep, actor: Actor, world: ProtectedWorld) {
    const api = isLowered ? this.#instances.lowered : this.#instances.usual
    const caller = new Caller(api, actor.caller.key)
    const scene = { ...world, api, token: world.project.apiToken }
    const outcome = await perform(scene, { ...actor, caller }, operation, choices, (attempt) =>
      growingAttempt(operation, attempt, growth),
    )
    const detail = String(outcome.body.detail)
    if (detail.startsWith('All feature flags and cohorts')) this.#refusals.definitions++
    if (detail.startsWith('The stored users and groups')) this.#refusals.persons++
    return outcome
  }
}

function statesOf({ api, project, sister, foreign }: ProtectedWorld): Promise<readonly BoundedState[]> {
  const ids = [project.id, sister.id, foreign.project.id]
  return api.deck.context.store.read((tx) => Promise.all(ids.map((id) => boundedState(tx, id))))
}

type Checked = Pick<BoundedStep, 'actor' | 'isLowered'> & Awaited<ReturnType<typeof perform>>

function check(
  before: BoundedState | undefined,
  after: BoundedState,
  { actor, isLowered, summary, isAllowed }: Checked,
): void {
  if (!before) throw new Error('there is nothing to compare with')
  const line = `${actor}${isLowered ? ', with lower limits' : ''}: ${summary}`
  expect(after.bytes, `the totals after ${line}`).toEqual(after.recount)
  if (!isAllowed) expect(after.written, `the state after the refused ${line}`).toBe(before.written)
  const { maxProjectFiltersBytes, maxProjectPersonsBytes } = isLowered ? LOWERED : LIMITS
  // A total that was above its limit before may stay there, but must not grow.
  const mostDefinitions = Math.max(maxProjectFiltersBytes, before.bytes.definitions)
  const mostPersons = Math.max(maxProjectPersonsBytes, before.bytes.persons)
  expect(after.bytes.definitions, `definitions after ${line}`).toBeLessThanOrEqual(mostDefinitions)
  expect(after.bytes.persons, `persons after ${line}`).toBeLessThanOrEqual(mostPersons)
}

async function ownerOf({ owner, keyOf }: ProtectedWorld): Promise<Actor> {
  return { name: OWNER, caller: await keyOf(owner, ['*']), person: owner, isPowerless: false }
}
