import { type Place, recordNotFound } from '../errors/record-not-found.ts'
import { textField } from './fields.ts'
import { STORED_ID_LIMIT } from './id-limits.ts'
import { type BrokenRule, brokenRule } from './violations-of.ts'

/** Returns the schema of an id under which a user or group can be stored. */
export function storedIdField() {
  return textField().min(1).max(STORED_ID_LIMIT)
}

const field = storedIdField()
/** Matches ids that need no further check: printable ASCII. */
const PLAIN_ID = new RegExp(`^[ -~]{1,${STORED_ID_LIMIT}}$`)

/** Returns the problem of a value as the id of a stored user or group; undefined if there is none. */
export function distinctIdProblem(value: unknown): BrokenRule | undefined {
  // Nearly every id is valid, and lists have a million: the schema only names the problem of the others.
  if (typeof value === 'string' && PLAIN_ID.test(value)) return undefined
  const parsed = field.safeParse(value, { reportInput: true })
  const [issue] = parsed.error?.issues ?? []
  return issue && brokenRule(issue)
}

/** Whether a text can be a stored id, or a prefix of one. Stores receive no other ids in queries. */
export function isStorable(id: string): boolean {
  return id === '' || distinctIdProblem(id) === undefined
}

/** Returns the id, or throws that there is no such record if it cannot be stored. */
export function requireStorable(id: string, kind: 'Person' | 'Group', place: Place): string {
  if (distinctIdProblem(id)) throw recordNotFound(kind, id, place)
  return id
}
