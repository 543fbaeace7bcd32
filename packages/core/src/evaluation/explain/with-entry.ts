/**
 * The object as it would be with another entry: a copy to whoever asks for own entries by name, as evaluation does.
 * Really to copy hundreds of thousands of properties, once for each change that is tried, would take seconds.
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
  // A proxy may not say of an entry that it can never go, because it has none of its own.
  return own && { ...own, configurable: true }
}
