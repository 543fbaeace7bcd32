import { isBuiltin } from 'node:module'
import type { Options } from 'tsup'

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

const OF_NODE = 'of-node'

/** Modules that libraries require but never use here: pushing metrics to a gateway would load TLS (SERVE-35). */
const UNUSED = /\/prom-client\/lib\/pushgateway\.js$/

/**
 * Returns an esbuild plugin that bundles CommonJS libraries into ES modules, which have no `require`. Built-in modules
 * are read from the process, and other required modules are bundled too.
 *
 * @param outside modules that are imported and not bundled, because users of the program may have installed them
 */
export function commonJsInside(outside: readonly string[]): EsbuildPlugin {
  return {
    name: 'common-js-inside',
    setup(build) {
      build.onResolve({ filter: /^[^.]/ }, ({ kind, path }) => {
        if (kind !== 'require-call') return outside.includes(path) ? { path, external: true } : undefined
        return isBuiltin(path) ? { path, namespace: OF_NODE } : undefined
      })
      build.onLoad({ filter: UNUSED }, () => ({ contents: '' }))
      build.onLoad({ filter: /^/, namespace: OF_NODE }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule('${path}')`,
      }))
    },
  }
}
