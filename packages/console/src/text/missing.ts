/** What is said where an address names nothing: what is not there, why that may be, and the way to its list. */
export const missing = {
  flags: { title: 'There is no such flag', hint: 'It may be of another project.', list: 'To the flags' },
  dashboards: { title: 'There is no such dashboard', hint: 'It may be of another project.', list: 'To the dashboards' },
  cohorts: { title: 'There is no such cohort', hint: 'It may be of another project.', list: 'To the cohorts' },
  people: { title: 'There is no such group', hint: 'It may have been forgotten.', list: 'To people and groups' },
  page: { title: 'There is no such page', hint: 'The address may be mistyped.', list: 'To the flags' },
} as const
