/**
 * Returns a view of the object with another entry. To code that reads own entries by name, as evaluation does, it looks
 * like a copy. Real copies of hundreds of thousands of properties, one for each change that is tried, would take
 * seconds.
 */
export function withEntry<T>(
  object: { readonly [name: string]: T } | undefined,
  name: string,
  value: T,
): { readonly [name: string]: T } {
  const entry = { value, configurable: true, enumerable: true, writable: true }
  return new Proxy<{ [name: string]: T }>(
    {},
    {
      get: (_, asked) => (asked === name ? value : object && Reflect.get(object, asked)),
      getOwnPropertyDescriptor: (_, asked) => (asked === name ? entry : descriptorOf(object, asked)),
    },
  )
}

function descriptorOf(object: object | undefined, name: PropertyKey): PropertyDescriptor | undefined {
  const own = object && Reflect.getOwnPropertyDescriptor(object, name)
  // A proxy must not report an entry as non-configurable if its target does not have it.
  return own && { ...own, configurable: true }
}
