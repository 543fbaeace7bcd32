import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { flagdeckApplication } from '../src/api/flagdeck-application.ts'
import type { ConsoleFile } from '../src/api/wire/console-file.ts'
import { plainRequest } from '../src/rest/plain-request.ts'

const text = (content: string) => new TextEncoder().encode(content)

const PAGE: ConsoleFile = {
  contentType: 'text/html; charset=utf-8',
  etag: '"page"',
  isImmutable: false,
  bytes: text('<!doctype html>'),
}

const SCRIPT: ConsoleFile = {
  contentType: 'text/javascript; charset=utf-8',
  etag: '"script"',
  isImmutable: true,
  bytes: text('plain'),
  brotli: text('by brotli'),
  gzip: text('by gzip'),
}

const FILES = new Map([
  ['index.html', PAGE],
  ['assets/main-1a2b.js', SCRIPT],
])

async function get(
  url: string,
  headers: Record<string, string> = {},
  options: { basePath?: string; publicUrl?: string; off?: true } = {},
) {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const { off, ...rest } = options
  const application = flagdeckApplication(deck.context, { ...rest, ...(off ? {} : { console: FILES }) })
  const { status, headers: answered, body } = await application.handle(plainRequest('GET', url, { headers }))
  return { status, headers: answered, text: body instanceof Uint8Array ? new TextDecoder().decode(body) : body }
}

test.each([
  ['/', undefined, '/console/'],
  ['/console', undefined, '/console/'],
  ['/admin/flags', '/admin/flags', '/admin/flags/console/'],
  ['/admin/flags/', '/admin/flags', '/admin/flags/console/'],
  ['/admin/flags/console?x=1', '/admin/flags', '/admin/flags/console/'],
])('CONSOLE-1 leads from %s (mounted at %s) to %s', async (url, basePath, target) => {
  const { status, headers } = await get(url, {}, basePath === undefined ? {} : { basePath })
  expect(status).toBe(302)
  expect(new URL(headers.location ?? '', `http://behind.a/prefix${url}`).pathname).toBe(`/prefix${target}`)
})

test.each([
  // A proxy that removes /flags, and also forwards the bare prefix as /.
  ['http://host/flags', '/', 'http://host/flags', undefined, '/flags/console/'],
  ['http://host/flags/', '/', 'http://host/flags', undefined, '/flags/console/'],
  ['http://host/flags/', '/', 'http://host/flags/', undefined, '/flags/console/'],
  ['http://host/flags/console', '/console', 'http://host/flags', undefined, '/flags/console/'],
  ['http://host/flags/api/schema/ui', '/api/schema/ui', 'http://host/flags', undefined, '/flags/api/schema/ui/'],
  // A proxy that forwards the whole path.
  ['http://host/flags', '/flags', 'http://host', '/flags', '/flags/console/'],
  ['http://host/flags/', '/flags/', undefined, '/flags', '/flags/console/'],
  ['http://host/flags/console', '/flags/console', undefined, '/flags', '/flags/console/'],
  // A proxy that removes /out before a mounted API.
  ['http://host/out/deck', '/deck', 'http://host/out', '/deck', '/out/deck/console/'],
])(
  'CONSOLE-168 leads from %s (%s, public URL %s, mounted at %s) to %s',
  async (seen, url, publicUrl, basePath, target) => {
    const options = {
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(basePath === undefined ? {} : { basePath }),
    }
    const { status, headers } = await get(url, {}, options)
    expect(status).toBe(302)
    expect(new URL(headers.location ?? '', seen).href).toBe(`http://host${target}`)
  },
)

test('CONSOLE-1 answers the page, and nothing where it is not wanted', async () => {
  expect(await get('/console/')).toMatchObject({ status: 200, text: '<!doctype html>' })
  expect((await get('/console/', {}, { off: true })).status).toBe(404)
  expect((await get('/', {}, { off: true })).status).toBe(404)
})

test('CONSOLE-2 keeps what has a hash in its name, and asks for the page each time', async () => {
  const page = await get('/console/')
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', etag: '"page"' })
  expect(await get('/console/', { 'if-none-match': '"page"' })).toMatchObject({ status: 304, text: null })
  const script = await get('/console/assets/main-1a2b.js')
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each([
  ['gzip, br', 'br', 'by brotli'],
  ['gzip', 'gzip', 'by gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'by gzip'],
  ['identity', undefined, 'plain'],
])('CONSOLE-3 answers who takes %s with %s', async (accepted, encoding, content) => {
  const { headers, text: sent } = await get('/console/assets/main-1a2b.js', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers.vary).toContain('Accept-Encoding')
  expect(sent).toBe(content)
})

test('CONSOLE-4 lets the page load its own files alone', async () => {
  const { headers } = await get('/console/')
  expect(headers['content-security-policy']).toMatch(/^default-src 'self';.*frame-ancestors 'none'$/)
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
})

test.each(['/console/package.json', '/console/../index.ts', '/console/%2e%2e/index.ts', '/console/assets/'])(
  'CONSOLE-5 answers 404 to %s',
  async (url) => expect((await get(url)).status).toBe(404),
)

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each([
  ['/console/flags', undefined, '/console/#/flags'],
  ['/console/flags/', undefined, '/console/#/flags'],
  ['/console/project/1/flags?search=x', undefined, '/console/#/project/1/flags?search=x'],
  ['/console/people/user%2F42', undefined, '/console/#/people/user%2F42'],
  ['/console/a%0d%0ab', undefined, '/console/#/a%0d%0ab'],
  ['/admin/flags/console/flags', '/admin/flags', '/admin/flags/console/#/flags'],
])('CONSOLE-379 leads a browser from %s (mounted at %s) to %s', async (url, basePath, target) => {
  const { status, headers } = await get(url, BROWSER, basePath === undefined ? {} : { basePath })
  expect(status).toBe(302)
  expect(new URL(headers.location ?? '', `http://behind.a/prefix${url}`).href).toBe(`http://behind.a/prefix${target}`)
})

test('CONSOLE-379 leads below the public URL, and answers 404 for files and to other clients', async () => {
  const options = { publicUrl: 'http://host/flags' }
  expect((await get('/console/flags', BROWSER, options)).headers.location).toBe('/flags/console/#/flags')
  expect((await get('/console/assets/main-old.js', BROWSER)).status).toBe(404)
  expect((await get('/console/flags', { accept: 'application/json' })).status).toBe(404)
  expect((await get('/console/flags', BROWSER, { off: true })).status).toBe(404)
})

test('CONSOLE-5 tells of no page in the OpenAPI document', async () => {
  expect((await get('/api/schema/')).text).not.toContain('/console/')
})

const LINKS = [
  ['/feature_flags', 'flags'],
  ['/feature_flags/7', 'flags/7'],
  ['/dashboard/8', 'dashboards/8'],
  ['/insights/aB3dE5gH', 'dashboards/insight/aB3dE5gH'],
  ['/cohorts/9', 'cohorts/9'],
  ['/persons/user%2F42%3Fx%23', 'people/user%2F42%3Fx%23'],
] as const

/** The URL to which a browser is redirected, behind a proxy that adds `/prefix`. */
async function targetOf(url: string, options?: { basePath?: string; publicUrl?: string }) {
  const { status, headers } = await get(url, {}, options)
  expect(status).toBe(302)
  return new URL(headers.location ?? '', `http://behind.a/prefix${url}`).href
}

describe.each(LINKS)('CONSOLE-171 a link of PostHog’s tools to %s', (link, place) => {
  test('leads to its page in the console, with and without a project', async () => {
    for (const slash of ['', '/', '?tab=usage']) {
      expect(await targetOf(`/project/12${link}${slash}`)).toBe(`http://behind.a/prefix/console/#/project/12/${place}`)
      expect(await targetOf(`${link}${slash}`)).toBe(`http://behind.a/prefix/console/#/${place}`)
    }
  })

  test('does so below a mount path, and below the path of a public URL', async () => {
    const basePath = '/admin/flags'
    expect(await targetOf(`${basePath}/project/12${link}`, { basePath })).toBe(
      `http://behind.a/prefix/admin/flags/console/#/project/12/${place}`,
    )
    const publicUrl = 'https://flags.example.com/tools'
    expect(await targetOf(`/project/12${link}`, { publicUrl })).toBe(
      `http://behind.a/tools/console/#/project/12/${place}`,
    )
    expect(await targetOf(`${basePath}${link}`, { publicUrl, basePath })).toBe(
      `http://behind.a/tools/admin/flags/console/#/${place}`,
    )
  })

  test('is 404 without a console', async () => {
    for (const url of [link, `/project/12${link}`]) expect((await get(url, {}, { off: true })).status).toBe(404)
  })
})

test.each([
  '/feature_flags/x',
  '/project/x/feature_flags/7',
  '/project/@current/feature_flags/7',
  '/dashboard/-1',
  '/insights/a-b',
  '/cohorts/1e3',
  '/persons/',
  '/project/12/surveys/1',
])('CONSOLE-171 is 404 at %s, which no page has', async (url) => {
  expect((await get(url)).status).toBe(404)
})

test.each(['/persons/%2F%2Fevil.example%2F..%5C', '/persons/javascript%3Aalert(1)', '/persons/%0d%0aset-cookie%3Aa'])(
  'CONSOLE-171 never leaves the site from %s',
  async (url) => {
    const target = new URL(await targetOf(url))
    expect([target.host, target.pathname]).toEqual(['behind.a', '/prefix/console/'])
    expect(decodeURIComponent(target.hash)).toBe(`#/people/${decodeURIComponent(url.slice('/persons/'.length))}`)
  },
)
