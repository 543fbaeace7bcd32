import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../../test/services/free-port.ts'
import { roomyMemory } from '../../../../test/services/roomy-memory.ts'
import type { CertificateFiles } from '../../../../test/services/self-signed-certificate.ts'
import { type User, unprivilegedUser } from '../../../../test/services/unprivileged-user.ts'

/** The folders of the programs of one PostgreSQL release. */
export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
}

/**
 * A PostgreSQL server of the tests on a free port. Its data is in a temporary directory, in memory if there is enough.
 */
export interface PostgresCluster {
  /** Connects as its administrator to the database `postgres`. */
  readonly url: string
  /** The folder of its Unix socket. */
  readonly socketFolder: string
  /** Ends the server like a crash: data that is not on disk is lost. */
  crash(): Promise<void>
  /** Starts the server on the same port after a crash, with this certificate, or with `off` without TLS. */
  restart(tls?: CertificateFiles | 'off'): Promise<void>
  /** Ends the server and removes its data. */
  dispose(): Promise<void>
}

/**
 * Creates and starts a cluster. It ends with this process, however that ends.
 * @param tls refuses unencrypted TCP connections, and presents this certificate
 */
export async function startPostgresCluster(
  programs: PostgresPrograms,
  tls?: CertificateFiles,
): Promise<PostgresCluster> {
  const directory = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'flagdeck-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(directory, user.uid, user.gid)
  const password = randomBytes(12).toString('hex')
  initialise(programs.initdb, directory, password, user)
  if (tls) encryptOnly(directory, tls, user)
  const port = await freePort()
  const start = (): Promise<ChildProcess> => startServer(programs.postgres, directory, port, user)
  let server = await start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    socketFolder: directory,
    async crash() {
      const keep = join(directory, KEEP)
      writeFileSync(keep, '')
      await stopServer(server)
      rmSync(keep)
    },
    async restart(tls) {
      if (tls === 'off') acceptUnencrypted(directory)
      else if (tls) encryptOnly(directory, tls, user)
      server = await start()
    },
    async dispose() {
      await stopServer(server)
      // The server's shell has already removed it, unless the server crashed before.
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function initialise(initdb: string, directory: string, password: string, user: User): void {
  const passwordFile = join(directory, 'password')
  writeFileSync(passwordFile, password)
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const options = [
    '--username=postgres',
    // The default hashes the password four thousand times for each connection.
    '--auth=md5',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--no-locale',
  ]
  // The user may have no permission for our working directory.
  execFileSync(initdb, [`--pgdata=${dataOf(directory)}`, ...options], { ...user, cwd: directory, stdio: 'pipe' })
}

function encryptOnly(directory: string, { certificate, key }: CertificateFiles, user: User): void {
  const data = dataOf(directory)
  for (const [name, file] of [
    ['server.crt', certificate],
    ['server.key', key],
  ] as const) {
    writeFileSync(join(data, name), readFileSync(file), { mode: 0o600 })
    if (user) chownSync(join(data, name), user.uid, user.gid)
  }
  setTls(data, 'on', 'hostssl')
}

function acceptUnencrypted(directory: string): void {
  setTls(dataOf(directory), 'off', 'host')
}

/** Appends the setting: PostgreSQL uses the last of several equal settings. */
function setTls(data: string, value: 'on' | 'off', connections: 'host' | 'hostssl'): void {
  appendFileSync(join(data, 'postgresql.conf'), `\nssl = ${value}\n`)
  const access = join(data, 'pg_hba.conf')
  writeFileSync(access, readFileSync(access, 'utf8').replaceAll(/^host(ssl)? /gm, `${connections} `))
}

function dataOf(directory: string): string {
  return join(directory, 'data')
}

/** A cluster whose directory contains a file of this name is not removed when its server ends. */
const KEEP = 'keep'

// The shell survives if this process is killed. It notices by the end of its input, and removes everything.
const SERVE_WHILE_WE_LIVE = `"$0" "$@" &
cat > /dev/null
kill -QUIT $! 2> /dev/null
wait
[ -e "$DIRECTORY/${KEEP}" ] || rm -rf "$DIRECTORY"`

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  // Committed data survives all processes that tests kill. Tests do not simulate a power failure.
  'fsync=off',
  'full_page_writes=off',
]

async function startServer(postgres: string, directory: string, port: number, user: User): Promise<ChildProcess> {
  const options = [
    '-D',
    dataOf(directory),
    '-k',
    directory,
    '-p',
    String(port),
    ...SETTINGS.flatMap((setting) => ['-c', setting]),
  ]
  const server = spawn('sh', ['-c', SERVE_WHILE_WE_LIVE, postgres, ...options], {
    ...user,
    cwd: tmpdir(),
    env: { ...process.env, DIRECTORY: directory },
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const log: string[] = []
  for await (const line of createInterface({ input: server.stderr })) {
    log.push(line)
    if (!line.includes('ready to accept connections')) continue
    // Prevents the pipe from filling up. Pipe and server do not prevent this process from ending.
    server.stderr.resume()
    return server
  }
  throw new Error(`PostgreSQL did not start:\n${log.join('\n')}`)
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.stdin?.end()
  await ended
}
