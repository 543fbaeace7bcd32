import { type Place, recordNotFound } from '../errors/record-not-found.ts'
import { textField } from './fields.ts'
import { STORED_ID_LIMIT } from './id-limits.ts'
import { type BrokenRule, brokenRule } from './violations-of.ts'

/** An id that a person or group can be stored under. */
export function storedIdField() {
  return textField().min(1).max(STORED_ID_LIMIT)
}

const field = storedIdField()
/** One that needs no second look: ASCII that can be printed. */
const PLAIN_ID = new RegExp(`^[ -~]{1,${STORED_ID_LIMIT}}$`)

/** What keeps a value from being the id of a stored person or group; undefined when nothing does. */
export function distinctIdProblem(value: unknown): BrokenRule | undefined {
  // Nearly every id is fine, and lists have a million: the schema is asked what is wrong, not whether.
  if (typeof value === 'string' && PLAIN_ID.test(value)) return undefined
  const parsed = field.safeParse(value, { reportInput: true })
  const [issue] = parsed.error?.issues ?? []
  return issue && brokenRule(issue)
}

/** Whether something can be stored under an id, or begin with it. No store is asked for an id that it could not keep. */
export function isStorable(id: string): boolean {
  return id === '' || distinctIdProblem(id) === undefined
}

/** The id, or the refusal that nothing is stored under it. */
export function requireStorable(id: string, kind: 'Person' | 'Group', place: Place): string {
  if (distinctIdProblem(id)) throw recordNotFound(kind, id, place)
  return id
}
