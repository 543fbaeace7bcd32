/**
 * A copy that nobody can change and nobody else holds: what a row becomes when it is stored.
 * It goes through JSON text, as in every other store, so that all of them keep the same of a document:
 * own keys named `__proto__` stay plain data, and -0 becomes 0.
 */
export function frozenCopy<T extends object>(row: T): T {
  return frozen(JSON.parse(JSON.stringify(row)))
}

function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) frozen(part)
  }
  return Object.freeze(value)
}
