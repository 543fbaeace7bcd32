import type { JsonObject } from '@flagdeck/core'
import type { Who } from './askers.ts'
import type { Kind, Stage, State } from './stages.ts'

/** What becomes of a request: it is done, or answered with 200 and nothing written, or refused with a status. */
export type Outcome = 'done' | 'kept' | 400 | 403 | 404 | 405 | 409

/** What is there, and whose request it is. */
export interface Scene {
  readonly ids: Stage['ids']
  readonly user: { readonly id: number; readonly uuid: string }
}

/** What is sent to an endpoint, who may, and what stands in the way. */
export interface Row {
  /** On what it is tried, in each of its states. */
  readonly on: Kind
  /** Tells rows of one endpoint apart. */
  readonly what?: string
  readonly json?: (scene: Scene) => JsonObject
  /** What the path names otherwise than the stage does. */
  readonly path?: (scene: Scene) => Readonly<Record<string, string | number>>
  /** Whoever is not in it is answered as `otherwise` says, in every state: that somebody may not is told first. */
  readonly may: readonly Who[] | Readonly<Partial<Record<State, readonly Who[]>>>
  /** What those who may get where the thing is in that state; missing: it is done. */
  readonly but?: Readonly<Partial<Record<State, Outcome>>>
  /** What those get who may not; 403 when missing. Keys get 403 all the same. */
  readonly otherwise?: Outcome
  /** Those of whom something else holds than of the others. */
  readonly except?: Readonly<Partial<Record<Who, Outcome>>>
  /** Whether it takes a key that is bound to nothing, which people have otherwise for their organization. */
  readonly isUnbound?: true
  /** Whether an answer of 200 says that nothing was done. */
  readonly isKept?: (body: JsonObject) => boolean
}

/** What a row says of somebody who asks it of a thing in that state. */
export function expectedOutcome({ may, but, otherwise = 403, except }: Row, who: Who, state: State): Outcome {
  const exception = except?.[who]
  if (exception) return exception
  const allowed: readonly Who[] = isList(may) ? may : (may[state] ?? [])
  if (allowed.includes(who)) return but?.[state] ?? 'done'
  return who.includes('key') ? 403 : otherwise
}

function isList(may: Row['may']): may is readonly Who[] {
  return Array.isArray(may)
}
