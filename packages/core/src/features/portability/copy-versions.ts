import * as z from 'zod'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { idField, wholeNumberField } from '../../foundation/validation/bounded-fields.ts'
import { refusal } from '../../foundation/validation/refuse.ts'

/** The versions that the dry run of a copy to a project used. */
export interface CopyVersions {
  readonly projectId: number
  /** The version of the copied flag. */
  readonly sourceVersion: number
  /** The version of the flag with this key in the project; null if there is none. */
  readonly targetVersion: number | null
}

export const copyVersionsSchema = z
  .object({ projectId: idField(), sourceVersion: wholeNumberField(), targetVersion: wholeNumberField().nullable() })
  .describe('The versions in `changes` of a dry run.')

/** The error for a copy whose source or target changed after the dry run. */
export class CopyOutdated extends DomainError {
  constructor(detail: string) {
    super('conflict', detail)
  }
}

/** @throws DomainError if the client sent versions, but none for this project */
export function versionsExpectedIn(
  projectId: number,
  expected: readonly CopyVersions[] | undefined,
): CopyVersions | undefined {
  const found = expected?.find((each) => each.projectId === projectId)
  if (expected && !found) throw refusal(`expected_versions has no versions for project ${projectId}.`)
  return found
}

/** Refuses a copy whose dry run used other versions (FLAG-173). */
export function refuseIfOutdated(now: Omit<CopyVersions, 'projectId'>, expected: CopyVersions | undefined): void {
  if (!expected) return
  if (now.sourceVersion !== expected.sourceVersion) throw outdated('The flag was')
  if (now.targetVersion !== expected.targetVersion) throw outdated('The flag in the target project was')
}

function outdated(subject: string): CopyOutdated {
  return new CopyOutdated(`${subject} changed after the copy was planned: plan it again.`)
}
