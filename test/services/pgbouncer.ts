import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { findProgram } from './system-program.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

/** The path of `pgbouncer`, or the reason why there is none. */
export type PgBouncerService =
  | { readonly program: string; readonly missing?: never }
  | { readonly missing: string; readonly program?: never }

const PGBOUNCER = { name: 'PgBouncer', commands: ['pgbouncer'], debianPackage: 'pgbouncer' }

/**
 * Finds PgBouncer on `PATH`, or, as root on Debian, installs the distribution's package.
 *
 * @throws Error if there is none and `CI` is true
 */
export async function findPgBouncer(): Promise<PgBouncerService> {
  try {
    return { program: await findProgram(PGBOUNCER) }
  } catch (error) {
    const missing = `PgBouncer is not available, install pgbouncer: ${error instanceof Error ? error.message : error}`
    if (process.env.CI === 'true') throw new Error(missing, { cause: error })
    return { missing }
  }
}

export type PoolMode = 'session' | 'transaction'

/** A PgBouncer in front of one PostgreSQL server. */
export interface PgBouncer {
  /** Returns the URL of a database of that server, through the pooler. */
  through(databaseUrl: string): string
  /** Ends the pooler and removes its files. */
  dispose(): Promise<void>
}

/**
 * Starts a PgBouncer with its defaults, except for the pool mode. It ends with this process, even if this process is
 * killed.
 */
export async function startPgBouncer(program: string, serverUrl: string, mode: PoolMode): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const directory = mkdtempSync(join(tmpdir(), 'flagdeck-pgbouncer-'))
  const port = await freePort()
  const users = join(directory, 'users.txt')
  const settings = join(directory, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${users}
pool_mode = ${mode}
`,
  )
  const user = unprivilegedUser()
  if (user) for (const path of [directory, users, settings]) chownSync(path, user.uid, user.gid)
  const pooler = await startProcess(program, settings, directory)
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    async dispose() {
      await endProcess(pooler)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

// The shell continues if this process is killed. It then reads the end of its input, and removes everything.
const SERVE_WHILE_WE_LIVE = `"$0" "$@" &
cat > /dev/null
kill -KILL $! 2> /dev/null
wait
rm -rf "$DIRECTORY"`

async function startProcess(program: string, settings: string, directory: string): Promise<ChildProcess> {
  const pooler = spawn('sh', ['-c', SERVE_WHILE_WE_LIVE, program, settings], {
    ...unprivilegedUser(),
    cwd: directory,
    env: { ...process.env, DIRECTORY: directory },
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const log: string[] = []
  for await (const line of createInterface({ input: pooler.stderr })) {
    log.push(line)
    if (!line.includes('process up')) continue
    // Prevents the pipe from filling up.
    pooler.stderr.resume()
    return pooler
  }
  throw new Error(`PgBouncer did not start:\n${log.join('\n')}`)
}

async function endProcess(pooler: ChildProcess): Promise<void> {
  if (pooler.exitCode !== null || pooler.signalCode !== null) return
  const ended = new Promise((resolve) => pooler.once('exit', resolve))
  pooler.stdin?.end()
  await ended
}
