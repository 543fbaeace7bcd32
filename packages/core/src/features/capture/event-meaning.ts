import type { FlagCall } from '../../runtime/usage/usage-recorder.ts'
import type { CapturedEvent } from './captured-event.ts'
import { flagCallOf } from './flag-call-of.ts'
import { type GroupChange, groupChangeOf } from './group-change.ts'
import { type PersonChange, personChangeOf } from './person-change.ts'

/** The parts of an event that have an effect. They are small, and the event itself can be released. */
export interface EventMeaning {
  readonly flagCall: FlagCall | null
  readonly person: PersonChange | null
  readonly group: GroupChange | null
}

const NOTHING: EventMeaning = { flagCall: null, person: null, group: null }

/** Returns the effects of an event on a project; most events have none (CAPTURE-8). */
export function eventMeaning(event: CapturedEvent, projectId: number, nowMs: number): EventMeaning {
  const flagCall = flagCallOf(event, projectId, nowMs)
  const person = isAboutSomebody(event) ? personChangeOf(event) : null
  const group = isAboutSomebody(event) ? groupChangeOf(event) : null
  return flagCall || person || group ? { flagCall, person, group } : NOTHING
}

/** Whether an event can store a person or group. SDKs mark events that must not (CAPTURE-24). */
function isAboutSomebody({ properties }: CapturedEvent): boolean {
  return properties.$process_person_profile !== false
}
