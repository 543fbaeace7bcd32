import type { JsonObject } from '@flagdeck/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { organizationApi } from './support/organization-api.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED copying flags in the console: ${chromium.missing}`)
else describe('copying a flag to another project in the console, in Chromium', () => declare(chromium))

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let staging: number

  const inProject = async (project: number, method: 'GET' | 'POST', path: string, body?: JsonObject) =>
    (await call(`${session.server.url}/api/projects/${project}/${path}`, session.server.personalApiKey, method, body))
      .body
  const newFlag = async (key: string, fields: JsonObject): Promise<number> =>
    Number((await session.api('POST', 'feature_flags/', { key, ...fields })).id)
  const copied = async (key: string) =>
    ((await inProject(staging, 'GET', `feature_flags/?key=${key}`)).results as JsonObject[])[0]
  const open = async (flag: number, key: string) => {
    const page = await session.open(`#/project/1/flags/${flag}`)
    await page.getByRole('button', { name: /^More / }).click()
    await page.getByRole('menuitem', { name: 'Copy to project…' }).click()
    return { page, dialog: page.getByRole('dialog', { name: `Copy ${key} to another project` }) }
  }
  const commit = (dialog: ReturnType<Page['getByRole']>) => dialog.getByRole('button', { name: 'Copy flag' })

  beforeAll(async () => {
    session = await startConsoleSession(launch)
    const organization = await organizationApi(session.server)
    staging = Number((await organization.ask('POST', 'projects/', { name: 'Staging' })).id)
    await organization.ask('POST', 'projects/', { name: 'Test' })
  })
  afterEach(() => session.closePages())
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-313 offers no copy in an organization with one project', async () => {
    const page = await session.open('#/project/1/flags')
    const place = await page.evaluate(async () => {
      const post = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch(`../api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      }
      const { projects } = await post('organizations/', { name: 'Small' })
      const { id } = await post(`projects/${projects[0].id}/feature_flags/`, { key: 'alone' })
      return `#/project/${projects[0].id}/flags/${id}`
    })
    await page.goto('about:blank')
    await page.goto(`${session.server.url}/console/${place}`)
    await page.getByRole('button', { name: /^More / }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Copy to project…' }).count()).toBe(0)
  })

  it('CONSOLE-312 shows what a copy creates before it is made, and links to the copy', async () => {
    const cohort = Number((await session.api('POST', 'cohorts/', { name: 'Beta', is_static: true })).id)
    const inCohort = { key: 'id', type: 'cohort', operator: 'in', value: cohort }
    const base = await newFlag('base', { filters: { groups: [{ properties: [inCohort] }] } })
    const onBase = { key: String(base), type: 'flag', operator: 'flag_evaluates_to', value: true }
    const id = await newFlag('top', { filters: { groups: [{ properties: [onBase] }] } })
    const { page, dialog } = await open(id, 'top')
    expect(await commit(dialog).isDisabled()).toBe(true)
    await dialog.getByLabel('Project').selectOption('Staging')
    await dialog.getByText('Creates this flag in Staging, turned on.').waitFor()
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['Cohort Beta', 'Flag base'])
    await dialog.getByRole('checkbox', { name: 'Turn off in Staging' }).check()
    await dialog.getByText('Creates this flag in Staging, turned off.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await copied('top')).toBeUndefined()
    await commit(dialog).click()
    await dialog.getByText('Copied to Staging.').waitFor()
    expect(await copied('top')).toMatchObject({ active: false })
    expect(await copied('base')).toMatchObject({ active: true })
    await dialog.getByRole('link', { name: 'Open the flag in Staging' }).click()
    await page.getByRole('heading', { level: 1, name: 'top' }).waitFor()
    expect(page.url()).toContain(`#/project/${staging}/flags/`)
  })

  it('CONSOLE-312 shows the fields that a copy changes, and nothing to copy after it', async () => {
    const id = await newFlag('both', { name: 'From here', filters: { groups: [{ rollout_percentage: 50 }] } })
    await inProject(staging, 'POST', 'feature_flags/', { key: 'both', name: 'From there', active: false })
    const { dialog } = await open(id, 'both')
    await dialog.getByLabel('Project').selectOption('Staging')
    await dialog
      .getByText('Replaces the flag with this key in Staging. Whether it is on or off does not change.')
      .waitFor()
    await dialog.getByText('From there').waitFor()
    await dialog.getByText('From here').waitFor()
    await commit(dialog).click()
    await dialog.getByText('Copied to Staging.').waitFor()
    expect(await copied('both')).toMatchObject({ name: 'From here', active: false })
    await dialog.getByRole('button', { name: 'Close' }).click()
    const again = (await open(id, 'both')).dialog
    await again.getByLabel('Project').selectOption('Staging')
    await again.getByText('Nothing to copy: the flag is already the same in Staging.').waitFor()
    expect(await commit(again).isDisabled()).toBe(true)
  })

  it('CONSOLE-313 states why a copy is refused, and offers no button for it', async () => {
    await session.api('POST', 'groups_types/', { group_type: 'company' })
    const filters = { aggregation_group_type_index: 0, groups: [{ rollout_percentage: 50 }] }
    const id = await newFlag('of-companies', { filters })
    const { dialog } = await open(id, 'of-companies')
    await dialog.getByLabel('Project').selectOption('Staging')
    await dialog.getByText(/^Cannot copy to Staging: .*company/).waitFor()
    expect(await commit(dialog).isDisabled()).toBe(true)
  })

  it('CONSOLE-312 copies from the list of flags', async () => {
    await newFlag('from-list', {})
    const page = await session.open('#/project/1/flags?search=from-list')
    await page.getByRole('button', { name: 'More for from-list' }).click()
    await page.getByRole('menuitem', { name: 'Copy to project…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy from-list to another project' })
    await dialog.getByLabel('Project').selectOption('Staging')
    await soon(() => commit(dialog).isEnabled()).toBe(true)
    await commit(dialog).click()
    await dialog.getByText('Copied to Staging.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More for from-list')
  })
}
