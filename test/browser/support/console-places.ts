import type { Page } from 'playwright-core'

/** What there is to see in the console: each part of its screens, with the example data in project 2 and an empty project 1. */
export const CONSOLE_PLACES = {
  empty: '#/project/1/flags',
  flags: '#/project/2/flags',
  flag: '#/project/2/flags/1',
  'flag-conditions': '#/project/2/flags/4/conditions',
  'flag-edit': '#/project/2/flags/4/edit',
  'flag-usage': '#/project/2/flags/1/usage?range=-30d',
  'flag-explain': '#/project/2/flags/4/explain?distinct_id=example-ben',
  'flag-activity': '#/project/2/flags/1/activity',
  'flag-access': '#/project/2/flags/1/access',
  'flag-json': '#/project/2/flags/1/json',
  'flag-new': '#/project/2/flags/new',
  dashboards: '#/project/2/dashboards',
  dashboard: '#/project/2/dashboards/1',
  'dashboard-new': '#/project/2/dashboards/new',
  cohorts: '#/project/2/cohorts',
  cohort: '#/project/2/cohorts/1',
  'cohort-list': '#/project/2/cohorts/2',
  'cohort-edit': '#/project/2/cohorts/1/edit',
  'cohort-new': '#/project/2/cohorts/new',
  'people-empty': '#/project/1/people',
  people: '#/project/2/people',
  person: '#/project/2/people/example-ben',
  group: '#/project/2/people/group/0/example-acme',
  activity: '#/project/2/activity',
  settings: '#/project/2/settings',
} as const

export type ConsolePlace = keyof typeof CONSOLE_PLACES

/** Waits until a place has what it shows. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  // What draws charts comes last, and says nothing when it is done.
  await page.waitForLoadState('networkidle')
}
