import type { Scope } from '@flagdeck/core/store'
import { expect, onTestFailed } from 'vitest'
import type { Caller } from './caller.ts'
import { newForeignPlace, newPlace, type Place, pictureOf } from './place.ts'
import type { KeyOptions, NewWorld, World } from './world.ts'

/** A world with one record of each kind in both organizations, and snapshots of them as their owners see them. */
export interface Guarded {
  readonly world: World
  readonly own: Place
  readonly theirs: Place
  readonly pictures: readonly (readonly (string | null)[])[]
  /** A key of the owner. Calls with the same scopes and options return the same key. */
  ownersKey(scopes: readonly Scope[], options?: KeyOptions): Promise<Caller>
}

/** A path about dashboards, so that places contain them. */
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
 * Returns a function that loads a place for tests of refusals. Refusals change nothing, so all of them share one place,
 * which takes longer to create than to use. After a failed test it is created again.
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

/** Runs a refused request, and checks that nothing has changed. The check is skipped if no write has started. */
export async function unchangedBy<T>(guarded: Guarded, refused: () => Promise<T>): Promise<T> {
  const { world, own, theirs, pictures } = guarded
  const before = world.api.writesBegun()
  const answer = await refused()
  if (world.api.writesBegun() !== before) expect(await picturesOf(world, own, theirs)).toEqual(pictures)
  return answer
}
