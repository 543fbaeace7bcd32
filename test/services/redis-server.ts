import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

/** A separate Redis server on a free port, with its files in a temporary directory. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  readonly password: string
  /** Ends the server like a crash; all its data is lost. */
  crash(): Promise<void>
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>
  /** Ends the server and removes its files. */
  dispose(): Promise<void>
}

export interface RedisServerOptions {
  /** The path of `redis-server`. */
  readonly program: string
  /** Settings as on its command line: `['--maxmemory', '2mb']`. */
  readonly settings?: readonly string[]
  readonly password?: string
  /** A file with more settings, which the server may write to. */
  readonly config?: string
}

/** Starts a server. It ends with this process, even if this process is killed. */
export async function startRedisServer(options: RedisServerOptions): Promise<RedisServer> {
  const { password = randomBytes(12).toString('hex') } = options
  const directory = mkdtempSync(join(tmpdir(), 'flagdeck-redis-'))
  const port = await freePort()
  const start = () => startProcess({ ...options, password, directory, port })
  let server: ChildProcess | undefined
  const crash = async () => {
    if (server) await endProcess(server)
    server = undefined
  }
  const dispose = async () => {
    await crash()
    rmSync(directory, { recursive: true, force: true })
  }
  const restart = async () => {
    server = await start()
  }
  await restart().catch(async (error: unknown) => {
    await dispose()
    throw error
  })
  return { url: `redis://:${password}@127.0.0.1:${port}`, port, password, crash, restart, dispose }
}

// The shell continues if this process is killed. It then reads the end of its input, and removes everything.
const SERVE_WHILE_WE_LIVE = `"$0" "$@" &
cat > /dev/null
kill -KILL $! 2> /dev/null
wait
rm -rf "$DIRECTORY"/*`

interface ProcessOptions extends RedisServerOptions {
  readonly password: string
  readonly directory: string
  readonly port: number
}

async function startProcess(options: ProcessOptions): Promise<ChildProcess> {
  const { program, config, settings = [], password, directory, port } = options
  const isSentinel = settings.includes('--sentinel')
  const network = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory]
  const memory = isSentinel ? [] : ['--save', '', '--appendonly', 'no', '--masterauth', password]
  const all = [...(config === undefined ? [] : [config]), ...network, '--requirepass', password, ...memory, ...settings]
  const server = spawn('sh', ['-c', SERVE_WHILE_WE_LIVE, program, ...all], {
    env: { ...process.env, DIRECTORY: directory },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const log: string[] = []
  server.stderr.on('data', (text) => log.push(String(text)))
  for await (const line of createInterface({ input: server.stdout })) {
    log.push(line)
    if (!/ready to accept connections|Sentinel ID is/i.test(line)) {
      if (/can't|could not|fatal/i.test(line)) break
      continue
    }
    // Prevents the pipes from filling up, and from keeping this process running.
    server.stdout.resume()
    return server
  }
  await endProcess(server)
  throw new Error(`Redis did not start:\n${log.join('\n')}`)
}

async function endProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.stdin?.end()
  await ended
}
