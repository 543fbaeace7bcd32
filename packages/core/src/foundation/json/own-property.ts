/** A property that an object itself has: `constructor` and `__proto__` are names like any other. */
export function ownProperty<T>(object: { readonly [name: string]: T } | null | undefined, name: string): T | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined
}
