import { numberIn, type StoredRows } from './stored-rows.ts'

/** Rows that remain only if a transaction was partly stored. Each query counts some of them. */
const TORN = {
  'insights on no dashboard':
    'select count(*) from insights where not exists (select 1 from tiles where tiles.project_id = insights.project_id and tiles.insight_id = insights.id)',
  'texts on no dashboard':
    'select count(*) from text_cards where not exists (select 1 from tiles where tiles.project_id = text_cards.project_id and tiles.text_id = text_cards.id)',
  'flags with a usage dashboard that is not there': `select count(*) from flags where usage_dashboard_id is not null
    and not exists (select 1 from dashboards where dashboards.id = flags.usage_dashboard_id)`,
  'insights without exactly one entry in the activity': `select count(*) from insights where 1 <> (select count(*)
    from activity where activity.project_id = insights.project_id and scope = 'Insight' and item_id = cast(insights.id as text))`,
}

/** Returns the numbers of partly stored changes, by kind. */
export async function tornRows(rows: StoredRows): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const [what, sql] of Object.entries(TORN)) {
    const count = await numberIn(rows, sql)
    if (count > 0) counts[what] = count
  }
  return counts
}
