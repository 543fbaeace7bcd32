/**
 * Returns an immutable deep copy, the form in which a row is stored. The copy is made through JSON text, so that all
 * stores save the same document: own keys named `__proto__` stay plain data, and -0 becomes 0.
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
