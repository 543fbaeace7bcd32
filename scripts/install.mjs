// Plain JavaScript for the shell's Node: it runs before the workspace's own Node and TypeScript support exist.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_SHELL_NODE = [20, 0]
const OLDEST_PROJECT_NODE = [22, 18]
const NETWORK_ERROR =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL/i

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ownNode = join(root, 'node_modules/.bin/node')
const stampFile = join(root, 'node_modules/.flagdeck-install')

class InstallProblem extends Error {}

function isOlder(version, [major, minor]) {
  const [foundMajor = 0, foundMinor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return foundMajor < major || (foundMajor === major && foundMinor < minor)
}

function requireShellNode() {
  if (isOlder(process.version, OLDEST_SHELL_NODE)) {
    throw new InstallProblem(
      `Setting up Flagdeck needs Node 20 or newer; this is Node ${process.versions.node}. Get a newer one from https://nodejs.org.`,
    )
  }
}

/** `npm run` puts node_modules/.bin first in PATH, so what lies there is the Node of every later command. */
function requireProjectNode() {
  const found = spawnSync(ownNode, ['--version'], { encoding: 'utf8' }).stdout?.trim() || process.version
  if (isOlder(found, OLDEST_PROJECT_NODE)) {
    throw new InstallProblem(
      `Flagdeck needs Node 22.18 or newer, this is Node ${found.slice(1)}, and no Node that runs on ${process.platform} ${process.arch} comes with the workspace: install one from https://nodejs.org and run this again.`,
    )
  }
}

function lockfileStamp() {
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) {
    hash.update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function isUpToDate(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

function pnpmInstall() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return spawnSync('npx', ['-y', packageManager, 'install', '--frozen-lockfile'], {
    cwd: root,
    encoding: 'utf8',
    // npm would otherwise retry an unreachable registry for minutes before it says so.
    env: { npm_config_fetch_retry_mintimeout: '1000', npm_config_fetch_retry_maxtimeout: '5000', ...process.env },
    maxBuffer: 64 * 1024 * 1024,
  })
}

function explainFailure({ error, stdout, stderr }) {
  if (error) return `Installing dependencies needs npx, which comes with npm: ${error.message}.`
  const output = `${stdout}${stderr}`
  process.stderr.write(output)
  if (NETWORK_ERROR.test(output)) {
    return 'The npm registry could not be reached: check the network, the proxy, and `npm config get registry`, then run this again.'
  }
  return 'Installing dependencies failed; the output above says why.'
}

function install() {
  requireShellNode()
  const stamp = lockfileStamp()
  if (isUpToDate(stamp)) return
  const startedAt = Date.now()
  process.stderr.write('Installing dependencies (the first time takes up to a minute) …\n')
  const result = pnpmInstall()
  if (result.error || result.status !== 0) throw new InstallProblem(explainFailure(result))
  requireProjectNode()
  writeFileSync(stampFile, stamp)
  process.stderr.write(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

try {
  install()
} catch (error) {
  if (!(error instanceof InstallProblem)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
