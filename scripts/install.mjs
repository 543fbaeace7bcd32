// Plain JavaScript for the user's Node: it runs before the workspace's own Node and TypeScript support are installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_SHELL_NODE = [20, 0]
const OLDEST_PROJECT_NODE = [22, 18]
const NETWORK_ERROR =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|SOCKET_TIMEOUT|client error \(Connect\)/i

const UNREACHABLE =
  'The npm registry could not be reached: check the network, the proxy, and `npm config get registry`, then run this again.'
const FAILED = 'Installing dependencies failed; the output above says why.'

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

/** `npm run` puts node_modules/.bin first in PATH, so the Node in it runs every later command. */
function requireProjectNode() {
  if (!isOlder(process.version, OLDEST_PROJECT_NODE)) return
  const found = spawnSync(ownNode, ['--version'], { encoding: 'utf8' }).stdout?.trim() || process.version
  if (isOlder(found, OLDEST_PROJECT_NODE)) {
    throw new InstallProblem(
      `Flagdeck needs Node 22.18 or newer, this is Node ${found.slice(1)}, and the workspace brings no Node for ${process.platform} ${process.arch}: install one from https://nodejs.org and run this again.`,
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

// By default npm and pnpm retry an unreachable registry for minutes.
const RETRY_WAITS = { fetch_retry_mintimeout: '1000', fetch_retry_maxtimeout: '5000' }

function retryWaits(prefix) {
  return Object.fromEntries(Object.entries(RETRY_WAITS).map(([name, value]) => [`${prefix}_${name}`, value]))
}

/** Shows pnpm's output immediately, and stores it to distinguish causes of failure. */
function pnpmInstall() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const env = { ...retryWaits('npm_config'), ...retryWaits('pnpm_config'), ...process.env }
  return new Promise((resolve, reject) => {
    const child = spawn('npx', ['-y', packageManager, 'install', '--frozen-lockfile'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk) => {
      output += chunk
      process.stderr.write(chunk)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) =>
      reject(new InstallProblem(`Installing needs npx, which comes with npm: ${error.message}.`)),
    )
    child.on('close', (code) => resolve({ code, output }))
  })
}

async function install() {
  const startedAt = Date.now()
  process.stderr.write('Installing dependencies (the first time takes up to a minute) …\n')
  const { code, output } = await pnpmInstall()
  if (code !== 0) throw new InstallProblem(NETWORK_ERROR.test(output) ? UNREACHABLE : FAILED)
  process.stderr.write(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

async function main() {
  requireShellNode()
  const stamp = lockfileStamp()
  if (!isUpToDate(stamp)) {
    await install()
    writeFileSync(stampFile, stamp)
  }
  requireProjectNode()
}

try {
  await main()
} catch (error) {
  if (!(error instanceof InstallProblem)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
