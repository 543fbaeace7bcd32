import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { environmentWith } from './support/flagdeck-command.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const GUIDE = new URL('../../../docs/guides/from-posthog.md', import.meta.url)
const [, script = ''] = /^```js\n(.*?)^```/ms.exec(readFileSync(GUIDE, 'utf8')) ?? []

test('SERVE-43 the guide from PostHog has a script that moves cohorts and flags, and can be run again', async () => {
  const cwd = temporaryFolder()
  // This API is used in place of PostHog's: its lists have the same form.
  const { url, personalApiKey: KEY = '' } = await startServerProcess({ cwd })
  const ask = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const response = await fetch(`${url}/api/${path}`, init)
    expect(response.ok, path).toBe(true)
    return response.json()
  }
  await ask('organizations/@current/projects/', { name: 'New' })
  await ask('projects/2/cohorts/', { name: 'Other', is_static: true })
  const pro = { key: 'plan', type: 'person', value: 'pro', operator: 'exact' }
  const filters = { properties: { type: 'AND', values: [{ type: 'AND', values: [pro] }] } }
  const cohort = await ask('projects/1/cohorts/', { name: 'Paying', filters })
  const base = await ask('projects/1/feature_flags/', { key: 'z-base', tags: ['shop'] })
  const properties = [
    { key: 'id', type: 'cohort', value: cohort.id },
    { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true },
  ]
  await ask('projects/1/feature_flags/', { key: 'a-top', filters: { groups: [{ properties }] } })
  await ask('projects/2/feature_flags/', { key: 'there-before' })

  writeFileSync(join(cwd, 'from-posthog.mjs'), script)
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(32)
  const env = environmentWith({
    POSTHOG: url,
    POSTHOG_KEY: KEY,
    POSTHOG_PROJECT: '1',
    API: `${url}/api/projects/2`,
    KEY,
  })
  const run = () => promisify(execFile)(process.execPath, ['from-posthog.mjs'], { cwd, env })
  await run()
  const moved = await ask('projects/2/feature_flags/?order=key')
  const [top, , moveBase] = moved.results
  expect(moved.results).toMatchObject([{ key: 'a-top' }, { key: 'there-before' }, { key: 'z-base', tags: ['shop'] }])
  const cohorts = await ask('projects/2/cohorts/?search=Paying')
  expect(top.filters.groups[0].properties).toMatchObject([
    { type: 'cohort', value: cohorts.results[0].id },
    { type: 'flag', key: String(moveBase.id) },
  ])
  expect(cohorts.results[0].filters.properties).toEqual(cohort.filters.properties)
  expect((await run()).stderr).toBe('')
  expect((await ask('projects/2/feature_flags/?order=key')).results).toEqual(moved.results)
})
