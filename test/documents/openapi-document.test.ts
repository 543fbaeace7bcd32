import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '../../scripts/process/run.ts'
import { inWorkspace } from '../../scripts/workspace/source-files.ts'

const DOCUMENT = inWorkspace('docs/openapi.json')
const here = (name: string) => inWorkspace(`test/documents/support/${name}`)
const tool = (name: string) => inWorkspace(`test/documents/node_modules/.bin/${name}`)
/** A folder in the workspace, so that its files can import the installed modules. */
const folder = mkdtempSync(inWorkspace('test/documents/node_modules/.clients-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('HTTP-33 Redocly finds nothing in the OpenAPI document', async () => {
  const { code, output } = await run(tool('redocly'), ['lint', '--config', here('redocly.yaml'), DOCUMENT], {
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  expect(output).toContain('valid')
  expect(output).not.toMatch(/warning|error/i)
  expect(code).toBe(0)
})

test('HTTP-33 Spectral finds nothing in the OpenAPI document', async () => {
  const { code, output } = await run(tool('spectral'), ['lint', '--ruleset', here('spectral.yaml'), DOCUMENT])
  expect(output).toContain('No results with a severity of')
  expect(code).toBe(0)
})

/** Uses of a generated client that compile only if the document matches what the API accepts. */
const OPENAPI_TYPESCRIPT = `
import type { components, paths } from './schema.d.ts'
type List = paths['/api/projects/{project_id}/feature_flags/']['get']
type Create = paths['/api/projects/{project_id}/feature_flags/']['post']['requestBody']['content']['application/json']
export const query: List['parameters']['query'] = { limit: 5, archived: true, active: 'STALE' }
export const path: List['parameters']['path'] = { project_id: 1 }
export const body: Create = { key: 'a', filters: { groups: [{ rollout_percentage: 50 }] } }
export const share = (flag: components['schemas']['FeatureFlag']) => flag.filters.groups?.[0]?.rollout_percentage
// @ts-expect-error a limit is a number
export const wrong: List['parameters']['query'] = { limit: 'five' }
// @ts-expect-error filters are no text
export const none: Create = { key: 'a', filters: 'all' }
`

const HEY_API = `
import { featureFlagsCreate, featureFlagsList } from './client/index.ts'
export const list = () => featureFlagsList({ path: { project_id: '@current' }, query: { limit: 5, type: 'boolean' } })
export const create = () => featureFlagsCreate({ path: { project_id: 1 }, body: { key: 'a' } })
// @ts-expect-error a flag has a key
export const wrong = () => featureFlagsCreate({ path: { project_id: 1 }, body: { name: 'a' } })
`

const COMPILED =
  '--noEmit --strict --skipLibCheck --target es2023 --module esnext --moduleResolution bundler --allowImportingTsExtensions'.split(
    ' ',
  )

test.each([
  ['openapi-typescript', [DOCUMENT, '--output', join(folder, 'schema.d.ts')], OPENAPI_TYPESCRIPT],
  ['openapi-ts', ['--input', DOCUMENT, '--output', join(folder, 'client')], HEY_API],
])('HTTP-33 a client that %s makes of the document takes what the API takes', async (name, args, code) => {
  const made = await run(tool(name), args)
  expect(made.code, made.output).toBe(0)
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, code)
  const compiled = await run(tool('tsc'), [...COMPILED, '--lib', 'es2023,dom,dom.iterable', file])
  expect(compiled).toMatchObject({ code: 0, output: '' })
})
