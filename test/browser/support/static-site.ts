import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website on a separate origin, like the site of a customer. */
export interface StaticSite {
  readonly origin: string
  close(): Promise<void>
}

interface Resource {
  readonly type: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const SCRIPT = 'text/javascript; charset=utf-8'

function published(file: string, name = 'posthog-js'): Resource {
  return { type: SCRIPT, body: readFileSync(new URL(import.meta.resolve(`${name}/dist/${file}`))) }
}

function page(script: string, headers: Readonly<Record<string, string>> = {}): Resource {
  const head = '<!doctype html><title>Shop</title><link rel="icon" href="data:,">'
  return { type: 'text/html; charset=utf-8', body: `${head}<body>${script}<script src="/shop.js"></script>`, headers }
}

// Resolves once the flags that `act` requests have arrived, as opposed to earlier ones.
const SHOP = `window.flagsAfter = (act, sdk = window.posthog) => new Promise((resolve) => {
  const answer = () => sdk.get_property('$feature_flag_request_id')
  const before = answer()
  act()
  const stop = sdk.onFeatureFlags(() => { if (answer() !== before) { resolve(); setTimeout(() => stop()) } })
})`

/** The ways in which pages load posthog-js: by a script tag, or as the npm module. */
const TAG = '<script src="/array.js"></script>'
const MODULE = '<script type="module">import posthog from "/module.mjs"; window.posthog = posthog</script>'

/** Serves the published posthog-js, and pages that load it, on a free port. */
export async function startStaticSite(): Promise<StaticSite> {
  const resources: Readonly<Record<string, Resource>> = {
    '/array.js': published('array.js'),
    '/array-oldest.js': published('array.js', 'posthog-js-oldest'),
    '/module.mjs': published('module.mjs'),
    '/shop.js': { type: SCRIPT, body: SHOP },
    '/tag': page(TAG),
    '/oldest': page('<script src="/array-oldest.js"></script>'),
    '/module': page(MODULE),
    '/own-scripts-only': page(TAG, { 'content-security-policy': "script-src 'self'" }),
    '/elsewhere': page(''),
  }
  const server = createServer(({ url = '' }, response) => {
    const resource = Object.hasOwn(resources, url) ? resources[url] : undefined
    if (!resource) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': resource.type, ...resource.headers }).end(resource.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
