/** The part of a types file after the list of flags. It is the same for all projects. */
export const TYPED_CLIENTS = `
export type FlagKey = keyof Flags

/** The result of a flag: true or false, or its variant. */
export type VariantOf<Key extends FlagKey> = Flags[Key]['variant']

/** The payload of a flag. */
export type PayloadOf<Key extends FlagKey> = Flags[Key]['payload']

// The embedded API of @flagdeck/core accepts only these flags.
declare global {
  interface FlagdeckFlags extends Flags {}
}

/** Returns the same client of posthog-node or posthog-js, with the types of these flags. */
export function typedPostHog<Client extends object>(client: Client): TypedPostHog<Client> {
  return client as unknown as TypedPostHog<Client>
}

export type TypedPostHog<Client> = {
  [Name in keyof Client]: Name extends keyof PostHogAnswers<FlagKey>
    ? PostHogMethod<Client[Name], Name>
    : Name extends 'evaluateFlags'
      ? EvaluatingMethod<Client[Name]>
      : Client[Name]
}

interface PostHogAnswers<Key extends FlagKey> {
  isFeatureEnabled: boolean
  isEnabled: boolean
  getFeatureFlag: VariantOf<Key>
  getFlag: VariantOf<Key>
  getFeatureFlagPayload: PayloadOf<Key>
  getFlagPayload: PayloadOf<Key>
  getFeatureFlagResult: FlagResult<Key>
}

export interface FlagResult<Key extends FlagKey> {
  readonly key: Key
  readonly enabled: boolean
  readonly variant: Exclude<VariantOf<Key>, boolean> | undefined
  readonly payload: PayloadOf<Key> | undefined
}

type PostHogMethod<Method, Name extends keyof PostHogAnswers<FlagKey>> = Method extends (
  key: string,
  ...rest: infer Rest
) => infer Answer
  ? <Key extends FlagKey>(key: Key, ...rest: Rest) => Instead<Answer, PostHogAnswers<Key>[Name]>
  : Method

type Instead<Answer, Value> = [Answer] extends [Promise<infer Inner>]
  ? Promise<OrUndefined<Inner, Value>>
  : OrUndefined<Answer, Value>

type OrUndefined<Answer, Value> = undefined extends Answer ? Value | undefined : Value

type EvaluatingMethod<Method> = Method extends (
  distinctId: string,
  options?: infer Options,
) => Promise<infer Evaluated>
  ? {
      (options?: Options & { flagKeys?: FlagKey[] }): Promise<TypedPostHog<Evaluated>>
      (distinctId: string, options?: Options & { flagKeys?: FlagKey[] }): Promise<TypedPostHog<Evaluated>>
    }
  : Method

/** Returns the same OpenFeature client, for servers or the web, with the types of these flags. */
export function typedOpenFeature<Client extends object>(client: Client): TypedOpenFeature<Client> {
  return client as unknown as TypedOpenFeature<Client>
}

export type TypedOpenFeature<Client> = {
  [Name in keyof Client]: Name extends keyof OpenFeatureTypes
    ? OpenFeatureMethod<Client[Name], OpenFeatureTypes[Name]>
    : Client[Name]
}

interface OpenFeatureTypes {
  getBooleanValue: boolean
  getBooleanDetails: boolean
  getStringValue: string
  getStringDetails: string
  getNumberValue: number
  getNumberDetails: number
  getObjectValue: object
  getObjectDetails: object
}

/** The possible values of a flag that have a type. */
type ValueIn<Key extends FlagKey, Type> = unknown extends Flags[Key]['value']
  ? Type
  : boolean extends Type
    ? Extract<Flags[Key]['value'], Type> extends never
      ? never
      : boolean
    : Extract<Flags[Key]['value'], Type>

/** The flags whose value can have a type. */
export type KeysOf<Type> = { [Key in FlagKey]: [ValueIn<Key, Type>] extends [never] ? never : Key }[FlagKey]

type OpenFeatureMethod<Method, Type> = Method extends (
  key: string,
  fallback: never,
  ...rest: infer Rest
) => infer Answer
  ? <Key extends KeysOf<Type>>(
      key: Key,
      fallback: ValueIn<Key, Type>,
      ...rest: Rest
    ) => [Answer] extends [Promise<infer Inner>]
      ? Promise<WithValue<Inner, ValueIn<Key, Type>>>
      : WithValue<Answer, ValueIn<Key, Type>>
  : Method

type WithValue<Answer, Value> = Answer extends { readonly flagKey: string }
  ? Omit<Answer, 'value'> & { readonly value: Value }
  : Value
`
