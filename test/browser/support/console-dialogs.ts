import type { Locator, Page } from 'playwright-core'

/** A dialog, a menu or a panel of the console, and how to open it. */
export interface ConsoleDialog {
  /** The address in the console: the harsh data is in project 2, the example data in project 3. */
  readonly place: string
  /** A panel is a popover without the role of a menu. */
  readonly kind: 'dialog' | 'menu' | 'panel'
  /** Opens it, and returns the control that gets the focus again once it is closed. */
  readonly open: (page: Page) => Promise<Locator>
  /** Whether it has no action, so that its title is a noun. */
  readonly isShown?: true
  /** Whether Escape does not close it. */
  readonly isModal?: true
  /** Its actions that cannot be undone, which are red. */
  readonly red?: readonly string[]
}

type Open = ConsoleDialog['open']
type Name = string | RegExp

const button = (page: Page, name: Name): Locator => page.getByRole('button', { name, exact: true }).first()

const byButton =
  (name: Name): Open =>
  async (page) => {
    const opener = button(page, name)
    await opener.click()
    return opener
  }

/** Opens it with an entry of a menu. The focus returns to the button of the menu. */
const byEntry =
  (menu: Name, entry: string): Open =>
  async (page) => {
    const opener = button(page, menu)
    await opener.click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
    return opener
  }

const dialog = (place: string, open: Open, others: Partial<ConsoleDialog> = {}): ConsoleDialog => ({
  place: `#/project/2/${place}`,
  kind: 'dialog',
  open,
  ...others,
})
const menu = (place: string, name: Name, red: readonly string[] = []): ConsoleDialog =>
  dialog(place, byButton(name), { kind: 'menu', red })

const panel = (place: string, open: Open): ConsoleDialog => dialog(place, open, { kind: 'panel' })

/** Selects the first two flags and chooses an action for both. */
const bySelection =
  (action: string): Open =>
  async (page) => {
    const boxes = page.locator('tbody input[type=checkbox]')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    const opener = page
      .getByRole('region', { name: 'Selected flags' })
      .getByRole('button', { name: action, exact: true })
    await opener.click()
    return opener
  }

const FEW_FLAGS = 'flags?search=depends'
const ROW = 'More for depends-on-variants'
const LONG_FLAG = 'flags?search=this-key-has-four-hundred'
const LONG_ROW = /^More for .?kkk/
const LONG_TILE = /^More for .?Eine Kachel/
const COPY = 'Copy to project…'
const FLAG = 'More about this flag'
const ROLE = /^More for .?Rolle mit/
const MEMBER = /^More for .?Maximiliane/
const COHORT = 'More for A list of 20000 users'
const BOARD = /^More for .?Ein Dashboard/

/** All dialogs, menus and panels, by name. */
export const CONSOLE_DIALOGS: Readonly<Record<string, ConsoleDialog>> = {
  projects: panel('people', bySelector('button.project:not(.foot)')),
  account: panel('people', bySelector('button.project.foot')),
  'project-new': dialog('people', async (page) => {
    const opener = page.locator('button.project:not(.foot)')
    await opener.click()
    await page.locator('.projects:popover-open').getByRole('button').first().click()
    return opener
  }),
  palette: dialog('people', byButton(/^Search or run a command/)),
  shortcuts: dialog('people', byKey('?'), { isShown: true }),
  'session-expired': dialog('people', expireSession, { isModal: true }),
  'flag-row-menu': menu(FEW_FLAGS, ROW),
  'flag-columns': panel(FEW_FLAGS, byButton('Columns')),
  'flags-turn-off': dialog(FEW_FLAGS, bySelection('Turn off')),
  'flags-tag': dialog(FEW_FLAGS, bySelection('Add tag')),
  'flags-untag': dialog(FEW_FLAGS, bySelection('Remove tag')),
  'flags-archive': dialog(LONG_FLAG, byEntry(LONG_ROW, 'Archive')),
  'flags-delete': dialog(LONG_FLAG, byEntry(LONG_ROW, 'Delete')),
  'flags-duplicate': dialog(LONG_FLAG, byEntry(LONG_ROW, 'Duplicate')),
  'flags-copy': dialog(LONG_FLAG, byEntry(LONG_ROW, COPY)),
  'flag-menu': menu('flags/7', FLAG),
  'flag-turn-off': dialog('flags/1', byEntry(FLAG, 'Turn off')),
  'flag-archive': dialog('flags/1', byEntry(FLAG, 'Archive')),
  'flag-delete': dialog('flags/1', byEntry(FLAG, 'Delete')),
  'flag-duplicate': dialog('flags/1', byEntry(FLAG, 'Duplicate')),
  'flag-copy': dialog('flags/1', byEntry(FLAG, COPY)),
  'flag-reset-usage': dialog('flags/7/usage', byButton('Reset usage'), { red: ['Reset usage'] }),
  'flag-role-remove': dialog('flags/7/access', byButton(/^Remove/)),
  'flag-restore': dialog('flags/7/activity', byButton(/^Restore version 1/)),
  'flag-review': dialog('flags/7/edit', async (page) => {
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Another description')
    return byButton('Review 1 change')(page)
  }),
  'flag-conflict': dialog('flags/8/edit', conflict),
  'cohort-row-menu': menu('cohorts', COHORT),
  'cohort-menu': menu('cohorts/40', 'More for Nested cohort 39'),
  'cohort-history': dialog('cohorts/40', byEntry('More for Nested cohort 39', 'History'), { isShown: true }),
  'cohort-delete': dialog('cohorts/41', byEntry(COHORT, 'Delete')),
  'cohort-in-use': dialog('cohorts/4', byEntry(/^More for .?Kundinnen/, 'Delete')),
  'cohort-file': dialog('cohorts/41', async (page) => {
    const ids = Array.from({ length: 40 }, (_, n) => `${'customer-of-a-long-name-'.repeat(8)}${n}`)
    const buffer = Buffer.from(ids.join('\n'))
    const input = page.locator('input[type=file]')
    await input.focus()
    await input.setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer })
    return input
  }),
  'user-menu': menu('people/customer-7', 'More for customer-7', ['Delete user']),
  'user-add-to-cohort': dialog('people/customer-7', byButton('Add to cohort…')),
  'user-target': dialog('people/customer-7', byButton('Target in a flag…')),
  'user-delete': dialog('people/customer-7', byEntry('More for customer-7', 'Delete user'), { red: ['Delete user'] }),
  'group-menu': menu('people/group/0/company-4', 'More for company-4', ['Delete group']),
  'group-delete': dialog('people/group/0/company-4', byEntry('More for company-4', 'Delete group'), {
    red: ['Delete group'],
  }),
  'dashboard-row-menu': menu('dashboards', BOARD),
  'dashboard-menu': menu('dashboards/2', BOARD),
  'dashboard-edit': dialog('dashboards/2', byEntry(BOARD, 'Edit name, description and tags')),
  'dashboard-access': dialog('dashboards/2', byEntry(BOARD, 'Edit access')),
  'dashboard-duplicate': dialog('dashboards/2', byEntry(BOARD, 'Duplicate')),
  'dashboard-history': dialog('dashboards/2', byEntry(BOARD, 'History'), { isShown: true }),
  'dashboard-export': dialog('dashboards/2', byEntry(BOARD, 'Export as JSON')),
  'saved-filters': panel('dashboards/2?compare=true', savedFilters),
  'filters-save': dialog('dashboards/2?compare=true', async (page) => {
    const opener = await savedFilters(page)
    await button(page, 'Save current filters…').click()
    return opener
  }),
  'chart-new': dialog('dashboards/2', byButton('Add chart')),
  'text-new': dialog('dashboards/2', byButton('Add text')),
  'tile-menu': menu('dashboards/2', LONG_TILE),
  'chart-edit': dialog('dashboards/2', byEntry(LONG_TILE, 'Edit chart')),
  'tile-move': dialog('dashboards/2', byEntry(LONG_TILE, 'Move to dashboard…')),
  'tile-copy': dialog('dashboards/2', byEntry(LONG_TILE, 'Add to another dashboard…')),
  'text-edit': dialog('dashboards/2', byEntry(/^More for .?(Text|Überschrift)/, 'Edit text')),
  'activity-compare': dialog('activity?flag=7&group=off', byButton(/^Compare version/), { isShown: true }),
  'activity-restore-flag': dialog('activity?kind=FeatureFlag&group=off', restoreOf('feature_flags/10')),
  'activity-restore-cohort': dialog('activity?kind=Cohort&group=off', restoreOf('cohorts/40')),
  'activity-restore-dashboard': dialog('activity?kind=Dashboard&group=off', restoreOf('dashboards/3')),
  'activity-export': dialog('activity', byButton('Export')),
  'public-token-rotate': dialog('settings', byButton('Rotate: Public token'), { red: ['Rotate public token'] }),
  'secret-token-rotate': dialog('settings', byButton('Rotate: Secret token'), { red: ['Rotate secret token'] }),
  'example-remove': dialog('settings', byButton('Remove example data'), {
    place: '#/project/3/settings',
    red: ['Remove example data'],
  }),
  'group-type-menu': menu('settings/groups', 'More for workspace', ['Remove']),
  'group-type-rename': dialog('settings/groups', byEntry('More for workspace', 'Rename')),
  'group-type-remove': dialog('settings/groups', byEntry('More for workspace', 'Remove'), {
    red: ['Remove group type'],
  }),
  'members-invite': dialog('settings/members', byButton('Invite members')),
  'members-invited': dialog('settings/members', invite('long-name-'.repeat(5), /^12 invitations/), { isShown: true }),
  'members-refused': dialog('settings/members', invite('too-long-a-name-'.repeat(5), /^No invitation/), {
    isShown: true,
  }),
  'member-menu': menu('settings/members', MEMBER, ['Remove from organization']),
  'member-access': dialog('settings/members', byEntry(MEMBER, 'Change access')),
  'member-remove': dialog('settings/members', byEntry(MEMBER, 'Remove from organization'), {
    red: ['Remove member'],
  }),
  'default-access': dialog('settings/roles', byButton('Change default access')),
  'role-menu': menu('settings/roles', ROLE, ['Delete']),
  'role-rename': dialog('settings/roles', byEntry(ROLE, 'Rename')),
  'role-access': dialog('settings/roles', byEntry(ROLE, 'Change access')),
  'role-members': dialog('settings/roles', byEntry(ROLE, 'Change members')),
  'role-delete': dialog('settings/roles', byEntry('More for Viewers 9', 'Delete'), { red: ['Delete role'] }),
  'key-new': dialog('settings/keys', byButton('New key')),
  'key-created': dialog(
    'settings/keys',
    async (page) => {
      const opener = await byButton('New key')(page)
      await page
        .getByRole('dialog')
        .getByLabel('Name')
        .fill(`deploy ${'pipeline '.repeat(12)}`)
      await button(page, 'Create key').click()
      await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
      return opener
    },
    { isShown: true },
  ),
  'key-menu': menu('settings/keys', 'More for First start', ['Rotate', 'Revoke']),
  'key-rotate': dialog('settings/keys', byEntry('More for First start', 'Rotate'), { red: ['Rotate key'] }),
  'key-revoke': dialog('settings/keys', byEntry('More for First start', 'Revoke'), { red: ['Revoke key'] }),
}

function bySelector(selector: string): Open {
  return async (page) => {
    const opener = page.locator(selector)
    await opener.click()
    return opener
  }
}

/** Opens the saved filters. On a phone, another button shows their button. */
async function savedFilters(page: Page): Promise<Locator> {
  const opener = button(page, 'Saved filters')
  if (!(await opener.isVisible())) await button(page, 'Filter').click()
  await opener.click()
  return opener
}

function byKey(key: string): Open {
  return async (page) => {
    const focused = page.getByRole('link', { name: 'Cohorts' }).first()
    await focused.focus()
    await page.keyboard.press(key)
    return focused
  }
}

/**
 * Invites twelve members with similar addresses. The addresses differ each time, because an address cannot be invited
 * twice.
 */
function invite(start: string, title: RegExp): Open {
  return async (page) => {
    const opener = await byButton('Invite members')(page)
    const emails = Array.from({ length: 12 }, (_, n) => `${start}${n}-${Date.now() % 10_000}@example.com`)
    await page.getByRole('dialog').getByRole('textbox').fill(emails.join('\n'))
    await button(page, 'Create 12 links').click()
    await page.getByRole('dialog', { name: title }).waitFor()
    return opener
  }
}

/** Deletes the session. The dialog appears with the next request, here of another place. */
async function expireSession(page: Page): Promise<Locator> {
  await page.context().clearCookies()
  const link = page.getByRole('link', { name: 'Cohorts' }).first()
  await link.click()
  return link
}

/** Saves a change of another user to the field that is being edited. */
async function conflict(page: Page): Promise<Locator> {
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill(`Mine ${Date.now()}`)
  await patch(page, 'feature_flags/8', { name: `Theirs ${Date.now()}` })
  await page.getByText('changed this flag while you were editing it').first().waitFor()
  const opener = button(page, 'Save')
  await opener.click()
  return opener
}

/**
 * Changes a record, so that its newest listed version is not the current one, and opens the confirmation to restore it.
 */
function restoreOf(path: string): Open {
  return async (page) => {
    for (const name of ['First', 'Second']) await patch(page, path, { name: `${name} ${Date.now()}` })
    await page.reload()
    const opener = button(page, /^Restore version/)
    await button(page, /^Compare version/).focus()
    await opener.click()
    return opener
  }
}

async function patch(page: Page, path: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const status = await page.evaluate(
    async ([to, body]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(to, { method: 'PATCH', headers, body })).status
    },
    [`../api/projects/2/${path}/`, JSON.stringify(fields)] as const,
  )
  if (status !== 200) throw new Error(`${path} could not be changed: ${status}`)
}

/** Waits for the open dialog, menu or panel with its content, and returns it. */
export async function opened(page: Page, kind: ConsoleDialog['kind']): Promise<Locator> {
  const found = page.locator(kind === 'dialog' ? 'dialog[open]' : '[popover]:popover-open:not(.chart-tip)').last()
  await found.waitFor()
  await found.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' })
  // The preview of a chart is loaded last, without a visible end.
  if (kind === 'dialog') await page.waitForLoadState('networkidle')
  return found
}
