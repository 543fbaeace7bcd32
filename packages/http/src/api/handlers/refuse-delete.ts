import { RequestError } from '../../rest/request-error.ts'

/** Refuses a hard delete: records that are deleted by an update can be restored (HTTP-113). */
export function refuseDelete(kind: string): never {
  throw new RequestError('method_not_allowed', `DELETE does not delete ${kind}. Send PATCH with {"deleted": true}.`)
}
