import type { PageRequest } from '@flagdeck/core'
import type { ActivityItem } from '@flagdeck/core/store'
import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import { statement } from '../statement.ts'
import { ENTRY_COLUMNS } from './activity-row.ts'

interface OfItem extends ActivityItem {
  readonly projectId: number
}

interface ToVersion extends OfItem {
  readonly version: number
}

/** Versions are written one after the other, so the order of their numbers is the order of writing. */
export function versionStatements(context: SqlContext) {
  const versionsOf = versionsIn(context)
  const shownOf = (p: OfItem) =>
    versionsOf(p)
      .leftJoin('users as user', 'user.id', 'activity.user_id')
      .select(ENTRY_COLUMNS)
      .orderBy('activity.version', 'desc')
  return {
    pages: {
      count: statement((p: OfItem) => versionsOf(p).select(context.db.fn.countAll<number>().as('count'))),
      rows: statement((p: OfItem & PageRequest) => shownOf(p).limit(p.limit).offset(p.offset)),
    },
    find: statement((p: ToVersion) => shownOf(p).where('activity.version', '<=', p.version).limit(1)),
    gapAfter: gapStatement(context),
    walk: statement((p: OfItem) => versionsOf(p).select('walk').orderBy('version', 'desc').limit(1)),
    stepsAfter: stepsStatement(context),
  }
}

function versionsIn({ db }: SqlContext) {
  return (p: OfItem) =>
    db
      .selectFrom('activity')
      .where('activity.project_id', '=', p.projectId)
      .where('activity.scope', '=', p.scope)
      .where('activity.item_id', '=', p.itemId)
      .where('activity.version', 'is not', null)
}

/**
 * Selects an entry after a version, or after the first version if that one is missing. The entry has no version itself,
 * and contains no change of `told`.
 */
function gapStatement(context: SqlContext) {
  const { db, dialect } = context
  const versionsOf = versionsIn(context)
  return statement((p: ToVersion & { readonly told: string }) =>
    db
      .selectFrom('activity')
      .select('activity.seq')
      .where('activity.project_id', '=', p.projectId)
      .where('activity.scope', '=', p.scope)
      .where('activity.item_id', '=', p.itemId)
      .where('activity.version', 'is', null)
      // Documents are stored without spaces, and quotes inside a text are escaped.
      .where((eb) => eb.not(dialect.contains(eb.ref('activity.detail'), p.told)))
      .where('activity.seq', '>', (eb) =>
        eb.fn.coalesce(
          versionsOf(p)
            .select('activity.seq')
            .where('activity.version', '<=', p.version)
            .orderBy('activity.version', 'desc')
            .limit(1),
          versionsOf(p).select('activity.seq').orderBy('activity.version').limit(1),
        ),
      )
      .limit(1),
  )
}

interface Steps {
  readonly projectId: number
  readonly scope: string
  /** Records, each with a version. */
  readonly lists: string
}

/** Selects the steps of each record after its version, up to the next keyframe. */
function stepsStatement({ db, dialect }: SqlContext) {
  const keyframeOf = (p: Steps) =>
    db
      .selectFrom('activity as keyframe')
      .select('keyframe.version')
      .where('keyframe.project_id', '=', p.projectId)
      .where('keyframe.scope', '=', p.scope)
      .where('keyframe.item_id', '=', sql.ref<string>('added.item_id'))
      .where('keyframe.version', '>', sql.ref<number>('added.version'))
      .where('keyframe.state_before', 'is not', null)
      .orderBy('keyframe.version')
      .limit(1)
  return statement((p: Steps) =>
    db
      .selectFrom(dialect.rows(p.lists, { item_id: 'text', version: 'bigint' }))
      // Each record is read by its own index: the next keyframe is near, and entries after it are not read.
      .crossJoin('activity as step')
      .select(['step.item_id', 'step.version', 'step.undo', 'step.state_before'])
      .where('step.project_id', '=', p.projectId)
      .where('step.scope', '=', p.scope)
      .whereRef('step.item_id', '=', 'added.item_id')
      .whereRef('step.version', '>', 'added.version')
      .where((eb) => eb('step.version', '<=', eb.fn.coalesce(keyframeOf(p), eb.lit(Number.MAX_SAFE_INTEGER))))
      .orderBy('step.item_id')
      .orderBy('step.version'),
  )
}
