/** Where in a document a violation's `attr` is: `filters__groups__0__rollout_percentage`; null is the whole object. */
export function violationPath(attr: string | null): PropertyKey[] {
  if (attr === null) return []
  return attr.split('__').map((part) => (/^\d+$/.test(part) ? Number(part) : snakeCase(part)))
}

/** A violation's text, to follow its path in a sentence. */
export function refusalComplaint(detail: string): string {
  return `is refused: ${detail.replace(/\.$/, '')}`
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
