// Global, because an interface that a package exports under another module's name cannot be extended.
declare global {
  /**
   * The flags of an application: a file that `flagdeck types` has written extends it. Without one, every key is
   * allowed.
   */
  interface FlagdeckFlags {}
}

/** The key of a flag: any text, or a key of {@link FlagdeckFlags} if that has been extended. */
export type FlagKey = [keyof FlagdeckFlags] extends [never] ? string : Extract<keyof FlagdeckFlags, string>

/** The result of a flag: its variant, or whether it is on. */
export type FlagVariant<Key extends FlagKey> = TypeOf<Key, 'variant', string | boolean>

/** The payload of a flag's result. */
export type FlagPayload<Key extends FlagKey> = TypeOf<Key, 'payload', unknown>

type TypeOf<Key, Part extends string, Otherwise> = Key extends keyof FlagdeckFlags
  ? FlagdeckFlags[Key] extends { readonly [Name in Part]: infer Type }
    ? Type
    : Otherwise
  : Otherwise
