import type { JsonValue } from '../json/json-value.ts'

export type Properties = { readonly [name: string]: JsonValue | undefined }

/** Who a flag is evaluated for. */
export interface Subject {
  readonly distinctId: string
  /** What is known about the person; `distinct_id` is added when it is missing. */
  readonly properties?: Properties
  /** Key of the group by group type name: `{ organization: 'acme' }`. */
  readonly groups?: { readonly [groupType: string]: string | number }
  readonly groupProperties?: { readonly [groupType: string]: Properties }
  readonly deviceId?: string
  /** The id this person had before signing in, for flags that keep their answer across it. */
  readonly anonDistinctId?: string
}
