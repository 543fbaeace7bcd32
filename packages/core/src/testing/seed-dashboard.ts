import type { Dashboard, DashboardIndex, NewDashboard } from '../data/records/dashboard.ts'
import type { Insight, NewInsight } from '../data/records/insight.ts'
import type { NewTextCard, TextCard } from '../data/records/text-card.ts'
import type { Store, Transaction } from '../data/store.ts'
import { newDashboardIndex, newDashboardRow, newInsightRow, newTextCardRow } from './dashboard-row-builders.ts'

type OfProject<Row extends { readonly projectId: number }> = Partial<Row> & Pick<Row, 'projectId'>

/** Adds a dashboard in the given transaction, sorted by its unchanged name. */
export async function insertDashboard(
  tx: Transaction,
  overrides: OfProject<NewDashboard>,
  index: Partial<DashboardIndex> = {},
): Promise<Dashboard> {
  const dashboard = newDashboardRow(overrides)
  return tx.dashboards.insert(dashboard, newDashboardIndex(dashboard, index))
}

/** Adds a dashboard in a separate transaction. */
export async function seedDashboard(
  store: Store,
  overrides: OfProject<NewDashboard>,
  index: Partial<DashboardIndex> = {},
): Promise<Dashboard> {
  return store.write((tx) => insertDashboard(tx, overrides, index))
}

/** Adds an insight in the given transaction, found by its name. */
export async function insertInsight(
  tx: Transaction,
  overrides: OfProject<NewInsight>,
  searchText?: string,
): Promise<Insight> {
  const insight = newInsightRow(overrides)
  return tx.insights.insert(insight, searchText ?? (insight.name ?? '').toLowerCase())
}

/** Adds an insight in a separate transaction. */
export async function seedInsight(
  store: Store,
  overrides: OfProject<NewInsight>,
  searchText?: string,
): Promise<Insight> {
  return store.write((tx) => insertInsight(tx, overrides, searchText))
}

/** Adds a text in a separate transaction. */
export async function seedTextCard(store: Store, overrides: OfProject<NewTextCard>): Promise<TextCard> {
  return store.write((tx) => tx.textCards.insert(newTextCardRow(overrides)))
}
