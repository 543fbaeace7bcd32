/** The wire name of a field, as a type. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/** An object with its fields under their wire names: those of `WireNames`, else the snake case of ours. */
export type OnWire<T, WireNames = object> = {
  [Name in keyof T as Name extends keyof WireNames
    ? WireNames[Name] & string
    : Name extends string
      ? SnakeCase<Name>
      : Name]: T[Name]
}
