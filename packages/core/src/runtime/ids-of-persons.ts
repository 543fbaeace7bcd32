import { visitYielding } from '../foundation/time/yield.ts'
import { distinctIdProblem } from '../foundation/validation/distinct-id.ts'
import { isUuid } from '../foundation/validation/fields.ts'
import { refuseIfAny } from '../foundation/validation/refuse.ts'
import { violation } from '../foundation/validation/violation.ts'
import { authorize } from './access/authorize.ts'
import type { ProjectContext } from './context.ts'
import { personUuid } from './person-uuid.ts'

/** An id of a person, and its place in the list that was sent, such as `item 3`. */
export interface SoughtPerson {
  readonly id: string
  readonly place: string
}

/** How many persons are searched for a UUID, which no index finds because it is not stored. */
const MAX_SEARCHED = 100_000
const IDS_AT_ONCE = 1000

/**
 * Returns the distinct ids of persons, each sent as the person's UUID or as the distinct id. A UUID that is neither is
 * refused: as a distinct id it would be a member that no request ever has.
 */
export async function idsOfPersons(
  ctx: ProjectContext,
  sought: readonly SoughtPerson[],
  field: string,
): Promise<readonly string[]> {
  const ids: string[] = []
  // Bound: dies with the request
  const places = new Map<string, string>()
  // Bound: dies with the request
  const uuids = new Map<string, string>()
  await visitYielding(sought, ({ id, place }) => {
    if (!isUuid(id)) ids.push(id)
    else if (!places.has(id)) {
      places.set(id, place)
      uuids.set(id.toLowerCase(), id)
    }
  })
  if (places.size === 0) return ids
  authorize(ctx.actor, 'person:read')
  const { id: projectId } = ctx.project
  let searched = 0
  for (let after: string | undefined = ''; after !== undefined && places.size > 0 && searched < MAX_SEARCHED; ) {
    const from: string = after
    const found = await ctx.store.read((tx) => tx.persons.idsAfter(projectId, from, IDS_AT_ONCE))
    await visitYielding(found, (distinctId) => {
      const id = places.has(distinctId) ? distinctId : uuids.get(personUuid({ projectId, distinctId }))
      if (id === undefined || !places.delete(id)) return
      ids.push(distinctId)
    })
    searched += found.length
    after = found.length < IDS_AT_ONCE ? undefined : found.at(-1)
  }
  const unknown = [...places.values()]
  const scope = searched < MAX_SEARCHED ? 'No user has' : `None of the first ${MAX_SEARCHED} users has`
  if (unknown.length > 0) {
    const detail = `${firstPlaces(unknown)}: ${scope} this UUID. Send distinct ids as distinct_ids.`
    refuseIfAny([violation(field, 'does_not_exist', detail)])
  }
  return ids
}

/**
 * Returns the distinct id of the stored person with this UUID or distinct id, which requests send in `person_id`
 * (FLAG-158).
 */
export async function distinctIdOfPerson(ctx: ProjectContext, personId: unknown): Promise<string> {
  authorize(ctx.actor, 'person:read')
  const problem = distinctIdProblem(personId)
  if (problem) refuseIfAny([violation('personId', problem.code, problem.detail)])
  const id = personId as string // validated above
  const [distinctId = id] = await idsOfPersons(ctx, [{ id, place: 'person' }], 'personId')
  const person = await ctx.store.read((tx) => tx.persons.find(ctx.project.id, distinctId))
  if (!person) refuseIfAny([violation('personId', 'does_not_exist', 'No user has this id. Send a distinct_id.')])
  return distinctId
}

const PLACES_NAMED = 10

/** Returns the first few places of a list, as text for a refusal. */
export function firstPlaces(places: readonly string[]): string {
  const named = places.slice(0, PLACES_NAMED).join(', ')
  return places.length > PLACES_NAMED ? `${named} and ${places.length - PLACES_NAMED} more` : named
}
