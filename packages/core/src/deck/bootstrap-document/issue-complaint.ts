import type * as z from 'zod'

/**
 * Returns the problem at the path of the issue, phrased to follow that path in a sentence. It never repeats values,
 * because keys are among them.
 */
export function issueComplaint(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${NOUNS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${alternatives(issue.values)}`
    case 'too_small':
      return 'must not be empty' // the only minimum in a document is one
    case 'too_big':
      return `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`
    default:
      return issue.message
  }
}

const NOUNS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

function alternatives(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value))
  const last = shown.pop()
  return shown.length === 0 ? String(last) : `${shown.join(', ')} or ${last}`
}
