import type { Bootstrap, Limits } from '@flagdeck/core'
import { readJsonFile } from '../files/read-json-file.ts'
import { BootstrapProblem } from './bootstrap-problem.ts'
import { bootstrapSchema } from './bootstrap-schema.ts'
import { issueComplaint } from './issue-complaint.ts'

/**
 * Reads a bootstrap document (DESIGN section 11).
 * @throws FileProblem when it is no JSON file, BootstrapProblem with the path of the first offending value
 */
export function readBootstrap(file: string, limits: Limits): Bootstrap {
  const parsed = bootstrapSchema(limits).safeParse(readJsonFile(file, 'bootstrap document'), { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (!issue) throw parsed.error
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  throw new BootstrapProblem(file, [...issue.path, ...unknownKey], issueComplaint(issue))
}
