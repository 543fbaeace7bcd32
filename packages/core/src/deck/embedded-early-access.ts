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

/** Flags that persons are offered to turn on for themselves. A feature is a part of its flag, and its rights are those of the flag. */
export interface EmbeddedEarlyAccess {
  /** The features whose flags are not deleted, in the order in which the flags were created. */
  list(page?: Partial<PageRequest>): Promise<Page<EarlyAccessFeature>>
  get(featureId: string): Promise<EarlyAccessFeature>
  /** For the flag `featureFlagId`; without it, for a new flag whose key comes from the name. */
  create(input: CreateEarlyAccessInput): Promise<EarlyAccessFeature>
  update(featureId: string, input: UpdateEarlyAccessInput): Promise<EarlyAccessFeature>
  /** The flag stays. */
  delete(featureId: string): Promise<void>
}

const OPTIONS = {
  list: [PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedEarlyAccess>>[2]

/** Binds the operations on early access features to a project. */
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
