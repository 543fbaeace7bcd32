import type { Dashboard, DashboardIndex } from '../../data/records/dashboard.ts'

/** Returns the values by which lists filter and sort dashboards. They are computed with every write. */
export function dashboardIndex({
  name,
  description,
  tags,
}: Pick<Dashboard, 'name' | 'description' | 'tags'>): DashboardIndex {
  return {
    searchText: [name ?? '', description, ...tags].join('\n').toLowerCase(),
    sortName: (name ?? '').toLowerCase(),
  }
}
