import type { Flag } from '../../../data/records/flag.ts'
import {
  type EarlyAccess,
  type EarlyAccessStage,
  earlyAccessId,
  flagIdOfEarlyAccess,
} from '../../../evaluation/definition/early-access.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import type { Timestamp } from '../../../foundation/time/timestamp.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { describeFlag, detailsOf, type FlagDetails } from '../flag-details.ts'

/** An early access feature with its flag (FLAG-149). */
export interface EarlyAccessFeature {
  /** A UUID. */
  readonly id: string
  readonly featureFlag: FlagDetails
  readonly name: string
  readonly description: string
  readonly stage: EarlyAccessStage
  /** The empty text when there is none. */
  readonly documentationUrl: string
  readonly payload: JsonObject
  readonly createdAt: Timestamp
}

/** Lists the early access features of a project, in the order in which their flags were created. */
export async function listEarlyAccessFeatures(
  ctx: ProjectContext,
  page: PageRequest,
): Promise<Page<EarlyAccessFeature>> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const query = { hasEarlyAccess: true, order: { field: 'id', descending: false } } as const
    const { count, items } = await tx.flags.list(ctx.project.id, query, page)
    const flags = await detailsOf(tx, ctx, items)
    return { count, items: flags.flatMap((flag) => (flag.earlyAccess ? [featureOf(flag, flag.earlyAccess)] : [])) }
  })
}

/** Reads one early access feature. */
export async function retrieveEarlyAccessFeature(ctx: ProjectContext, featureId: string): Promise<EarlyAccessFeature> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const flagId = flagIdOfFeature(ctx, featureId)
    const { flag, feature } = requireFeature(ctx, await tx.flags.find(ctx.project.id, flagId), featureId)
    return featureOf(await describeFlag(tx, ctx, flag), feature)
  })
}

export function featureOf(
  featureFlag: FlagDetails,
  { documentation_url: documentationUrl, created_at: createdAt, ...feature }: EarlyAccess,
): EarlyAccessFeature {
  return { id: earlyAccessId(featureFlag.id), featureFlag, ...feature, documentationUrl, createdAt }
}

/** Returns the id of the flag that belongs to a feature id. @throws DomainError when no feature can have the id */
export function flagIdOfFeature(ctx: ProjectContext, featureId: string): number {
  // Applications without types can pass anything.
  const flagId = typeof featureId === 'string' ? flagIdOfEarlyAccess(featureId) : undefined
  if (flagId === undefined) throw recordNotFound('Early access feature', featureId, ctx)
  return flagId
}

/** Returns the flag with its feature. When a deleted flag is restored, so is its feature. */
export function requireFeature(
  ctx: ProjectContext,
  flag: Flag | undefined,
  featureId: string,
): { readonly flag: Flag; readonly feature: EarlyAccess } {
  const feature = flag?.deleted === false ? flag.earlyAccess : null
  if (!flag || !feature) throw recordNotFound('Early access feature', featureId, ctx)
  return { flag, feature }
}
