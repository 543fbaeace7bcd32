/** The wire name of a field, as a type. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/**
 * An object with its fields under their wire names: those of `WireNames`, else the snake case of ours. Objects in a list
 * have wire names, too.
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

/** Values, lists and maps stay as they are: their keys are chosen by clients. */
type ItemOnWire<Item, WireNames> = Item extends readonly unknown[]
  ? Item
  : Item extends object
    ? string extends keyof Item
      ? Item
      : OnWire<Item, WireNames>
    : Item
