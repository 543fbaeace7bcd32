import { snakeCase } from '../../foundation/json/snake-case.ts'

/**
 * Returns the path in a document for a violation's `attr`, such as `filters__groups__0__rollout_percentage`; null is
 * the whole object.
 */
export function violationPath(attr: string | null): (string | number)[] {
  if (attr === null) return []
  return attr.split('__').map((part) => (/^\d+$/.test(part) ? Number(part) : snakeCase(part)))
}

/** Returns a violation's text, phrased to follow its path in a sentence. */
export function refusalComplaint(detail: string): string {
  return `is invalid: ${detail.replace(/\.$/, '')}`
}
