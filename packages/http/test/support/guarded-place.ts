import type { Scope } from '@flagdeck/core/store'
import { expect, onTestFailed } from 'vitest'
import type { Caller } from './caller.ts'
import { newForeignPlace, newPlace, type Place, pictureOf } from './place.ts'
import type { KeyOptions, NewWorld, World } from './world.ts'

/** A world with one of everything in both organizations, and what their owners see of it. */
export interface Guarded {
  readonly world: World
  readonly own: Place
  readonly theirs: Place
  readonly pictures: readonly (readonly (string | null)[])[]
  /** A key of the owner, the same one for the same scopes and bounds. */
  ownersKey(scopes: readonly Scope[], options?: KeyOptions): Promise<Caller>
}

/** A path about dashboards, which makes places have them. */
const WITH_DASHBOARDS = { path: '/api/projects/{project_id}/dashboards/' } as const

async function newGuarded(newWorld: NewWorld): Promise<Guarded> {
  const world = await newWorld()
  const own = await newPlace(world, WITH_DASHBOARDS)
  const theirs = await newForeignPlace(world, WITH_DASHBOARDS)
  return { world, own, theirs, pictures: await picturesOf(world, own, theirs), ownersKey: keysOfOwner(world) }
}

function keysOfOwner({ keyOf, owner }: World): Guarded['ownersKey'] {
  const keys = new Map<string, Promise<Caller>>()
  return (scopes, options) => {
    const what = JSON.stringify([scopes, options])
    const key = keys.get(what) ?? keyOf(owner, scopes, options)
    keys.set(what, key)
    return key
  }
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

/** Does what is refused, and sees whether anything has changed. Where nobody has begun to write, nobody has to look. */
export async function unchangedBy<T>(guarded: Guarded, refused: () => Promise<T>): Promise<T> {
  const { world, own, theirs, pictures } = guarded
  const before = world.api.writesBegun()
  const answer = await refused()
  if (world.api.writesBegun() !== before) expect(await picturesOf(world, own, theirs)).toEqual(pictures)
  return answer
}
