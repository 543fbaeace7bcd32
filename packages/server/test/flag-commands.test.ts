import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFlagdeck, type Store } from '@flagdeck/core'
import { postgresStore } from '@flagdeck/store-postgres'
import { createTestDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerOnTerminal } from './support/answer-on-terminal.ts'
import { runCommand } from './support/flagdeck-command.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const DAY_MS = 86_400_000
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }

/**
 * Creates two stored users and old flags: one that is on for all users, one that depends on it, and one that is rolled
 * out to no user.
 */
async function fill(store: Store): Promise<void> {
  const deck = await createFlagdeck({ store, clock: () => Date.now() - 40 * DAY_MS })
  const { flags, persons } = await deck.project()
  await persons.update('ada', { properties: { plan: 'pro' } })
  await persons.update('bob', { properties: { plan: 'free' } })
  const { id } = await flags.create({ key: 'new-checkout', owner: 'Ada', filters: EVERYBODY })
  const looksAtIt = { key: String(id), type: 'flag', value: true, operator: 'flag_evaluates_to' } as const
  await flags.create({ key: 'invoices', active: false, filters: { groups: [{ properties: [looksAtIt] }] } })
  await flags.create({ key: 'plain', filters: { groups: [{ rollout_percentage: 0 }] } })
  await deck.close()
}

/** Creates a folder with such a database. */
async function filledFolder(): Promise<string> {
  const cwd = temporaryFolder()
  await fill(sqliteStore(join(cwd, 'data/flagdeck.db'), { synchronous: 'normal' }))
  return cwd
}

/** Returns the keys of the flags in the database of such a folder. */
async function keysIn(cwd: string): Promise<readonly string[]> {
  const deck = await createFlagdeck({ store: sqliteStore(join(cwd, 'data/flagdeck.db')) })
  const { flags } = await deck.project()
  const { items } = await flags.list()
  await deck.close()
  return items.map(({ key }) => key).sort()
}

/** Runs `flagdeck flag` with `--json`. */
async function json(options: Parameters<typeof runCommand>[1], ...args: readonly string[]) {
  const { code, stdout, stderr } = await runCommand(['flag', ...args, '--json'], options)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/** Runs all commands for flags; the results do not depend on the database. */
async function liveThrough(options: Parameters<typeof runCommand>[1]): Promise<void> {
  const ask = (...args: readonly string[]) => json(options, ...args)
  expect(await ask('disable', 'new-checkout')).toMatchObject({
    version: 2,
    active: false,
    changed: true,
    applied: true,
  })
  expect(await ask('disable', 'new-checkout')).toMatchObject({ version: 2, changed: false })
  expect(await ask('enable', '1')).toMatchObject({ key: 'new-checkout', version: 3, active: true })
  expect(await ask('archive', 'new-checkout')).toMatchObject({ version: 4, active: false, archived: true })
  expect(await ask('unarchive', 'new-checkout')).toMatchObject({ version: 5, active: false, archived: false })
  expect(await ask('status', 'new-checkout')).toMatchObject({ status: 'active', owner: 'Ada' })
  const deleted = [{ key: 'new-checkout', rolloutState: 'not_rolled_out' }, { key: 'plain' }]
  expect(await ask('delete', 'new-checkout', 'plain')).toMatchObject({ deleted, errors: [], applied: true })
  expect(await ask('restore', 'new-checkout')).toMatchObject({ id: 1, version: 7, deleted: false, changed: true })
  expect(await ask('restore', 'new-checkout')).toMatchObject({ version: 7, changed: false })
  expect(await ask('restore', '3')).toMatchObject({ key: 'plain', deleted: false })
}

describe('FLAG-107 flagdeck flag', () => {
  test('does to a flag what the API does, on SQLite', async () => {
    await liveThrough({ cwd: await filledFolder() })
  })

  test('tells which flags are stale, and why', async () => {
    const cwd = await filledFolder()
    const reason = 'This boolean flag will always evaluate to "true"'
    expect(await json({ cwd }, 'status', '--stale')).toMatchObject([{ key: 'new-checkout', status: 'stale', reason }])
    const { stdout } = await runCommand(['flag', 'status'], { cwd })
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['KEY', 'STATUS'],
      ['invoices', 'active'],
      ['new-checkout', 'stale'],
      ['plain', 'active'],
      [''],
    ])
    expect((await runCommand(['flag', 'status', 'new-checkout'], { cwd })).stdout).toBe(
      `new-checkout is stale: ${reason}.\nRollout: everyone. Owner: Ada.\n`,
    )
    expect((await runCommand(['flag', 'status', '2'], { cwd })).stdout).toMatch(
      /\nRollout: at most 100% of matching users\. Owner: none\.\n$/,
    )
  })

  test('FLAG-101 says that a flag without conditions lets in nobody', async () => {
    const cwd = await filledFolder()
    writeFileSync(join(cwd, 'empty.json'), JSON.stringify({ flagdeck_export: 1, flags: [{ key: 'empty' }] }))
    await runCommand(['import', 'empty.json', '--yes'], { cwd })
    expect((await runCommand(['flag', 'status', 'empty'], { cwd })).stdout).toContain(
      '\nRollout: no users (no condition sets). Owner: none.\n',
    )
  })

  test('FLAG-56 tells of names in filters that nothing looks at, as import does before', async () => {
    const cwd = await filledFolder()
    const flags = [{ key: 'typo', filters: { groups: [{ rollout_percentage: 5, rollout: 25 }] } }]
    writeFileSync(join(cwd, 'typo.json'), JSON.stringify({ flagdeck_export: 1, flags }))
    const told = 'These keys of its filters have no effect: "groups[0].rollout" (did you mean rollout_percentage?)'
    const planned = await runCommand(['import', 'typo.json', '--dry-run'], { cwd })
    expect(planned.stdout).toContain(`The flag typo: ${told}`)
    await runCommand(['import', 'typo.json', '--yes'], { cwd })
    expect((await runCommand(['flag', 'status', 'typo'], { cwd })).stdout).toContain(`\n${told}`)
  })

  test('FLAG-57 tells of numbers that lost digits, as import does before', async () => {
    const cwd = await filledFolder()
    const flags = '[{"key":"ids","filters":{"groups":[{}],"payloads":{"true":{"account":1234567890123456789}}}}]'
    writeFileSync(join(cwd, 'ids.json'), `{"flagdeck_export":1,"flags":${flags}}`)
    const told = 'Only about 16 digits of a number as large as "payloads.true.account" are stored'
    const planned = await runCommand(['import', 'ids.json', '--dry-run'], { cwd })
    expect(planned.stdout).toContain(`The flag ids: ${told}`)
    await runCommand(['import', 'ids.json', '--yes'], { cwd })
    expect((await runCommand(['flag', 'status', 'ids'], { cwd })).stdout).toContain(`\n${told}`)
  })

  test('says it in words', async () => {
    const cwd = await filledFolder()
    const say = async (...args: readonly string[]) => (await runCommand(['flag', ...args], { cwd })).stdout
    expect(await say('disable', 'new-checkout')).toBe(
      'Flag new-checkout disabled (version 2). Running servers apply this within five seconds.\n',
    )
    expect(await say('disable', 'new-checkout')).toBe('Flag new-checkout is already disabled; nothing changed.\n')
    expect(await say('delete', 'plain')).toBe(
      'Deleted plain (off for everyone).\nRunning servers apply this within five seconds.\n',
    )
  })

  test('keeps what an enabled flag looks at, says why, and ends with 1', async () => {
    const cwd = await filledFolder()
    await json({ cwd }, 'enable', 'invoices')
    const { code, stdout, stderr } = await runCommand(['flag', 'delete', 'new-checkout', 'plain'], { cwd })
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^Deleted plain \(/) })
    expect(stderr).toMatch(/^new-checkout was not deleted: .*invoices/)
    const told = await runCommand(['flag', 'delete', '1', '--json'], { cwd })
    expect({ code: told.code, stderr: told.stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(told.stdout)).toMatchObject({ deleted: [], errors: [{ key: 'new-checkout' }] })
    expect(await runCommand(['flag', 'disable', 'new-checkout'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('invoices'),
    })
    const both = await json({ cwd }, 'delete', 'new-checkout', 'invoices')
    expect(both).toMatchObject({ deleted: [{ key: 'new-checkout' }, { key: 'invoices' }], errors: [] })
  })

  test('does it as a user, with the rights of that user and in their name', async () => {
    const cwd = temporaryFolder()
    const acme = {
      name: 'Acme',
      default_feature_flags_access_level: 21,
      members: [{ email: 'ada@acme.test', level: 'owner' }, { email: 'bob@acme.test' }],
      projects: [{ name: 'Web', flags: [{ key: 'beta' }] }],
    }
    writeFileSync(join(cwd, 'acme.json'), JSON.stringify({ organizations: [acme] }))
    await runCommand(['bootstrap', 'acme.json'], { cwd })
    for (const args of [
      ['disable', 'beta'],
      ['delete', 'beta'],
      ['disable', 'beta', '--dry-run'],
    ]) {
      const { code, stderr } = await runCommand(['flag', ...args, '--email', 'bob@acme.test'], { cwd })
      expect({ code, stderr }, args.join(' ')).toMatchObject({ code: 1, stderr: expect.stringMatching(/edit/) })
    }
    await json({ cwd }, 'disable', 'beta', '--email', 'ada@acme.test')
    const { stdout } = await runCommand(['history', 'list', 'flag', 'beta'], { cwd })
    expect(stdout).toMatch(/^2 {2,}\S+ {2}ada@acme\.test {2}updated {2}active$/m)
  })

  test.each([
    [['enable', 'new-chekout'], 1, 'There is no flag "new-chekout"; did you mean new-checkout?\n'],
    [['delete', 'plain', 'nope'], 1, 'There is no flag "nope".\n'],
    [['status', '99'], 1, 'There is no flag "99".\n'],
    [['restore', 'nope'], 1, 'There is no deleted flag "nope".\n'],
    [['restore', 'plain'], 0, ''],
    [['status', 'plain', '--stale'], 2, '--stale lists flags: remove the flag name or --stale.\n'],
    [['enable', 'plain', '--email', 'eve@acme.test'], 1, /^There is no user eve@acme\.test: /],
    [['enable', 'plain', '--project', 'Wbe'], 1, /^There is no project "Wbe"/],
    [['tag', 'plain'], 2, 'Specify tags with --add, --remove or both.\n'],
    [['tag', 'plain', 'nope', '--add', 'shop'], 1, 'There is no flag "nope".\n'],
    [['copy', 'plain'], 2, /--to/],
    [['enable'], 2, /^Missing required argument 'flag'/],
    [['enabel', 'plain'], 2, /did you mean enable\?/i],
    [['enable', 'plain', '--dryrun'], 2, /did you mean --dry-run\?/i],
  ] as const)('%j is answered in one sentence, and nothing is deleted', async (args, code, sentence) => {
    const cwd = await filledFolder()
    const answered = await runCommand(['flag', ...args], { cwd })
    expect(answered).toMatchObject({
      code,
      stderr: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    })
    expect(await keysIn(cwd)).toEqual(['invoices', 'new-checkout', 'plain'])
  })

  test('calls status list, too', async () => {
    const cwd = await filledFolder()
    const listed = await json({ cwd }, 'list')
    expect(listed).toHaveLength(3)
    expect(listed).toEqual(await json({ cwd }, 'status'))
  })

  test('gives flags tags and takes tags away, each flag that has them otherwise', async () => {
    const cwd = await filledFolder()
    const tag = (...args: readonly string[]) => json({ cwd }, 'tag', ...args)
    expect(await tag('plain', 'invoices', '--add', 'shop', 'q4', '--dry-run')).toMatchObject({ applied: false })
    expect(await tag('plain', 'invoices', '--add', 'shop', 'q4')).toMatchObject({
      updated: [
        { key: 'invoices', tags: ['shop', 'q4'] },
        { key: 'plain', tags: ['shop', 'q4'] },
      ],
      skipped: [],
      applied: true,
    })
    const { stdout } = await runCommand(['flag', 'tag', 'plain', '--add', 'beta', '--remove', 'q4', 'shop'], { cwd })
    expect(stdout).toBe('The tags of plain are now: beta.\n')
    expect(await json({ cwd }, 'status', 'plain')).toMatchObject({ key: 'plain' })
    expect(await runCommand(['flag', 'tag', 'plain', '--remove', 'beta'], { cwd })).toMatchObject({
      stdout: 'The tags of plain are now: none.\n',
    })
  })

  test('FLAG-110 copies a flag to other projects, and says of each other why not', async () => {
    const cwd = temporaryFolder()
    const projects = [{ name: 'Web', flags: [{ key: 'beta', active: true }] }, { name: 'App' }, { name: 'Shop' }]
    const acme = { name: 'Acme', members: [{ email: 'ada@acme.test', level: 'owner' }], projects }
    writeFileSync(join(cwd, 'acme.json'), JSON.stringify({ organizations: [acme] }))
    await runCommand(['bootstrap', 'acme.json'], { cwd })
    const from = ['--project', 'Web']
    expect(await json({ cwd }, 'copy', 'beta', '--to', 'App', '--off', ...from, '--dry-run')).toMatchObject({
      success: [{ active: false }],
      applied: false,
    })
    const { stdout } = await runCommand(['flag', 'copy', 'beta', '--to', 'App', 'Shop', '--off', ...from], { cwd })
    expect(stdout).toBe('Copied beta to App (off).\nCopied beta to Shop (off).\n')
    expect(await json({ cwd }, 'status', '--project', 'Shop')).toMatchObject([{ key: 'beta' }])
    const { stderr } = await runCommand(['flag', 'copy', 'beta', '--to', 'Apb', ...from], { cwd })
    expect(stderr).toBe('There is no project "Apb"; did you mean App?\n')
  })

  test('FLAG-144 copies the flags that a flag depends on with --dependencies, and names the option without it', async () => {
    const cwd = await filledFolder()
    const deck = await createFlagdeck({ store: sqliteStore(join(cwd, 'data/flagdeck.db')) })
    const { project } = (await deck.project()).context
    await deck.projects.create({ name: 'App' })
    await deck.close()
    const copy = ['flag', 'copy', 'invoices', '--to', 'App', '--project', String(project.id)]
    const { code, stderr } = await runCommand(copy, { cwd })
    expect([code, stderr]).toEqual([1, expect.stringContaining('--dependencies')])
    expect((await runCommand([...copy, '--dependencies'], { cwd })).stdout).toBe('Copied invoices to App (off).\n')
    expect(await json({ cwd }, 'status', '--project', 'App')).toMatchObject([
      { key: 'invoices' },
      { key: 'new-checkout' },
    ])
  })

  test('FLAG-112 shows what a copy changes of a flag that exists, and changes it only with --yes', async () => {
    const cwd = temporaryFolder()
    const everybody = { key: 'beta', active: true, filters: { groups: [{ rollout_percentage: 100 }] } }
    const few = { key: 'beta', active: false, filters: { groups: [{ rollout_percentage: 5 }] } }
    const projects = [
      { name: 'Web', flags: [everybody] },
      { name: 'App', flags: [few] },
    ]
    const acme = { name: 'Acme', members: [{ email: 'ada@acme.test', level: 'owner' }], projects }
    writeFileSync(join(cwd, 'acme.json'), JSON.stringify({ organizations: [acme] }))
    await runCommand(['bootstrap', 'acme.json'], { cwd })
    const copy = ['flag', 'copy', 'beta', '--to', 'App', '--project', 'Web']
    const difference =
      'In App:\n~ flag beta\n    filters.groups: [{"properties":[],"rollout_percentage":5}] -> [{"properties":[],"rollout_percentage":100}]\n'
    const refused = await runCommand(copy, { cwd })
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toBe(
      `${difference}\nThis copy changes existing flags: add --yes to confirm, or --dry-run to only show the changes.\n`,
    )
    expect((await runCommand([...copy, '--dry-run'], { cwd })).stdout).toBe(
      `${difference}Would copy beta to App (off).\nNothing was saved.\n`,
    )
    expect(await json({ cwd }, 'status', 'beta', '--project', 'App')).toMatchObject({ rollout: { maxPercentage: 5 } })
    expect(await answerOnTerminal(copy, 'n', { cwd })).toMatch(
      /filters\.groups: .*Apply these changes\?.*Nothing was changed\./s,
    )
    expect(await json({ cwd }, 'status', 'beta', '--project', 'App')).toMatchObject({ rollout: { maxPercentage: 5 } })
    expect((await runCommand([...copy, '--yes'], { cwd })).stdout).toBe('Copied beta to App (off).\n')
    expect(await json({ cwd }, 'status', 'beta', '--project', 'App')).toMatchObject({ rollout: { maxPercentage: 100 } })
    // Now both flags are equal, so there is nothing to confirm.
    expect((await runCommand(copy, { cwd })).code).toBe(0)
  })

  test('names the way back of a flag that is deleted', async () => {
    const cwd = await filledFolder()
    await json({ cwd }, 'delete', 'plain')
    const { code, stderr } = await runCommand(['flag', 'enable', 'plain'], { cwd })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Flag "plain" is deleted: restore it with "flagdeck flag restore plain".\n',
    })
    expect((await runCommand(['flag', 'restore', 'plian'], { cwd })).stderr).toBe(
      'There is no deleted flag "plian"; did you mean plain?\n',
    )
  })
})

describe('FLAG-107 DRY-1 flagdeck flag --dry-run', () => {
  test('tells what would happen and whose answers would change, and leaves the file as it is', async () => {
    const cwd = await filledFolder()
    await json({ cwd }, 'delete', 'plain')
    const before = readFileSync(join(cwd, 'data/flagdeck.db'))
    const expected = [
      [['disable', 'new-checkout'], 'Flag new-checkout would be disabled (version 2)', 2],
      [['archive', 'new-checkout'], 'Flag new-checkout would be archived (version 2)', 2],
      [['enable', 'invoices'], 'Flag invoices would be enabled (version 2)', 2],
      [['restore', 'plain'], 'Flag plain would be restored (version 3)', 0],
      [['delete', 'new-checkout'], 'Would delete new-checkout (on for everyone)', 2],
    ] as const
    for (const [args, would, changed] of expected) {
      const { code, stdout, stderr } = await runCommand(['flag', ...args, '--dry-run'], { cwd })
      expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' })
      expect(stdout, args.join(' ')).toContain(would)
      expect(stdout, args.join(' ')).toContain('Nothing was saved.')
      expect(stdout, args.join(' ')).toContain(`\n${changed} of 2 stored users would get a different result.\n`)
    }
    expect(readFileSync(join(cwd, 'data/flagdeck.db')).equals(before)).toBe(true)
  })

  test('refuses what the change would be refused, and says what is so already', async () => {
    const cwd = await filledFolder()
    expect(await json({ cwd }, 'enable', 'plain', '--dry-run')).toMatchObject({ changed: false })
    expect(await json({ cwd }, 'disable', 'plain', '--dry-run')).toMatchObject({
      preview: { total: 2, dependants: [] },
    })
    await json({ cwd }, 'enable', 'invoices')
    const refused = await runCommand(['flag', 'disable', 'new-checkout', '--dry-run'], { cwd })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('invoices') })
  })
})

describeOnNewestPostgres('FLAG-107 flagdeck flag on PostgreSQL', ({ url }) => {
  test('does to a flag what the API does', async () => {
    const database = await createTestDatabase(url)
    onTestFinished(() => database.dispose())
    await fill(postgresStore({ connectionString: database.url }))
    const options = { cwd: temporaryFolder(), env: { DATABASE_URL: database.url } }
    const tried = await json(options, 'disable', 'new-checkout', '--dry-run')
    expect(tried).toMatchObject({ version: 2, applied: false, preview: { changed: 2 } })
    await liveThrough(options)
  })
})
