/** The wire name of a field, as a type. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/**
 * An object with the wire names of its fields: those of `WireNames`, otherwise the snake case of the internal names.
 * Objects in a list have wire names, too.
 */
export type OnWire<T, WireNames = object> = {
  [Name in keyof T as Name extends keyof WireNames
    ? WireNames[Name] & string
    : Name extends string
      ? SnakeCase<Name>
      : Name]: FieldOnWire<T[Name], WireNames>
}

type FieldOnWire<Value, WireNames> = Value extends readonly (infer Item)[]
  ? readonly ItemOnWire<Item, WireNames>[]
  : Value

/** Values, lists and maps are unchanged: clients choose their keys. */
type ItemOnWire<Item, WireNames> = Item extends readonly unknown[]
  ? Item
  : Item extends object
    ? string extends keyof Item
      ? Item
      : OnWire<Item, WireNames>
    : Item
