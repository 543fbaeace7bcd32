/** Returns a place in a JSON document in the usual notation: `organizations[0].members[1].level`. */
export function documentPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')
}
