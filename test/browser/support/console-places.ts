import type { Page } from 'playwright-core'

/** The places of the console: each part of its screens, with the example data in project 2 and an empty project 1. */
export const CONSOLE_PLACES = {
  empty: '#/project/1/flags',
  flags: '#/project/2/flags',
  flag: '#/project/2/flags/1',
  'flag-conditions': '#/project/2/flags/4',
  'flag-edit': '#/project/2/flags/4/edit',
  'flag-usage': '#/project/2/flags/1/usage?range=-30d',
  'flag-explain': '#/project/2/flags/4/explain?distinct_id=example-ben',
  'flag-activity': '#/project/2/flags/1/activity',
  'flag-access': '#/project/2/flags/1/access',
  'flag-json': '#/project/2/flags/1/json',
  'flag-new': '#/project/2/flags/new',
  'flag-connect': '#/project/2/flags/connect',
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

/** The places with the harsh data in project 2: the longest, the most, and the deepest nesting of each kind. */
export const HARSH_PLACES = {
  flags: '#/project/2/flags',
  'flags-of-tag': '#/project/2/flags?tag=team-a&search=checkout',
  'flag-long-key': '#/project/2/flags/1',
  'flag-forty-tags': '#/project/2/flags/2',
  'flag-german': '#/project/2/flags/3',
  'flag-arabic': '#/project/2/flags/4',
  'flag-emoji': '#/project/2/flags/5',
  'flag-thirty-sets': '#/project/2/flags/6',
  'flag-twelve-variants': '#/project/2/flags/7',
  'flag-payload': '#/project/2/flags/8',
  'flag-nested-cohort': '#/project/2/flags/9',
  'flag-company': '#/project/2/flags/10',
  'flag-usage': '#/project/2/flags/7/usage?range=-30d',
  'flag-explain': '#/project/2/flags/6/explain?distinct_id=customer-3',
  'flag-activity': '#/project/2/flags/7/activity',
  'flag-access': '#/project/2/flags/7/access',
  'flag-json': '#/project/2/flags/6/json',
  'edit-long-key': '#/project/2/flags/1/edit',
  'edit-arabic': '#/project/2/flags/4/edit',
  'edit-thirty-sets': '#/project/2/flags/6/edit',
  'edit-twelve-variants': '#/project/2/flags/7/edit',
  'edit-payload': '#/project/2/flags/8/edit',
  'edit-company': '#/project/2/flags/10/edit',
  'flag-new': '#/project/2/flags/new',
  dashboards: '#/project/2/dashboards',
  dashboard: '#/project/2/dashboards/1',
  'dashboard-long-name': '#/project/2/dashboards/2',
  'dashboard-new': '#/project/2/dashboards/new',
  'insight-lines': '#/project/2/dashboards/insight/1',
  'insight-long-name': '#/project/2/dashboards/insight/5',
  cohorts: '#/project/2/cohorts',
  'cohort-nested': '#/project/2/cohorts/40',
  'cohort-list': '#/project/2/cohorts/41',
  'cohort-edit': '#/project/2/cohorts/4/edit',
  people: '#/project/2/people',
  'person-200-properties': '#/project/2/people/customer-1',
  'person-unknown': '#/project/2/people/unknown-user',
  'person-markup': '#/project/2/people/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
  group: '#/project/2/people/group/0/company-4',
  activity: '#/project/2/activity',
  settings: '#/project/2/settings',
  'settings-groups': '#/project/2/settings/groups',
  'settings-export': '#/project/2/settings/export',
  'settings-members': '#/project/2/settings/members',
  'settings-roles': '#/project/2/settings/roles',
  'settings-health': '#/project/2/settings/health',
  'settings-keys': '#/project/2/settings/keys',
  'settings-you': '#/project/2/settings/you',
} as const

export type ConsolePlace = keyof typeof CONSOLE_PLACES

/** Waits until a place has loaded its content. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  // Charts are loaded last, without a visible end.
  await page.waitForLoadState('networkidle')
}
