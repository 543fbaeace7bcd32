/** Texts for an address that leads to nothing: a title, a possible cause, and the link to the list. */
export const missing = {
  flags: { title: 'Flag not found', hint: 'It may be in another project.', list: 'Back to flags' },
  dashboards: { title: 'Dashboard not found', hint: 'It may be in another project.', list: 'Back to dashboards' },
  cohorts: { title: 'Cohort not found', hint: 'It may be in another project.', list: 'Back to cohorts' },
  people: { title: 'Group not found', hint: 'It may have been deleted.', list: 'Back to users' },
  settings: { title: 'Page not found', hint: 'Check the address.', list: 'Back to settings' },
  page: { title: 'Page not found', hint: 'Check the address.', list: 'Back to flags' },
} as const
