import type { Decision } from './definition/decision.ts'
import type { Subject } from './definition/subject.ts'
import type { Lookup } from './lookup.ts'

/** A flag, compiled. It may throw: whoever calls it turns that into a failed decision. */
export type Decide = (subject: Subject, lookup: Lookup) => Decision

/** A part of a flag that may settle the decision, or answer undefined and leave it to the parts after it. */
export type Step = (subject: Subject, lookup: Lookup) => Decision | undefined
