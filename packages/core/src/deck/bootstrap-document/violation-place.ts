import { snakeCase } from '../../foundation/json/snake-case.ts'

/** Where in a document a violation's `attr` is: `filters__groups__0__rollout_percentage`; null is the whole object. */
export function violationPath(attr: string | null): (string | number)[] {
  if (attr === null) return []
  return attr.split('__').map((part) => (/^\d+$/.test(part) ? Number(part) : snakeCase(part)))
}

/** A violation's text, to follow its path in a sentence. */
export function refusalComplaint(detail: string): string {
  return `is invalid: ${detail.replace(/\.$/, '')}`
}
