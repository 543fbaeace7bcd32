import { expect, onTestFailed } from 'vitest'
import { newForeignPlace, newPlace, type Place, pictureOf } from './place.ts'
import type { NewWorld, World } from './world.ts'

/** A world with one of everything in both organizations, and what their owners see of it. */
export interface Guarded {
  readonly world: World
  readonly own: Place
  readonly theirs: Place
  readonly pictures: readonly (readonly (string | null)[])[]
}

/** A path about dashboards, which makes places have them. */
const WITH_DASHBOARDS = { path: '/api/projects/{project_id}/dashboards/' } as const

async function newGuarded(newWorld: NewWorld): Promise<Guarded> {
  const world = await newWorld()
  const own = await newPlace(world, WITH_DASHBOARDS)
  const theirs = await newForeignPlace(world, WITH_DASHBOARDS)
  return { world, own, theirs, pictures: await picturesOf(world, own, theirs) }
}

async function picturesOf({ owner, outsider }: World, own: Place, theirs: Place) {
  return [await pictureOf(owner, own), await pictureOf(outsider, theirs)]
}

/**
 * What is refused changes nothing, so that all refusals share one place, which takes longer to make than to call. After a
 * test that failed it is made anew.
 */
export function guardedPlace(newWorld: NewWorld): () => Promise<Guarded> {
  let made: Promise<Guarded> | undefined
  return () => {
    onTestFailed(() => {
      made = undefined
    })
    made ??= newGuarded(newWorld)
    return made
  }
}

export async function expectUnchanged({ world, own, theirs, pictures }: Guarded): Promise<void> {
  expect(await picturesOf(world, own, theirs)).toEqual(pictures)
}
