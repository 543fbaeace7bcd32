import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importedModules } from '../../scripts/check/imported-modules.ts'
import { run } from '../../scripts/process/run.ts'
import { readManifest } from '../../scripts/workspace/manifest.ts'
import { publicPackages } from '../../scripts/workspace/workspace-packages.ts'
import { workspaceRoot } from '../../scripts/workspace/workspace-root.ts'
import { BUILDS } from './built-program.ts'
import { modulesLoadedAtStart } from './bundle-graph.ts'
import { codeBlocks } from './code-blocks.ts'
import { createConsumerProject, installDeno, installNodeReleases } from './consumer-project.ts'
import { programOfInferredTypes } from './inferred-types.ts'
import { LARGE_WRITE_PROGRAM } from './large-write-program.ts'
import { publintProblems, typeProblems } from './linted-package.ts'
import { type PackedPackage, packPackages } from './packed-package.ts'

const SUPPORTED_NODES = ['22.23.3', '24.21.0', '26.10.0'] as const
const OLD_NODES = ['18.20.8', '20.20.2'] as const
const DENO = '2.9.6'
const DRIVERS = ['better-sqlite3', 'ioredis', 'pg']
// These throw if they are imported outside a test run, because vitest does.
const NEEDS_TEST_RUNNER = new Set(['@flagdeck/store-suite'])

/**
 * Builds that start no threads: the process may not start one, or a thread would load another copy of the driver
 * (WRITE-10).
 */
const WITHOUT_THREADS: ReadonlySet<string> = new Set<keyof typeof BUILDS>([
  'Node with --permission runs it',
  'esbuild bundled it with the driver, whose native code was copied',
])

const PUBLISHED_FILE =
  /^(dist\/.*\.(js|d\.ts)|dist\/console\/.*\.(html|js|css|svg)(\.(br|gz))?|dist\/THIRD-PARTY-NOTICES\.txt|package\.json|LICENSE|README\.md)$/

const NODE_TYPES = ['--types', 'node', '--typeRoots', join(workspaceRoot, 'node_modules/@types')]
const COMPILE = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', ...NODE_TYPES]

/** The oldest supported release, and the release with which the workspace is developed. */
const COMPILERS = ['typescript-oldest', 'typescript'] as const
/** The oldest release takes several times as long as the newest one. */
const SLOW = { timeout: 180_000 }

const folder = mkdtempSync(join(tmpdir(), 'flagdeck-packaging-'))
let packages: readonly PackedPackage[]
let consumer: string
let nodes: Readonly<Record<(typeof SUPPORTED_NODES | typeof OLD_NODES)[number], string>>
let deno: string

beforeAll(async () => {
  packages = await packPackages(folder)
  const releases = installNodeReleases(folder, [...OLD_NODES, ...SUPPORTED_NODES])
  const project = createConsumerProject(folder, packages)
  ;[consumer, nodes, deno] = await Promise.all([project, releases, installDeno(folder, DENO)])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packageNames = publicPackages().map(({ manifest }) => manifest.name)

function packed(name: string): PackedPackage {
  const found = packages.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`${name} was not packed`)
  return found
}

function importableEntries(): readonly string[] {
  return packages.flatMap(({ entries }) => entries).filter((entry) => !NEEDS_TEST_RUNNER.has(entry))
}

describe.for(packageNames)('%s', (name) => {
  test('publishes its build, its licence, what it is and nothing else', () => {
    const { files } = packed(name)
    expect(files.filter((file) => !PUBLISHED_FILE.test(file))).toEqual([])
    expect(files.filter((file) => /\.test\.|(^|\/)test\//.test(file))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']))
  })

  test('mentions no path of the machine it was built on, and no source map', () => {
    const { directory, files } = packed(name)
    const traces = [workspaceRoot, `${homedir()}/`, 'sourceMappingURL=']
    const found = files.flatMap((file) => {
      const text = readFileSync(join(directory, file), 'utf8')
      return traces.filter((trace) => text.includes(trace)).map((trace) => `${file}: ${trace}`)
    })
    expect(found).toEqual([])
  })

  test('imports only what its package.json asks for', () => {
    const { directory, files } = packed(name)
    const { dependencies, peerDependencies } = readManifest(directory)
    const asked = [name, ...Object.keys({ ...dependencies, ...peerDependencies })]
    const code = files.filter((file) => /\.(js|d\.ts)$/.test(file))
    const missing = code.flatMap((file) =>
      importedModules(file, readFileSync(join(directory, file), 'utf8'))
        .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
        .filter((specifier) => !asked.some((asks) => specifier === asks || specifier.startsWith(`${asks}/`)))
        .map((specifier) => `${file}: ${specifier}`),
    )
    expect(missing).toEqual([])
  })

  test('passes publint', async () => {
    expect(await publintProblems(packed(name).tarball)).toEqual([])
  })

  test('has types that resolve wherever ESM does', async ({ skip }) => {
    const { isApplication, tarball } = packed(name)
    skip(isApplication, 'a command has nothing to import')
    expect(await typeProblems(tarball)).toEqual([])
  })
})

describe('an empty project that installs the packages', () => {
  test.for(SUPPORTED_NODES)('imports every entry on Node %s', async (version) => {
    const program = importableEntries().map((entry) => `await import(${JSON.stringify(entry)})`)
    const args = ['--input-type=module', '--eval', program.join('\n')]
    expect(await run(nodes[version], args, { cwd: consumer })).toMatchObject({ code: 0, output: '' })
  })

  const EMBEDDED = [
    'await (await createFlagdeck({ store: sqliteStore("embedded.db") })).close()',
    'await (await createFlagdeck({ store: memoryStore() })).close()',
    'await sqliteStore("embedded.db").migrate()',
    'await backupDatabase("embedded.db", "saved.db")',
  ].map((statement) =>
    [
      "import { createFlagdeck, memoryStore } from '@flagdeck/core'",
      "import { backupDatabase, sqliteStore } from '@flagdeck/store-sqlite'",
      statement,
    ].join('\n'),
  )

  test.for(OLD_NODES.flatMap((version) => EMBEDDED.map((program) => [version, program] as const)))(
    'EMBED-20 hears which Node is needed on %s, and does not crash: %s',
    async ([version, program]) => {
      const { code, output } = await run(nodes[version], ['--input-type=module', '--eval', program], { cwd: consumer })
      expect(output).toContain(`Error: Flagdeck needs Node 22.18 or newer; this is Node ${version}.`)
      expect(code).toBe(1)
    },
  )

  test('EMBED-21 works under Deno, which prints nothing when a deck is closed', async () => {
    const directory = mkdtempSync(join(consumer, 'deno-'))
    const [onSqlite = '', inMemory = ''] = EMBEDDED
    for (const program of [onSqlite, inMemory]) {
      writeFileSync(join(directory, 'program.mjs'), program)
      const args = ['run', '--allow-all', '--no-lock', '--no-remote', '--node-modules-dir=manual', 'program.mjs']
      const env = { DENO_DIR: join(folder, 'deno-cache'), DENO_NO_UPDATE_CHECK: '1' }
      expect(await run(deno, args, { cwd: directory, env, timeoutMs: 30_000 })).toMatchObject({ code: 0, output: '' })
    }
  })

  test('resolves the entries that only tests can import', async () => {
    const program = [...NEEDS_TEST_RUNNER]
      .filter((entry) => packages.some(({ entries }) => entries.includes(entry)))
      .map((entry) => `import.meta.resolve(${JSON.stringify(entry)})`)
    const args = ['--input-type=module', '--eval', program.join('\n')]
    expect(await run('node', args, { cwd: consumer })).toMatchObject({ code: 0, output: '' })
  })

  test.for(COMPILERS)('EMBED-39 compiles against every entry, declarations included: %s', SLOW, async (name) => {
    const file = `${name}.ts`
    const source = importableEntries().map((entry, index) => `export * as entry${index} from '${entry}'`)
    writeFileSync(join(consumer, file), `${source.join('\n')}\n`)
    const compiler = join(workspaceRoot, 'node_modules', name, 'bin/tsc')
    const { code, output } = await run('node', [compiler, ...COMPILE, file], { cwd: consumer })
    expect({ code, output }).toEqual({ code: 0, output: '' })
  })

  test('names in declarations whatever the compiler infers of a deck', async () => {
    writeFileSync(join(consumer, 'inferred.ts'), programOfInferredTypes())
    const { code, output } = await run('tsc', [...COMPILE, '--declaration', 'inferred.ts'], { cwd: consumer })
    expect(output).toBe('')
    expect(code).toBe(0)
  })
})

describe('EMBED-36 a program that embeds a deck loses no large write', () => {
  test.for(Object.entries(BUILDS))('when %s', async ([name, build]) => {
    const places = { folder: mkdtempSync(join(consumer, 'built-')), elsewhere: mkdtempSync(join(folder, 'built-')) }
    const [command, ...args] = await build(places, LARGE_WRITE_PROGRAM)
    const cwd = places.folder
    const { code, output, stdout } = await run(command, [...args, 'flags.db'], { cwd, timeoutMs: 60_000 })
    expect(code, output).toBe(0)
    const { threads, ...written } = JSON.parse(stdout)
    expect(written).toEqual({ evaluations: 500, tiles: 1, members: 25_000, errors: [] })
    expect(threads > 0).toBe(!WITHOUT_THREADS.has(name))
  })
})

describe('the README', () => {
  const blocks = codeBlocks(join(workspaceRoot, 'README.md'))

  test('begins with code that runs as pasted', async () => {
    const directory = mkdtempSync(join(consumer, 'readme-'))
    writeFileSync(join(directory, 'index.ts'), blocks[0] ?? '')
    const { code, output } = await run(nodes['24.21.0'], ['index.ts'], { cwd: directory })
    expect(output).toMatch(/^(true|false)\n(Matched condition set 1|Out of rollout bound)\n$/)
    expect(code).toBe(0)
  })

  test('shows no code that does not compile', async () => {
    const ownCode = blocks.filter((block) => !block.includes('posthog-node'))
    expect(ownCode.length).toBeGreaterThan(1)
    expect(await compiled('readme', ownCode)).toMatchObject({ code: 0, output: '' })
  })
})

describe('the README of each package', () => {
  const readmes = packageNames.map((name) => {
    const { directory } = publicPackages().find(({ manifest }) => manifest.name === name) ?? { directory: '' }
    return { name, blocks: codeBlocks(join(directory, 'README.md')) }
  })
  // These programs need PostgreSQL, Redis or a test runner.
  const needsMore = /postgresStore|redisServices|describeStore/

  test.for(readmes.filter(({ blocks }) => blocks.some((block) => !needsMore.test(block))))(
    '$name shows code that runs as pasted',
    async ({ blocks }) => {
      const directory = mkdtempSync(join(consumer, 'package-readme-'))
      writeFileSync(join(directory, 'index.ts'), blocks.join('\n'))
      const { code, output } = await run(nodes['24.21.0'], ['index.ts'], { cwd: directory, timeoutMs: 30_000 })
      expect(output).not.toBe('')
      expect(code, output).toBe(0)
    },
  )

  test('shows no code that does not compile', async () => {
    const code = readmes.flatMap(({ blocks }) => blocks)
    expect(code).toHaveLength(packageNames.length - 1)
    expect(await compiled('package-readme', code)).toMatchObject({ code: 0, output: '' })
  })
})

/** Compiles programs against the published packages. */
function compiled(name: string, programs: readonly string[]) {
  const files = programs.map((_, index) => `${name}-${index}.ts`)
  for (const [index, program] of programs.entries()) writeFileSync(join(consumer, `${name}-${index}.ts`), program)
  return run('tsc', [...COMPILE, ...files], { cwd: consumer })
}

describe('the flagdeck command', () => {
  const command = () => join(consumer, 'node_modules/.bin/flagdeck')

  test.for(SUPPORTED_NODES)('runs on Node %s', async (version) => {
    const { code, output } = await run(nodes[version], [command(), '--version'], { cwd: consumer })
    expect(output).toContain(packed('flagdeck').version)
    expect(code).toBe(0)
  })

  test.for(OLD_NODES)('says which Node it needs on %s, which is too old, and fails', async (version) => {
    const { code, output } = await run(nodes[version], [command(), 'serve'], { cwd: consumer })
    expect(output).toContain(`Flagdeck needs Node 22.18 or newer; this is Node ${version}.`)
    expect(code).toBe(1)
  })

  test('loads no driver before it knows which one it needs', () => {
    const atStart = modulesLoadedAtStart(join(packed('flagdeck').directory, 'dist'), 'cli.js')
    expect(atStart.filter((specifier) => DRIVERS.includes(specifier))).toEqual([])
  })

  test('brings the licences of the libraries in its bundle', () => {
    const notices = readFileSync(join(packed('flagdeck').directory, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
    expect(notices).not.toContain('undefined')
  })
})
