import type { JsonObject } from '@flagdeck/core'
import { expect } from 'vitest'
import type { ApiUnderTest } from '../support/api-under-test.ts'
import { type Actor, actorsOf } from './actors.ts'
import { authorsOf, closedPicture, wholePicture } from './closed-picture.ts'
import { Draw } from './draw.ts'
import { EMBEDDED_OPERATIONS } from './embedded-operations.ts'
import { copyOf, learn } from './pools.ts'
import { buildProtectedWorld, type ProtectedWorld } from './protected-world.ts'
import { type Attempt, attemptAt, type Scene, WRITING_ENDPOINTS } from './write-operations.ts'

/** An operation that an actor tries. */
export interface Step {
  readonly actor: string
  readonly operation: string
  /** Selects the records to use, among those that exist by then, and the input. */
  readonly choices: readonly number[]
}

/** The number of sequences that share a world: creating one takes longer than running a sequence. */
const SEQUENCES_A_WORLD = 40

interface Stage {
  readonly world: ProtectedWorld
  readonly actors: readonly Actor[]
  readonly before: JsonObject
}

/** Runs sequences, each in a world whose closed records are unchanged. */
export class Trials {
  readonly #api: ApiUnderTest
  #stage: Stage | undefined
  #history: (readonly Step[])[] = []
  #hasFailed = false

  constructor(api: ApiUnderTest) {
    this.#api = api
  }

  async run(steps: readonly Step[]): Promise<void> {
    // A sequence that was shrunk after a failure must fail on its own, in a new world.
    if (this.#hasFailed) return this.#play(await newStage(this.#api), steps)
    if (this.#history.length % SEQUENCES_A_WORLD === 0) {
      this.#stage = await newStage(this.#api)
      this.#history = []
    }
    this.#history.push(steps)
    if (!this.#stage) throw new Error('there is no stage')
    try {
      await this.#play(this.#stage, steps)
    } catch (error) {
      this.#hasFailed = true
      await this.#play(await newStage(this.#api), steps)
      const earlier = JSON.stringify(this.#history.slice(0, -1))
      throw new Error(`It takes what came before in the same world: ${earlier}`, { cause: error })
    }
  }

  async #play({ world, actors, before }: Stage, steps: readonly Step[]): Promise<void> {
    const scene = { ...world, pools: copyOf(world.pools) }
    const played = steps.map((step) => ({ ...step, actor: actors.find(({ name }) => name === step.actor) }))
    const isPowerless = played.every(({ actor }) => actor?.isPowerless)
    const whole = isPowerless ? await wholePicture(world) : null
    const summaries: string[] = []
    for (const { actor, operation, choices } of played) {
      if (!actor) throw new Error('nobody is called that')
      const { summary } = await perform({ ...scene, token: tokenFor(actor, world) }, actor, operation, choices)
      summaries.push(`${actor.name}: ${summary}`)
    }
    expect(await closedPicture(world), summaries.join('\n')).toEqual(before)
    // The admin did nothing, but requests named them as the author of records.
    expect(await authorsOf(world, scene.pools), summaries.join('\n')).not.toContain(world.admin.user.id)
    if (whole) expect(await wholePicture(world), summaries.join('\n')).toEqual(whole)
  }
}

async function newStage(api: ApiUnderTest): Promise<Stage> {
  const world = await buildProtectedWorld(api)
  return { world, actors: await actorsOf(world), before: await closedPicture(world) }
}

/** Returns a function that runs the actors' operations as the owner of a world. */
export async function ownersTrial(api: ApiUnderTest) {
  const world = await buildProtectedWorld(api)
  const { owner, project } = world
  // An unrestricted key, which some operations require.
  const caller = await world.keyOf(owner, ['*'])
  const actor = { name: 'the owner', caller, person: owner, isPowerless: false }
  /** Whether the operation succeeds with one of these choices. */
  return async (operation: string, several: readonly (readonly number[])[]): Promise<boolean> => {
    for (const choices of several) {
      const scene = { ...world, pools: copyOf(world.pools), token: project.apiToken }
      if ((await perform(scene, actor, operation, choices)).isAllowed) return true
    }
    return false
  }
}

/** Powerless actors get an invalid public token: with the real one, any client may record events. */
function tokenFor({ isPowerless }: Actor, { project }: ProtectedWorld): string {
  return isPowerless ? 'phc_of_no_project' : project.apiToken
}

/** The result of an operation that an actor tried. */
interface Outcome {
  /** The operation and its result in one line, for messages of failed tests. */
  readonly summary: string
  readonly isAllowed: boolean
  /** The body of the response; empty for an embedded operation. */
  readonly body: JsonObject
}

/** Tries an operation. `alter` may change its request. */
export async function perform(
  world: Scene,
  actor: Actor,
  operation: string,
  choices: readonly number[],
  alter: (attempt: Attempt) => Attempt = (attempt) => attempt,
): Promise<Outcome> {
  const draw = new Draw(choices)
  const embedded = EMBEDDED_OPERATIONS[operation]
  if (embedded) {
    const outcome = await embedded(actor, draw, world)
    return { summary: `${operation} → ${outcome}`, isAllowed: outcome === 'done', body: {} }
  }
  const endpoint = WRITING_ENDPOINTS.find(({ operationId }) => operationId === operation)
  if (!endpoint) throw new Error(`there is no ${operation}`)
  const { method, url, ...content } = alter(attemptAt(endpoint, draw, world))
  const { status, body } = await actor.caller.send(method, url, content)
  if (status < 300) learn(world.pools, body)
  return { summary: `${method} ${url} ${JSON.stringify(content)} → ${status}`, isAllowed: status < 300, body }
}
