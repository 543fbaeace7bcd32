import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type CreateFlagInput, createFlagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { type Asking, snippet } from '../../packages/console/src/screens/flag/snippets.ts'
import { EVERYBODY, flagdeckServer } from '../../packages/http-node/test/openfeature/flagdeck-server.ts'
import { inWorkspace } from '../../scripts/workspace/source-files.ts'

const run = promisify(execFile)

/** Packages that snippets import, with their folders in the workspace. */
const PACKAGES = {
  'posthog-node': 'node_modules/posthog-node',
  '@openfeature/ofrep-provider': 'packages/http-node/node_modules/@openfeature/ofrep-provider',
  '@openfeature/server-sdk': 'packages/http-node/node_modules/@openfeature/server-sdk',
  '@flagdeck/core': 'packages/core',
  '@flagdeck/store-sqlite': 'packages/store-sqlite',
}

const ON: CreateFlagInput = { key: 'new-checkout', filters: { groups: EVERYBODY } }
const PRO = { key: 'plan', type: 'person', operator: 'exact', value: ['pro'] } as const
const VARIANTS = [{ key: 'one-page', rollout_percentage: 100 }]
const FLAGS: readonly CreateFlagInput[] = [
  ON,
  { key: 'pages', filters: { groups: [{ properties: [PRO] }], multivariate: { variants: VARIANTS } } },
  { key: 'limits', isRemoteConfiguration: true, filters: { groups: EVERYBODY, payloads: { true: { uploads: 20 } } } },
]

/** The expected output of the snippets for FLAGS. */
const CALLS: readonly (Pick<Asking, 'key' | 'answer' | 'properties'> & { readonly output: string })[] = [
  { key: ON.key, answer: 'switch', properties: {}, output: 'true' },
  { key: 'pages', answer: 'variant', properties: { plan: 'pro', 'is-admin': true }, output: 'one-page' },
  { key: 'limits', answer: 'payload', properties: {}, output: '{ uploads: 20 }' },
]

function projectFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-snippets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, place] of Object.entries(PACKAGES)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(inWorkspace(place), link)
  }
  return folder
}

async function output(folder: string, code: string): Promise<string> {
  writeFileSync(join(folder, 'flag.mjs'), code)
  return (await run(process.execPath, ['flag.mjs'], { cwd: folder, timeout: 20_000 })).stdout.trim()
}

test.each(['node', 'openfeature'] as const)('CONSOLE-366 the code for %s runs unchanged', async (language) => {
  const { url, project, flags } = await flagdeckServer()
  for (const flag of FLAGS) await flags.create(flag)
  const folder = projectFolder()
  for (const { output: expected, ...call } of CALLS) {
    const code = snippet(language, { ...call, host: url, token: project.apiToken })
    expect(await output(folder, code), call.key).toBe(expected)
  }
})

test('CONSOLE-366 the code for an embedded library runs unchanged, in the project of the token', async () => {
  const folder = projectFolder()
  mkdirSync(join(folder, 'data'))
  const deck = await createFlagdeck({ store: sqliteStore(join(folder, 'data/flagdeck.db')) })
  const { context, flags } = await deck.project()
  for (const flag of FLAGS) await flags.create(flag)
  await deck.close()
  // Loading the sources of the packages takes seconds.
  for (const { output: expected, ...call } of CALLS.slice(1)) {
    const code = snippet('embedded', { ...call, host: '', token: context.project.apiToken })
    expect(await output(folder, code), call.key).toBe(expected)
  }
})

test('CONSOLE-366 the code for Python is valid', ({ skip }) => {
  if (spawnSync('python3', ['--version']).status !== 0) skip('python3 is not installed')
  const properties = { plan: "it's", 'is-admin': true, none: null, list: [false, 1.5, { a: '\n"' }] }
  const code = snippet('python', { key: "it's", host: 'http://x', token: 'phc_1', answer: 'variant', properties })
  const found = spawnSync('python3', ['-c', 'import sys; compile(sys.stdin.read(), "flag.py", "exec")'], {
    input: code,
  })
  expect(found.stderr.toString()).toBe('')
})
