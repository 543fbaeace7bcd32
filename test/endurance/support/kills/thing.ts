import type { JsonValue } from '@flagdeck/core'

export type ThingKind = 'FeatureFlag' | 'Dashboard' | 'Cohort'

/** The state of a record that writers determine, and the number of its changes in the activity. */
export type ThingState = Readonly<Record<string, JsonValue>> & { readonly told: number }

/** A flag, dashboard or cohort, by the name that its writer chose, which is known even without a response. */
export interface Thing {
  readonly kind: ThingKind
  readonly projectId: number
  readonly name: string
}

export function labelOf({ kind, projectId, name }: Thing): string {
  return `${kind} ${name} in project ${projectId}`
}
