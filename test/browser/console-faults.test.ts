import type { JsonObject } from '@flagdeck/core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { call } from '../../packages/server/test/support/server-process.ts'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { organizationApi } from './support/organization-api.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED unusual names and concurrent changes in the console: ${chromium.missing}`)
else describe('unusual names and concurrent changes in the console, in Chromium', () => declare(chromium))

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })
const rolledOut = (share: number) => ({ filters: { groups: [{ rollout_percentage: share }] } })

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession

  const newFlag = async (key: string, fields: JsonObject = rolledOut(40)): Promise<number> =>
    Number((await session.api('POST', 'feature_flags/', { key, ...fields })).id)
  const rolloutOf = async (id: number) => {
    const { filters } = await session.api('GET', `feature_flags/${id}/`)
    return ((filters as JsonObject).groups as JsonObject[])[0]?.rollout_percentage
  }
  /** Reports a call in the format of an SDK with the name `constructor`. */
  const callFlag = (key: string) => {
    const properties = { $feature_flag: key, $feature_flag_response: true, $lib: 'constructor' }
    const event = { event: '$feature_flag_called', distinct_id: 'user-1', properties }
    return session.sdk('/batch/', { api_key: session.server.projectToken, batch: [event] })
  }
  const received = (page: Page) => page.locator('.received').textContent()

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  afterEach(() => session.closePages(/status of 409/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  // Must be first, because the project has no flag yet.
  it('CONSOLE-321 shows the call of an unknown flag by an SDK that is named constructor', async () => {
    const page = await session.open('#/project/1/flags')
    await soon(() => received(page)).toBe('Waiting for the first call…')
    await callFlag('unknown')
    await soon(() => received(page)).toMatch(/^Received from .*constructor/)
  })

  it('CONSOLE-321 shows the call of a flag by an SDK that is named constructor', async () => {
    const id = await newFlag('called')
    await callFlag('called')
    const page = await session.open(`#/project/1/flags/${id}`)
    await page.locator('.received').scrollIntoViewIfNeeded()
    await soon(() => received(page)).toMatch(/^Received from .*constructor/)
  })

  it('CONSOLE-321 explains users with properties that are named like what every object inherits', async () => {
    const id = await newFlag('explained')
    await session.api('PATCH', 'persons/ada/', { properties: { constructor: 'own', plan: 'pro' } })
    const page = await session.open(`#/project/1/flags/${id}/explain?distinct_id=ada`)
    const property = (name: string) => page.locator('.property').filter({ hasText: name })
    await soon(() => property('constructor').getByRole('textbox').inputValue()).toBe('own')
    expect(await property('constructor').getByRole('button').count()).toBe(0)
    await page.getByRole('textbox', { name: 'Property', exact: true }).fill('toString')
    await page.getByRole('button', { name: 'Add property' }).click()
    await soon(() => property('toString').getByRole('textbox').inputValue()).toBe('')
    await property('toString').getByRole('button', { name: 'Remove toString' }).click()
    await soon(() => property('toString').count()).toBe(0)
  })

  it('CONSOLE-322 copies what was shown: after another change, the dialog shows the new changes instead', async () => {
    const organization = await organizationApi(session.server)
    const staging = Number((await organization.ask('POST', 'projects/', { name: 'Staging' })).id)
    const there = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: JsonObject) => {
      const url = `${session.server.url}/api/projects/${staging}/feature_flags/${path}`
      return (await call(url, session.server.personalApiKey, method, body)).body
    }
    const id = await newFlag('copied', { name: 'From here', ...rolledOut(40) })
    const copy = await there('POST', '', { key: 'copied', name: 'From there' })
    const page = await session.open(`#/project/1/flags/${id}`)
    await page.getByRole('button', { name: /^More / }).click()
    await page.getByRole('menuitem', { name: 'Copy to project…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy copied to another project' })
    const commit = dialog.getByRole('button', { name: 'Copy flag' })
    await soon(() => commit.isEnabled()).toBe(true)
    await dialog.getByText('From there').waitFor()
    await there('PATCH', `${copy.id}/`, { name: 'Off: incident' })
    await commit.click()
    await dialog.getByText('Off: incident').waitFor()
    await dialog.getByRole('alert').getByText('Review the updated changes and try again').waitFor()
    expect(await there('GET', `${copy.id}/`)).toMatchObject({ name: 'Off: incident', version: 2 })
    await soon(() => commit.isEnabled()).toBe(true)
    await commit.click()
    await dialog.getByText('Copied to Staging.').waitFor()
    expect(await there('GET', `${copy.id}/`)).toMatchObject({ name: 'From here' })
  })

  it('CONSOLE-323 shows the effect of a rollout before Enter saves it, and of this rollout alone', async () => {
    for (const user of ['u-1', 'u-2']) await session.api('PATCH', `persons/${user}/`, { properties: { plan: 'free' } })
    const id = await newFlag('in-place', rolledOut(0))
    const page = await session.open(`#/project/1/flags/${id}`)
    let release: (() => void) | undefined
    await page.route('**/preview/', async (route) => {
      if (route.request().postDataJSON().filters?.groups[0].rollout_percentage === 1) {
        await new Promise<void>((resolve) => {
          release = resolve
        })
      }
      await route.continue()
    })
    await page.getByRole('button', { name: /^Change the rollout of set 1/ }).click()
    const field = page.getByLabel('Rollout of set 1 in percent')
    const save = page.locator('.rollout-form').getByRole('button', { name: 'Save' })
    const effect = page.getByText(/^Changes the result for \d of \d known users\./)
    await field.fill('100')
    await field.press('Enter')
    await page.getByText('Checking impact first…').waitFor()
    await effect.waitFor()
    expect(await rolloutOf(id)).toBe(0)
    await field.fill('1')
    await page.getByText('Checking impact…').waitFor()
    expect(await effect.count()).toBe(0)
    expect(await save.isDisabled()).toBe(true)
    await field.press('Enter')
    await soon(() => release !== undefined).toBe(true)
    release?.()
    await soon(() => save.isEnabled()).toBe(true)
    expect(await rolloutOf(id)).toBe(0)
    await field.press('Enter')
    await soon(() => rolloutOf(id)).toBe(1)
  })

  it('CONSOLE-324 shows the activity until the last day of the calendar', async () => {
    await newFlag('seen-in-activity')
    const page = await session.open('#/project/1/activity?to=9999-12-31&from=2026-02-30')
    await page.getByRole('link', { name: 'seen-in-activity' }).first().waitFor()
  })

  it('CONSOLE-326 offers no Undo for a user who was on the list before, although another user was added meanwhile', async () => {
    const list = await session.api('POST', 'cohorts/', { name: 'Testers', is_static: true })
    const add = (...distinct_ids: string[]) =>
      session.api('POST', `cohorts/${list.id}/add_persons_to_static_cohort/`, { distinct_ids })
    await session.api('PATCH', 'persons/gil/', { properties: { plan: 'pro' } })
    await add('gil')
    const page = await session.open('#/project/1/people/gil')
    await page.route('**/add_persons_to_static_cohort/', async (route) => {
      await add('somebody-else')
      await route.continue()
    })
    await page.getByRole('button', { name: 'Add to cohort…' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Testers/ })
      .click()
    await page.getByText('gil is already in Testers').waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
}
