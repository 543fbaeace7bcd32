import type { Transaction } from '../../data/store.ts'
import { invalidInput } from '../../foundation/errors/domain-error.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { violation } from '../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/**
 * Counts the bytes that a write of persons or groups adds, and refuses growth beyond the project's limit (PERSON-21).
 * Callers do this last, because concurrent writes of the project wait for it.
 */
export async function countStoredBytes(tx: Transaction, ctx: ProjectContext, growth: number): Promise<void> {
  if (growth === 0) return
  const { project, limits, clock } = ctx
  if (growth > 0) {
    const size = await tx.projectSizes.find(project.id)
    if ((size?.bytes ?? 0) + growth > limits.maxProjectPersonsBytes) throw projectIsFull(limits.maxProjectPersonsBytes)
  }
  await tx.projectSizes.add(project.id, growth, timestampOf(clock()))
}

function projectIsFull(limitBytes: number) {
  const detail =
    `The stored users and groups of a project can have at most ${limitBytes} bytes. ` +
    'Delete persons or groups that are no longer needed, or raise FLAGDECK_MAX_PROJECT_PERSONS_BYTES.'
  return invalidInput([violation(null, 'invalid_input', detail)])
}
