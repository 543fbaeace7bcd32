import type { FlagCall } from '../../runtime/usage/usage-recorder.ts'
import type { CapturedEvent } from './captured-event.ts'
import { flagCallOf } from './flag-call-of.ts'
import { type GroupChange, groupChangeOf } from './group-change.ts'
import { type PersonChange, personChangeOf } from './person-change.ts'

/** All of an event that counts here. It is small, so that the event itself need not be held. */
export interface EventMeaning {
  readonly flagCall: FlagCall | null
  readonly person: PersonChange | null
  readonly group: GroupChange | null
}

const NOTHING: EventMeaning = { flagCall: null, person: null, group: null }

/** What an event means for a project; most mean nothing (CAPTURE-8). */
export function eventMeaning(event: CapturedEvent, projectId: number, nowMs: number): EventMeaning {
  const flagCall = flagCallOf(event, projectId, nowMs)
  const person = isAboutSomebody(event) ? personChangeOf(event) : null
  const group = isAboutSomebody(event) ? groupChangeOf(event) : null
  return flagCall || person || group ? { flagCall, person, group } : NOTHING
}

/** SDKs mark events of which no person or group shall be known (CAPTURE-24). */
function isAboutSomebody({ properties }: CapturedEvent): boolean {
  return properties.$process_person_profile !== false
}
