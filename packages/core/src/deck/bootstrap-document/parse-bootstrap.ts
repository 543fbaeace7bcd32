import { DomainError } from '../../foundation/errors/domain-error.ts'
import type { Limits } from '../../runtime/context.ts'
import type { Bootstrap } from './bootstrap.ts'
import { BootstrapRefused } from './bootstrap-refused.ts'
import { bootstrapSchema } from './bootstrap-schema.ts'
import { issueComplaint } from './issue-complaint.ts'

/**
 * Validates a bootstrap document, except for conditions that need the database.
 * @throws BootstrapRefused with the path of the first invalid value
 */
export function parseBootstrap(document: unknown, limits: Limits): Bootstrap {
  const parsed = bootstrapSchema(limits).safeParse(document, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (!issue) throw parsed.error
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const path = [...issue.path, ...unknownKey].filter((part) => typeof part !== 'symbol')
  const complaint = issueComplaint(issue)
  throw new BootstrapRefused(path, complaint, new DomainError('invalid_input', complaint))
}
