import { isBuiltin } from 'node:module'
import type { Options } from 'tsup'

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

const OF_NODE = 'of-node'

/** What libraries require and nobody here calls: pushing metrics to a gateway would load TLS (SERVE-35). */
const UNUSED = /\/prom-client\/lib\/pushgateway\.js$/

/**
 * An esbuild plugin that takes libraries in CommonJS into a bundle of modules, which have no `require`: what is Node's
 * own is asked of the process, and everything else that they require goes into the bundle with them.
 *
 * @param outside what modules import and whoever runs the program may have installed
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
