import { type ClaimedEventTable, epochMsOf, yieldToOthers } from '@flagdeck/core/store'
import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { statement } from '../statement.ts'
import { hasKeyAmong } from './has-key-among.ts'

/** Limited by how long one statement may take, and how long it may block all other work on SQLite. */
const CLAIMED_AT_ONCE = 1000

export function claimedEventTable(context: SqlContext): (session: SqlSession) => ClaimedEventTable {
  const { claim, deleteBefore } = statements(context)
  return (session) => ({
    async claim(projectId, uuids, claimedAt) {
      // In a fixed order, so that two transactions that claim the same events do not deadlock.
      const eventIds = [...new Set(uuids)].sort()
      const claimed: string[] = []
      for (let at = 0; at < eventIds.length; at += CLAIMED_AT_ONCE) {
        if (at > 0) await yieldToOthers()
        const part = eventIds.slice(at, at + CLAIMED_AT_ONCE)
        const rows = await session.all(claim, { projectId, eventIds: part, claimedAt: epochMsOf(claimedAt) })
        for (const row of rows) claimed.push(decodeText(row.event_id))
      }
      return claimed
    },
    deleteBefore: (claimedAt, limit) => session.run(deleteBefore, { claimedAt: epochMsOf(claimedAt), limit }),
  })
}

function statements({ db, dialect }: SqlContext) {
  return {
    claim: statement((p: { projectId: number; eventIds: readonly string[]; claimedAt: number }) =>
      db
        .insertInto('claimed_events')
        .columns(['project_id', 'event_id', 'claimed_at'])
        .expression((eb) =>
          eb
            .selectFrom(dialect.elements(p.eventIds, 'text'))
            .select([eb.val(p.projectId).as('project_id'), 'element.value', eb.val(p.claimedAt).as('claimed_at')])
            // Without a condition, SQLite would parse `on conflict` as part of a join.
            .where(sql.lit(true)),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('event_id'),
    ),
    deleteBefore: statement((p: { claimedAt: number; limit: number }) =>
      db
        .deleteFrom('claimed_events')
        .where((eb) =>
          hasKeyAmong(
            ['project_id', 'event_id'],
            eb
              .selectFrom('claimed_events as old')
              .select(['old.project_id', 'old.event_id'])
              .where('old.claimed_at', '<', p.claimedAt)
              .orderBy('old.claimed_at')
              .limit(p.limit),
          ),
        ),
    ),
  }
}
