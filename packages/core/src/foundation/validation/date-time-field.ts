import * as z from 'zod'
import { parseTimestamp } from '../time/timestamp.ts'

const WRONG_DATE =
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].'

/** Returns the schema of an ISO 8601 instant, which becomes a timestamp; without an offset it is in UTC. */
export function dateTimeField() {
  return z.string().transform((text, context) => {
    const timestamp = parseTimestamp(text)
    if (timestamp) return timestamp
    context.addIssue({ code: 'custom', message: WRONG_DATE })
    return z.NEVER
  })
}
