import { RequestError } from '../../rest/request-error.ts'

/** The refusal of a hard delete: whatever is deleted by an update can be restored (HTTP-113). */
export function refuseDelete(kind: string): never {
  throw new RequestError('method_not_allowed', `DELETE does not delete ${kind}. Send PATCH with {"deleted": true}.`)
}
