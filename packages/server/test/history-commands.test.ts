import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createFlagdeck } from '@flagdeck/core'
import { createCohort, updateCohort } from '@flagdeck/core/operations'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { describe, expect, test } from 'vitest'
import { runCommand } from './support/flagdeck-command.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

/** Creates a folder with a database of a flag, a cohort and a dashboard, each changed once. */
async function folderWithHistory(cwd = temporaryFolder()): Promise<string> {
  const deck = await createFlagdeck({ store: sqliteStore(join(cwd, 'data/flagdeck.db'), { synchronous: 'normal' }) })
  const { context, flags, dashboards } = await deck.project()
  const flag = await flags.create({ key: 'new-checkout', name: 'Old' })
  await flags.update(flag.id, { name: 'New', active: false })
  const cohort = await createCohort(context, { name: 'Old', isStatic: true })
  await updateCohort(context, cohort.id, { name: 'New' })
  const dashboard = await dashboards.create({ name: 'Old' })
  await dashboards.update(dashboard.id, { name: 'New' })
  await deck.close()
  return cwd
}

const RECORDS = [
  ['flag', 'new-checkout'],
  ['cohort', '1'],
  ['dashboard', '1'],
] as const

describe('flagdeck history', () => {
  test('HIST-13 lists, shows, compares and restores versions of every kind', async () => {
    const cwd = await folderWithHistory()
    const json = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await runCommand(['history', ...args, '--json'], { cwd })
      expect(code, stderr).toBe(0)
      return JSON.parse(stdout)
    }
    for (const [kind, name] of RECORDS) {
      const what = `${kind} ${name}`
      expect(await json('list', kind, name), what).toMatchObject([{ version: 2 }, { version: 1, verb: 'created' }])
      expect(await json('show', kind, name, '1'), what).toMatchObject({ name: 'Old', version: 1, isHistorical: true })
      const [change] = await json('diff', kind, name, '1')
      expect(change, what).toMatchObject({ field: 'name', before: 'Old', after: 'New' })
      const restored = await json('restore', kind, name, '1')
      expect(restored, what).toEqual({ kind, id: 1, version: 3, restored: 1, changed: true })
      expect(await json('diff', kind, name, '1', '3'), what).toEqual([])
      expect(await json('restore', kind, name, '1'), what).toMatchObject({ version: 3, changed: false })
    }
  })

  test('HIST-13 says it in words, and whose doing it was', async () => {
    const cwd = temporaryFolder()
    // The first start creates an owner.
    await startServerProcess({ cwd })
    await folderWithHistory(cwd)
    const say = async (...args: readonly string[]) => (await runCommand(['history', ...args], { cwd })).stdout
    expect(await say('diff', 'flag', 'new-checkout', '1')).toBe('name: "Old" -> "New"\nactive: true -> false\n')
    expect(await say('show', 'flag', 'new-checkout', '1')).toMatch(/^name: "Old"\nkey: "new-checkout"$/m)
    expect(await say('show', 'cohort', '1', '1')).toMatch(/^deleted: false\nid: 1\nisStatic: true\ncreatedAt: /m)
    const owner = ['--email', 'owner@flagdeck.local']
    expect(await say('restore', 'flag', '1', '1', ...owner)).toBe(
      'Restored version 1 of the flag 1 as version 3. Running servers apply this within five seconds.\n',
    )
    const [head, newest, ...older] = (await say('list', 'flag', 'new-checkout')).trim().split('\n')
    expect(head).toMatch(/^VERSION {2}DATE {2,}USER {2,}ACTION {2,}FIELDS$/)
    expect(newest).toMatch(/^3 {2,}\S+Z {2}owner@flagdeck\.local {2}updated \(restored version 1\) {2}name,active$/)
    expect(older).toHaveLength(2)
  })

  test.each([
    [['show', 'flag', 'new-checkout', '9'], 1, 'Version not found.\n'],
    [['show', 'flag', 'new-checkout', 'x'], 2, '"x" is not a version number: versions start at 1.\n'],
    [['list', 'flag', 'nope'], 1, 'There is no flag "nope"; use the ID for a deleted flag.\n'],
    [
      ['list', 'dashboard', 'nope'],
      2,
      '"nope" is not a dashboard ID: use the number that the API and console links show.\n',
    ],
    [['restore', 'flag', '1', '1', '--email', 'bob@acme.test'], 1, /^There is no user bob@acme\.test: /],
    [['list', 'cohort', '99'], 1, 'There is no cohort 99: check the ID and --project.\n'],
    [['restore', 'dashboard', '99', '1'], 1, 'There is no dashboard 99: check the ID and --project.\n'],
    [
      ['list', 'role', '1'],
      2,
      /^Argument 'kind' is "role", but it must be one of flag, cohort, dashboard\. See flagdeck history list --help\.\n$/,
    ],
  ] as const)('HIST-13 %j fails with one sentence', async (args, code, sentence) => {
    const failed = await runCommand(['history', ...args], { cwd: await folderWithHistory() })
    expect(failed).toMatchObject({ code, stderr: expect.stringMatching(sentence) })
  })
})

describe('flagdeck activity export', () => {
  test('HIST-12 HIST-13 writes the lines that the API has, for their owner alone', async () => {
    const cwd = temporaryFolder()
    const { url, personalApiKey } = await startServerProcess({ cwd })
    await folderWithHistory(cwd)
    const response = await fetch(`${url}/api/projects/1/activity_log/export/`, {
      headers: { authorization: `Bearer ${personalApiKey}` },
    })
    const lines = await response.text()
    expect(lines.trim().split('\n').length).toBeGreaterThanOrEqual(6)
    const { stdout, stderr } = await runCommand(['activity', 'export'], { cwd })
    expect(stdout, stderr).toBe(lines)
    const written = await runCommand(['activity', 'export', 'activity.ndjson'], { cwd })
    expect(written).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Wrote \d+ entries from .+ to activity\.ndjson\.\n$/),
    })
    expect(readFileSync(join(cwd, 'activity.ndjson'), 'utf8')).toBe(lines)
    expect(statSync(join(cwd, 'activity.ndjson')).mode & 0o077).toBe(0)
  })

  test('FILE-1 writes over no database', async () => {
    const cwd = await folderWithHistory()
    const { code, stderr } = await runCommand(['activity', 'export', 'data/flagdeck.db'], { cwd })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/: choose another file\.\n$/) })
  })
})
