import { userOf } from '../../../data/records/actor.ts'
import type { Insight, NewInsight } from '../../../data/records/insight.ts'
import type { Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type DashboardsChange, insightChanged, insightCreated } from './insight-activity.ts'

/** The content of an insight. All other fields follow from the caller and the time. */
export type InsightContent = Pick<Insight, 'name' | 'description' | 'query'> &
  Partial<Pick<Insight, 'derivedName' | 'tags' | 'favorited' | 'saved' | 'isSample' | 'deleted'>>

const SHORT_ID_LENGTH = 8

/** Stores a new insight with its activity entry. */
export async function insertInsight(tx: Transaction, ctx: ProjectContext, content: InsightContent): Promise<Insight> {
  const draft = newInsight(ctx, content)
  const insight = await tx.insights.insert(draft, searchText(draft))
  await tx.activity.append(insightCreated(ctx, insight))
  return insight
}

function newInsight(ctx: ProjectContext, content: InsightContent): NewInsight {
  const now = timestampOf(ctx.clock())
  return {
    derivedName: null,
    tags: [],
    favorited: false,
    saved: true,
    isSample: false,
    deleted: false,
    ...content,
    projectId: ctx.project.id,
    // There are 62^8 ids. Among a million insights, two get the same id once in a few hundred projects. The write is
    // then refused as a whole.
    shortId: ctx.ids.secret('').slice(-SHORT_ID_LENGTH),
    deletionId: null,
    createdBy: userOf(ctx.actor),
    createdAt: now,
    updatedAt: now,
    lastModifiedAt: now,
    lastModifiedBy: userOf(ctx.actor),
  }
}

/** Stores a changed insight, with an activity entry if anything differs. */
export async function saveInsight(
  tx: Transaction,
  ctx: ProjectContext,
  before: Insight,
  next: Insight,
  dashboards?: DashboardsChange,
): Promise<Insight> {
  const now = timestampOf(ctx.clock())
  const saved: Insight = { ...next, updatedAt: now, lastModifiedAt: now, lastModifiedBy: userOf(ctx.actor) }
  return storeInsight(tx, ctx, before, saved, dashboards)
}

/** Stores an insight unchanged, including its last editor, with an activity entry if anything differs. */
export async function storeInsight(
  tx: Transaction,
  ctx: ProjectContext,
  before: Insight,
  saved: Insight,
  dashboards?: DashboardsChange,
): Promise<Insight> {
  await tx.insights.update(saved, searchText(saved))
  const entry = insightChanged(ctx, before, saved, dashboards)
  if (entry) await tx.activity.append(entry)
  return saved
}

function searchText({ name, derivedName, description, tags }: NewInsight): string {
  return [name ?? derivedName ?? '', description ?? '', ...tags].join('\n').toLowerCase()
}
