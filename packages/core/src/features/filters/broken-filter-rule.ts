import type * as z from 'zod'
import { type BrokenRule, brokenRule } from '../../foundation/validation/violations-of.ts'

/** A broken rule of filters. Whoever named no operator or type that there is, is told those that there are (VALID-9). */
export function brokenFilterRule(issue: z.core.$ZodIssue): BrokenRule {
  const { code, detail } = brokenRule(issue)
  if (code !== 'invalid_choice' || issue.code !== 'invalid_value') return { code, detail }
  return { code, detail: `${detail} Choose one of: ${issue.values.join(', ')}.` }
}
