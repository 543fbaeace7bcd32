// Global, because nobody can add to an interface that a package exports under another module's name.
declare global {
  /** The flags that an application knows: a file that `flagdeck types` has written fills it. Else every key will do. */
  interface FlagdeckFlags {}
}

/** A key that flags are asked by: any text, or one of those in {@link FlagdeckFlags}. */
export type FlagKey = [keyof FlagdeckFlags] extends [never] ? string : Extract<keyof FlagdeckFlags, string>

/** What a flag answers: its variant, or whether it is on. */
export type FlagVariant<Key extends FlagKey> = TypeOf<Key, 'variant', string | boolean>

/** The payload that comes with an answer. */
export type FlagPayload<Key extends FlagKey> = TypeOf<Key, 'payload', unknown>

type TypeOf<Key, Part extends string, Otherwise> = Key extends keyof FlagdeckFlags
  ? FlagdeckFlags[Key] extends { readonly [Name in Part]: infer Type }
    ? Type
    : Otherwise
  : Otherwise
