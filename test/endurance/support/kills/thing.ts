import type { JsonValue } from '@flagdeck/core'

export type ThingKind = 'FeatureFlag' | 'Dashboard' | 'Cohort'

/** What a thing is, as far as writers decide it, and how many changes of it the activity tells of: one for each. */
export type ThingState = Readonly<Record<string, JsonValue>> & { readonly told: number }

/** A flag, dashboard or cohort, by the name that its writer chose: that is known also when no answer came. */
export interface Thing {
  readonly kind: ThingKind
  readonly projectId: number
  readonly name: string
}

export function labelOf({ kind, projectId, name }: Thing): string {
  return `${kind} ${name} in project ${projectId}`
}
