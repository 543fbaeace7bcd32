import type { Dashboard, DashboardIndex } from '../../data/records/dashboard.ts'

/** What lists find dashboards by and sort them by, worked out with every write. */
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
