import type { JsonObject } from '@flagdeck/core'
import type { Who } from './askers.ts'
import type { Kind, Stage, State } from './stages.ts'

/** The outcome of a request: done, 200 without a write (`kept`), or refused with a status. */
export type Outcome = 'done' | 'kept' | 400 | 403 | 404 | 405 | 409

/** The existing records, and the user who sends the request. */
export interface Scene {
  readonly ids: Stage['ids']
  readonly user: { readonly id: number; readonly uuid: string }
}

/** A request to an endpoint, the callers who may send it, and the states that prevent it. */
export interface Row {
  /** The kind of record on which it is tried, in each of its states. */
  readonly on: Kind
  /** Distinguishes the rows of one endpoint. */
  readonly what?: string
  readonly json?: (scene: Scene) => JsonObject
  /** Path parameters that differ from those of the stage. */
  readonly path?: (scene: Scene) => Readonly<Record<string, string | number>>
  /** Callers that are not listed get `otherwise` in every state: a missing permission is reported first. */
  readonly may: readonly Who[] | Readonly<Partial<Record<State, readonly Who[]>>>
  /** The outcome for allowed callers in a state; done when missing. */
  readonly but?: Readonly<Partial<Record<State, Outcome>>>
  /** The outcome for other callers; 403 when missing. For keys it is always 403. */
  readonly otherwise?: Outcome
  /** Callers with a different outcome in all states. */
  readonly except?: Readonly<Partial<Record<Who, Outcome>>>
  /** Whether it requires an unrestricted key. Otherwise, users have keys for their organization. */
  readonly isUnbound?: true
  /** Whether a response with 200 means that nothing was done. */
  readonly isKept?: (body: JsonObject) => boolean
}

/** The outcome that a row specifies for a caller and the state of the record. */
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
