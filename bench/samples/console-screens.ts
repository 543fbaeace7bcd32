import type { Page } from 'playwright-core'

/** A screen of the console with the harsh data, and the interactions of users there. */
export interface ConsoleScreen {
  /** The hash of the URL. */
  readonly place: string
  /** In their order. */
  readonly interactions: Readonly<Record<string, (page: Page) => Promise<void>>>
}

const pressEscape = (page: Page) => page.keyboard.press('Escape')
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const tab = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).last().click()
const typeInto = (role: 'searchbox' | 'textbox', name: string | RegExp, text: string) => (page: Page) =>
  page.getByRole(role, { name }).first().pressSequentially(text)

export const consoleScreens: Readonly<Record<string, ConsoleScreen>> = {
  flags: {
    place: '#/project/2/flags',
    interactions: {
      'open a menu': button(/^More for /),
      'close the menu': pressEscape,
      'select all': (page) => page.getByRole('checkbox', { name: 'Select all flags on this page' }).click(),
      'clear the selection': button('Clear'),
      'type in the search': typeInto('searchbox', 'Search flags', 'check'),
      'choose a status': button(/^Stale/),
      'choose all again': button(/^All/),
      sort: (page) =>
        page
          .getByRole('columnheader', { name: 'Flag' })
          .getByRole('link')
          .or(page.getByRole('columnheader', { name: 'Flag' }).getByRole('button'))
          .first()
          .click(),
      'open the commands': (page) => page.keyboard.press('Control+k'),
      'type a command': (page) => page.keyboard.type('turn off check'),
    },
  },
  'flag with 12 variants': {
    place: '#/project/2/flags/7',
    interactions: {
      'edit a rollout': button(/^Change the rollout of set 1/),
      'type a rollout': (page) => page.keyboard.type('35'),
      cancel: pressEscape,
      'open the menu': button(/^More /),
      'close the menu': pressEscape,
      'open the usage': tab('Usage'),
      'open the explanation': tab('Explain'),
      'open the activity': tab('Activity'),
    },
  },
  'editor with 30 sets': {
    place: '#/project/2/flags/6/edit',
    interactions: {
      'type a description': typeInto('textbox', 'Description', 'Cart'),
      'open a set': button('Set 2'),
      'step a slider': (page) => page.getByRole('slider').first().press('ArrowRight'),
      'add a set': button('Add condition set'),
      'show the JSON': button('JSON'),
      'show the form': button('Form'),
      'review the changes': button(/^Review /),
      'close the review': pressEscape,
    },
  },
  'dashboard with 30 tiles': {
    place: '#/project/2/dashboards/1',
    interactions: {
      'open the filters': button(/^Filter/),
      'choose a filter': (page) => page.getByRole('checkbox').first().click(),
      'remove the filter': (page) => page.getByRole('checkbox').first().click(),
      'open a menu': button(/^More for /),
      'close the menu': pressEscape,
      'show a table': button('Show table'),
    },
  },
  activity: {
    place: '#/project/2/activity',
    interactions: {
      'type in the search': typeInto('searchbox', /Search/, 'roll'),
      scroll: (page) => page.keyboard.press('End'),
    },
  },
  'user with 200 properties': {
    place: '#/project/2/people/customer-1',
    interactions: {
      'find a property': typeInto('searchbox', 'Find property', 'prop'),
    },
  },
  'cohort editor': {
    place: '#/project/2/cohorts/4/edit',
    interactions: {
      'type a name': typeInto('textbox', 'Name', 'Beta'),
      'add a group': button('Add group'),
    },
  },
  members: {
    place: '#/project/2/settings/members',
    interactions: {
      'type in the search': typeInto('searchbox', 'Search members', 'an'),
      'open the invitation': button('Invite members'),
      'close the invitation': pressEscape,
    },
  },
}
