import type { JsonObject } from '@flagdeck/core'
import fc from 'fast-check'
import type { Page, Request } from 'playwright-core'
import { PostHog } from 'posthog-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ChromiumLaunch } from '../services/chromium.ts'
import { axeProblems } from './support/axe-problems.ts'
import { type ConsoleSession, startConsoleSession } from './support/console-session.ts'
import { dependentFlag, explainedFlags, explainedPeople } from './support/explained-flags.ts'

const chromium = inject('chromium')
if ('missing' in chromium) it.skip(`SKIPPED one flag in the console: ${chromium.missing}`)
else describe('one flag in the console, in Chromium', () => declare(chromium))

/** The page and the server may share two processors, so responses can be slow. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

const STAFF = { key: 'email', type: 'person', operator: 'icontains', value: '@acme.com' }
const TARGETED = {
  groups: [{ properties: [STAFF], rollout_percentage: 100 }, { rollout_percentage: 25 }],
  multivariate: {
    variants: [
      { key: 'control', rollout_percentage: 50 },
      { key: 'test', rollout_percentage: 50 },
    ],
  },
}

const PRO = { type: 'person', key: 'plan', operator: 'exact', value: ['pro'] }
const PROS = { properties: { type: 'OR', values: [{ type: 'AND', values: [PRO] }] } }

function declare(launch: ChromiumLaunch): void {
  let session: ConsoleSession
  let made = 0
  let key = ''
  let id = 0

  const flagNow = () => session.api('GET', `feature_flags/${id}/`)
  const open = (part = '') => session.open(`#/project/1/flags/${id}${part}`)

  beforeAll(async () => {
    session = await startConsoleSession(launch)
  })
  beforeEach(async () => {
    made += 1
    key = `flag-${made}`
    id = Number((await session.api('POST', 'feature_flags/', { key, filters: TARGETED })).id)
  })
  afterEach(() => session.closePages(/status of 4(00|09)/))
  // Undefined if the start failed.
  afterAll(() => session?.close())

  it('CONSOLE-134 tells twenty variants apart, in both themes', async () => {
    const variants = Array.from({ length: 20 }, (_, index) => ({ key: `v-${index}`, rollout_percentage: 5 }))
    await session.api('PATCH', `feature_flags/${id}/`, { filters: { groups: [], multivariate: { variants } } })
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await session.open(`#/project/1/flags/${id}`, { colorScheme })
      await page.locator('.legend-entry').first().waitFor()
      for (const drawn of ['.bar > i', '.legend-entry > i']) {
        const looks = await page.locator(drawn).evaluateAll((all) => all.map((it) => getComputedStyle(it).background))
        expect(new Set(looks).size).toBe(20)
      }
    }
  })

  it('CONSOLE-24 makes a boolean flag by at most twelve keys besides text', async () => {
    const page = await session.open('#/project/1/flags')
    await page.getByRole('heading', { level: 1, name: 'Flags' }).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Key', { exact: true }).waitFor()
    await page.keyboard.type(`${key}-by-keyboard`)
    await page.keyboard.press('ControlOrMeta+s')
    const found = () => session.api('GET', `feature_flags/?key=${key}-by-keyboard`)
    await soon(found).toMatchObject({ results: [{ active: false, is_simple_flag: true }] })
    await page.getByRole('switch', { name: new RegExp(`${key}-by-keyboard`) }).press('Space')
    await soon(found).toMatchObject({ results: [{ active: true }] })
  })

  it('CONSOLE-25 says who gets it in one sentence', async () => {
    const page = await open()
    await page.getByText('Users whose email contains @acme.com, and 25% of all other users.').first().waitFor()
  })

  it('CONSOLE-25 states the audience of a flag that is off when it is on', async () => {
    await session.api('PATCH', `feature_flags/${id}/`, { active: false })
    const page = await open()
    await page.getByText('Off. When on: Users whose email contains @acme.com, and 25%').waitFor()
    await page.getByText('Returns false', { exact: true }).waitFor()
    expect(await page.getByText('staleness').count()).toBe(0)
  })

  it('CONSOLE-26 keeps slider and number in step, and saves what is shown', async () => {
    const page = await open('/edit')
    const slider = page.getByRole('slider', { name: 'Rollout of set 2', exact: true })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageUp')
    const box = page.getByLabel('Rollout of set 2 in percent')
    expect(await box.inputValue()).toBe('36')
    await box.fill('40')
    expect(await slider.inputValue()).toBe('40')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await soon(flagNow).toMatchObject({ filters: { groups: [{}, { rollout_percentage: 40 }] } })
  })

  it('CONSOLE-26 saves no variants that are not 100 % together, and says by how much', async () => {
    const page = await open('/edit')
    await page.getByLabel('Percentage of variant 1').fill('40')
    await page
      .getByText(/add up to 90%; add 10%/)
      .first()
      .waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    expect(await flagNow()).toMatchObject({ version: 1 })
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-27 loses nothing that was typed, by a reload or by somebody else', async () => {
    const page = await open('/edit')
    await page.getByLabel('Description', { exact: true }).fill('Mine')
    await page.reload()
    await soon(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('Mine')
    await session.api('PATCH', `feature_flags/${id}/`, { name: 'Theirs', version: 1 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Theirs').first().waitFor()
    expect(await flagNow()).toMatchObject({ name: 'Theirs' })
    expect(await page.getByText('Mine').count()).toBeGreaterThan(0)
  })

  it('CONSOLE-32 asks about the condition set that two pages changed, and merges the rest', async () => {
    const [first, second] = [await open('/edit'), await open('/edit')]
    await second.getByLabel('Rollout of set 2 in percent').fill('40')
    await first.getByLabel('Rollout of set 1 in percent').fill('80')
    await first.getByLabel('Rollout of set 2 in percent').fill('60')
    await first.getByRole('button', { name: 'Save', exact: true }).click()
    await soon(flagNow).toMatchObject({ version: 2 })
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = second.getByRole('dialog')
    await dialog.getByRole('group', { name: /^Set 2/ }).waitFor()
    expect(await dialog.getByRole('group').count()).toBe(1)
    expect(await axeProblems(second)).toEqual([])
    await session.api('PATCH', `feature_flags/${id}/`, { name: 'A third person' })
    await dialog.getByRole('button', { name: 'Save these choices' }).click()
    const groups = [{ rollout_percentage: 80 }, { rollout_percentage: 40 }]
    await soon(flagNow).toMatchObject({ name: 'A third person', filters: { groups } })
  })

  it('CONSOLE-72 adds a filter by keyboard, says what it comes to, and tells of a bad pattern before it is saved', async () => {
    const page = await open('/edit')
    const set = page.getByRole('article', { name: 'Set 2' })
    await set.getByRole('button', { name: 'Add filter' }).focus()
    await page.keyboard.press('Enter')
    const property = set.getByRole('combobox', { name: 'Property' })
    await soon(() => property.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('country')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('matches')
    await page.keyboard.press('Tab')
    await page.keyboard.type('^(CH')
    await soon(() => set.locator('.filter .wrong').filter({ visible: true }).allTextContents()).toEqual([
      'invalid regex pattern',
    ])
    await page.keyboard.press('ControlOrMeta+s')
    expect(await flagNow()).toMatchObject({ version: 1 })
    await page.keyboard.type('|DE)$')
    await soon(() => set.locator('.sentence').textContent()).toContain(
      '25% of users whose country matches the pattern ^(CH|DE)$',
    )
    await soon(() => set.locator('.filter .wrong').filter({ visible: true }).count()).toBe(0)
    await page.keyboard.press('ControlOrMeta+s')
    const saved = { key: 'country', type: 'person', operator: 'regex', value: '^(CH|DE)$' }
    await soon(flagNow).toMatchObject({ version: 2, filters: { groups: [{}, { properties: [saved] }] } })
  })

  it('CONSOLE-90 edits the schema of payloads, and tells at each payload how it breaks it', async () => {
    const page = await open('/edit')
    await page.locator('summary', { hasText: 'Payloads' }).click()
    const schema = page.getByLabel('JSON Schema of the payloads')
    await schema.fill('{"type": "object",}')
    await page.getByText('Line 1, column 19: a name in double quotes is missing').first().waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await schema.fill('{"type": "object", "properties": {"steps": {"type": "integer"}}}')
    const payload = page.getByLabel('Payload of test')
    await payload.fill('{"steps": "two"}')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('does not match payload_schema: /steps must be integer.').first().waitFor()
    expect(await payload.getAttribute('aria-invalid')).toBe('true')
    expect(await flagNow()).toMatchObject({ version: 1, payload_schema: null })
    expect(await axeProblems(page)).toEqual([])
    await payload.fill('{"steps": 2}')
    await page.keyboard.press('ControlOrMeta+s')
    const saved = { type: 'object', properties: { steps: { type: 'integer' } } }
    await soon(flagNow).toMatchObject({ version: 2, payload_schema: saved })
    await page.locator('summary', { hasText: 'JSON Schema of the payloads' }).click()
    await page.getByText('"integer"').waitFor()
  })

  it('CONSOLE-103 takes back that an edit was discarded', async () => {
    const page = await open('/edit')
    await page.getByLabel('Rollout of set 2 in percent').fill('40')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText(`Discarded the changes to ${key}`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(() => page.getByLabel('Rollout of set 2 in percent').inputValue()).toBe('40')
    expect(await flagNow()).toMatchObject({ version: 1 })
  })

  it('CONSOLE-101 tries a pattern on a value', async () => {
    const filters = { groups: [{ properties: [{ ...STAFF, operator: 'regex', value: '@acme\\.com$' }] }] }
    await session.api('PATCH', `feature_flags/${id}/`, { filters })
    const page = await open('/edit')
    await page.getByText('Test the pattern').click()
    const box = page.locator('.pattern-box')
    await box.getByLabel('Value to test').fill('ann@acme.com')
    await box.getByText('Matches this filter', { exact: true }).waitFor()
    await box.getByLabel('Value to test').fill('ann@acme.community')
    await box.getByText('Does not match this filter', { exact: true }).waitFor()
    await page.getByLabel('Operator').selectOption('not_regex')
    await box.getByText('Matches this filter', { exact: true }).waitFor()
    await page.getByLabel('Value', { exact: true }).fill('(')
    await box.getByText('Not a valid pattern (RE2 syntax)', { exact: true }).waitFor()
    expect(await axeProblems(page)).toEqual([])
  })

  it('CONSOLE-100 tries an edit on somebody before it is saved', async () => {
    await session.api('PATCH', 'persons/trier/', { properties: { email: 'ann@rival.com' } })
    const page = await open('/edit')
    await page.getByLabel('Rollout of set 2 in percent').fill('0')
    const card = page.locator('.card', { hasText: 'Test this change' })
    await card.getByLabel('User ID').fill('trier')
    await soon(() => card.locator('dd').nth(1).textContent()).toMatch(/^Off /)
    await page.getByLabel('Rollout of set 2 in percent').fill('100')
    await soon(() => card.locator('dd').nth(1).textContent()).toMatch(/^(test|control) Matched condition set 2/)
    await page.getByLabel('Rollout of set 2 in percent').fill('0')
    expect(await axeProblems(page)).toEqual([])
    expect(await flagNow()).toMatchObject({ version: 1 })
  })

  it('CONSOLE-28 explains what the API answers: 20 people, 10 flags', async () => {
    const { id: cohort } = await session.api('POST', 'cohorts/', { name: 'Pros', filters: PROS })
    const flags: { key: string; id: number }[] = []
    const make = async (name: string, filters: JsonObject) => {
      flags.push({ key: name, id: Number((await session.api('POST', 'feature_flags/', { key: name, filters })).id) })
    }
    for (const [name, filters] of Object.entries(explainedFlags(Number(cohort)))) await make(name, filters)
    await make('dependent', dependentFlag(flags[0]?.id ?? 0))
    const people = fc.sample(explainedPeople, 20).map((properties, index) => ({ id: `person-${index}`, properties }))
    const page = await session.open('#/project/1/flags')
    const seen = new Set<string>()
    const answers = new Map<string, Record<string, JsonObject>>()
    for (const { id: person, properties } of people) {
      await session.api('PATCH', `persons/${person}/`, { properties })
      const asked = { token: session.server.projectToken, distinct_id: person }
      answers.set(person, (await session.sdk('/flags/?v=2', asked)).flags as Record<string, JsonObject>)
    }
    for (const flag of flags) {
      for (const person of people) {
        const shown = await explainedAnswer(page, flag.id, person.id)
        const { enabled, variant } = answers.get(person.id)?.[flag.key] ?? {}
        expect(shown, `${flag.key} of ${JSON.stringify(person)}`).toBe(variant ?? (enabled ? 'On' : 'Off'))
        seen.add(`${flag.key} ${shown}`)
      }
    }
    // Most flags have more than one result.
    expect(seen.size).toBeGreaterThan(16)
  })

  it('CONSOLE-29 tells each change, and takes it back', async () => {
    await session.api('PATCH', `feature_flags/${id}/`, {
      name: 'Changed',
      filters: { groups: [{ rollout_percentage: 25 }] },
    })
    const page = await open('/activity')
    await page.getByRole('button', { name: 'Restore version 1' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('row', { name: 'Description Changed none' }).waitFor()
    await dialog.getByRole('row', { name: /^Release conditions 25% of users/ }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: /restore/i }).click()
    await soon(flagNow).toMatchObject({ name: '', version: 3, filters: TARGETED })
  })

  it('CONSOLE-30 deletes a flag, and brings it back', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'More about this flag' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await soon(flagNow).toMatchObject({ deleted: true })
    await page.getByRole('button', { name: 'Undo' }).click()
    await soon(flagNow).toMatchObject({ deleted: false })
  })

  it('CONSOLE-31 says of 100 calls of an SDK that they are 100, in a chart and in its table', async () => {
    const sdk = new PostHog(session.server.projectToken, { host: session.server.url, flushAt: 100 })
    for (let user = 0; user < 100; user += 1) await sdk.getFeatureFlag(key, `user-${user}`)
    await sdk.shutdown()
    const page = await open('/usage')
    await page.getByText('100 calls from 100 users').waitFor({ timeout: 20_000 })
    const chart = page.getByRole('figure', { name: 'Calls by variant' })
    await soon(() => chart.locator('canvas').count()).toBe(1)
    await chart.getByRole('button', { name: 'Show table' }).click()
    const sums = await chart.locator('tfoot .number').allTextContents()
    expect(sums.reduce((sum, text) => sum + Number(text), 0)).toBe(100)
    const counted = await page.locator('tbody tr:has(.variant-name) td:nth-child(2)').allTextContents()
    expect(counted.reduce((sum, text) => sum + Number(text), 0)).toBe(100)
  })

  it('CONSOLE-176 resets the usage of a flag after a question, and shows since when it is counted', async () => {
    const sdk = new PostHog(session.server.projectToken, { host: session.server.url, flushAt: 2 })
    for (let user = 0; user < 2; user += 1) await sdk.getFeatureFlag(key, `user-${user}`)
    await sdk.shutdown()
    const page = await open('/usage')
    await page.getByText('2 calls from 2 users').waitFor({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Reset usage' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reset the usage of this flag' })
    await dialog.getByText('Charts on dashboards keep the earlier counts').waitFor()
    await dialog.getByRole('button', { name: 'Reset usage' }).click()
    await page.getByText(/^Counted since /).waitFor()
    await page.getByText('No calls in this period').waitFor({ timeout: 20_000 })
  })
}

/** Returns the result of a user that the console shows, once its request has finished. */
async function explainedAnswer(page: Page, flag: number, person: string): Promise<string | null> {
  const answered = page.waitForResponse(
    (response) => response.url().includes(`/${flag}/test_evaluation/`) && isAbout(response.request(), person),
  )
  await page.evaluate((place) => {
    location.hash = place
  }, `#/project/1/flags/${flag}/explain?distinct_id=${person}`)
  await answered
  return page.locator('.explain-answer').textContent()
}

function isAbout(request: Request, person: string): boolean {
  return (request.postDataJSON() as JsonObject).distinct_id === person // the body that the console sends
}
