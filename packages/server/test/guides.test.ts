import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { API_KEY_VARIABLE } from '../src/settings/api-key-variable.ts'
import { variablesOf } from '../src/settings/setting.ts'
import { SETTINGS } from '../src/settings/settings.ts'
import { commandComplaint } from './support/command-complaint.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const DOCUMENTS = globSync(
  ['README.md', 'examples/README.md', 'docs/*.md', 'docs/guides/*.md', 'packages/*/README.md'],
  {
    cwd: root,
    // It also names paths of other servers that it measures.
    exclude: ['docs/benchmarks.md'],
  },
)

const { paths } = JSON.parse(read('docs/openapi.json')) as { readonly paths: Readonly<Record<string, unknown>> }
/** Paths that are not in the OpenAPI document: they are not endpoints of the API, or a setting enables them. */
const OTHER_PATHS = [
  '/_livez',
  '/_readyz',
  '/_health',
  '/metrics',
  '/console/',
  '/api/schema/ui/',
  '/api/sign_in/openid/callback/',
  '/static/array.js',
  '/array/{token}/array.js',
]
const PATHS = [...Object.keys(paths), ...OTHER_PATHS]

/** Matches the base URL of the API in a document. */
const BASES = /\$API\b|\$\{?B\}?(?=\/)|https?:\/\/(?:127\.0\.0\.1(?::\d+)?|flags\.example\.com)(?=\/)/g
const PATH =
  /(?<=[\s"'`])\/(?:api|flags|ofrep|array|static|openfeature|console|metrics|_[a-z]+)(?:\/[^\s"'`),;]*)?(?=[\s"'`),;])/g

describe.each(DOCUMENTS)('SERVE-43 %s', (document) => {
  const text = read(document)
  const shell = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block)

  test('gives commands that there are, with options that they have', () => {
    const lines = shell.flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    const spans = [...text.matchAll(/`((?:npx )?flagdeck [^`]+)`/g)].map(([, span = '']) => span)
    const commands = [...lines, ...spans].flatMap((line) => /(?:^|\s)flagdeck ([a-z].*)/.exec(line)?.[1] ?? [])
    const complaints = commands.map((command) => [command, commandComplaint(wordsOf(command))])
    expect(complaints.filter(([, complaint]) => complaint !== undefined)).toEqual([])
  })

  test('sets what can be set', () => {
    const known = new Set<string>([
      ...Object.values(SETTINGS).flatMap(variablesOf),
      'FLAGDECK_CONFIG',
      API_KEY_VARIABLE,
    ])
    const named = text.match(/\bFLAGDECK_[A-Z_]+\b/g) ?? []
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  test('asks for paths that are answered', () => {
    const asked = (text.replaceAll(BASES, (base) => (base === '$API' ? '/api/projects/1' : '')).match(PATH) ?? []).map(
      (path) => path.replace(/[?#].*$/, ''),
    )
    expect(asked.filter((path) => !isAnswered(path))).toEqual([])
  })

  test('leads to headings that there are', () => {
    const missing = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].filter(
      ([, target = '', anchor = '']) => {
        const url = target === '' ? new URL(document, root) : new URL(target, new URL(document, root))
        return !anchorsOf(readFileSync(url, 'utf8')).includes(anchor)
      },
    )
    expect(missing.map(([link]) => link)).toEqual([])
  })
})

/** Returns the words of a command, without comments, pipes and redirections. */
function wordsOf(command: string): readonly string[] {
  return command
    .replace(/\s+(#|\||&&|>).*$/, '')
    .replaceAll(/\\?["'][^"']*["']/g, 'text')
    .split(/\s+/)
}

/** Whether the path exists. If the path ends with a slash, paths below it also count. */
function isAnswered(path: string): boolean {
  return PATHS.some((template) => patternOf(template).test(path) || (path.endsWith('/') && template.startsWith(path)))
}

/** Returns a template as a pattern. The slash at the end is optional, as it is for the server. */
function patternOf(template: string): RegExp {
  const parts = template
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (/^\{.*\}$/.test(part) ? '[^/]+' : part))
  return new RegExp(`^${parts.join('/').replaceAll('.', '\\.')}/?$`)
}

/** Returns the anchors that GitHub creates for headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
}
