/** Returns an own property of an object, so that `constructor` and `__proto__` are ordinary names. */
export function ownProperty<T>(object: { readonly [name: string]: T } | null | undefined, name: string): T | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined
}
