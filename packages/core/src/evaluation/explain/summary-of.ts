import type { Decision } from '../definition/decision.ts'

/** A decision as a sentence. */
export function summaryOf({ key, enabled, variant, reason }: Decision): string {
  const answer = enabled ? 'on' : 'off'
  const withVariant = variant === null ? '' : `, with the variant ${variant}`
  return `${key} is ${answer}${withVariant}: ${reason.description}.`
}
