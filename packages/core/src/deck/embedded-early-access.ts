import {
  createEarlyAccessFeature,
  deleteEarlyAccessFeature,
  updateEarlyAccessFeature,
} from '../features/flags/early-access/change-early-access.ts'
import {
  type EarlyAccessFeature,
  listEarlyAccessFeatures,
  retrieveEarlyAccessFeature,
} from '../features/flags/early-access/early-access-feature.ts'
import type {
  CreateEarlyAccessInput,
  UpdateEarlyAccessInput,
} from '../features/flags/early-access/early-access-input.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** Flags that users can enable for themselves. A feature is a part of its flag and has the permissions of the flag. */
export interface EmbeddedEarlyAccess {
  /** Lists the features of flags that are not deleted, in the order of creation of the flags. */
  list(page?: Partial<PageRequest>): Promise<Page<EarlyAccessFeature>>
  /** Returns a feature by its id. */
  get(featureId: string): Promise<EarlyAccessFeature>
  /** Creates a feature for the flag `featureFlagId`, or else for a new flag whose key is derived from the name. */
  create(input: CreateEarlyAccessInput): Promise<EarlyAccessFeature>
  /** Updates the given fields of a feature. */
  update(featureId: string, input: UpdateEarlyAccessInput): Promise<EarlyAccessFeature>
  /** Deletes the feature, but not its flag. */
  delete(featureId: string): Promise<void>
}

const OPTIONS = {
  list: [PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedEarlyAccess>>[2]

/** Binds the early access operations to a project. */
export function embeddedEarlyAccess(ctx: ProjectContext): EmbeddedEarlyAccess {
  const methods: EmbeddedEarlyAccess = {
    list: (page) => listEarlyAccessFeatures(ctx, pageRequest(page)),
    get: (featureId) => retrieveEarlyAccessFeature(ctx, featureId),
    create: (input) => createEarlyAccessFeature(ctx, input),
    update: (featureId, input) => updateEarlyAccessFeature(ctx, featureId, input),
    delete: (featureId) => deleteEarlyAccessFeature(ctx, featureId),
  }
  return withKnownOptions('earlyAccessFeatures', methods, OPTIONS)
}
