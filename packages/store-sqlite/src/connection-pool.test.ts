import { StoreUnavailable } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { ConnectionPool, MOST_WAITING } from './connection-pool.ts'

const PATIENCE_MS = 5000

interface Connection {
  open: boolean
  close(): void
}

function poolOf(size: number) {
  const opened: Connection[] = []
  const pool = new ConnectionPool<Connection>(size, () => {
    const connection: Connection = {
      open: true,
      close: () => {
        connection.open = false
      },
    }
    opened.push(connection)
    return connection
  })
  return { pool, opened }
}

/** A promise to wait for, and the function that resolves it. */
function gate() {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

describe('a pool of connections', () => {
  it('opens one when it is first needed, and no more than allowed', async () => {
    const { pool, opened } = poolOf(2)
    expect(opened).toHaveLength(0)
    const { passed, open } = gate()
    const uses = Array.from({ length: 5 }, () => pool.use(PATIENCE_MS, () => passed))
    expect(opened).toHaveLength(2)
    open()
    await Promise.all(uses)
    expect(opened).toHaveLength(2)
  })

  it('lends a connection to one user at a time, in the order they came', async () => {
    const { pool } = poolOf(1)
    const log: string[] = []
    const use = (name: string): Promise<void> =>
      pool.use(PATIENCE_MS, async () => {
        log.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        log.push(`${name} ends`)
      })
    await Promise.all(['a', 'b', 'c'].map(use))
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('says how its connections are used', async () => {
    const { pool } = poolOf(2)
    expect(pool.status('some')).toEqual({ name: 'some', size: 2, inUse: 0, idle: 0, waiting: 0 })
    const { passed, open } = gate()
    const uses = Array.from({ length: 5 }, () => pool.use(PATIENCE_MS, () => passed))
    expect(pool.status('some')).toMatchObject({ inUse: 2, idle: 0, waiting: 3 })
    open()
    await Promise.all(uses)
    expect(pool.status('some')).toMatchObject({ inUse: 0, idle: 2, waiting: 0 })
  })

  it('takes a connection back from a user that fails', async () => {
    const { pool } = poolOf(1)
    await expect(pool.use(PATIENCE_MS, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await pool.use(PATIENCE_MS, async () => 'works')).toBe('works')
  })

  it('turns away whoever has waited too long, and nobody else', async () => {
    const { pool } = poolOf(1)
    const { passed, open } = gate()
    const holding = pool.use(PATIENCE_MS, () => passed)
    await expect(pool.use(1, async () => 'never')).rejects.toBeInstanceOf(StoreUnavailable)
    const patient = pool.use(PATIENCE_MS, async () => 'served')
    open()
    await holding
    expect(await patient).toBe('served')
  })

  it('OUT-8 turns away at once whoever comes when too many wait, and serves those who wait', async () => {
    const { pool } = poolOf(1)
    const { passed, open } = gate()
    const served = Array.from({ length: 1 + MOST_WAITING }, () => pool.use(PATIENCE_MS, () => passed))
    await expect(pool.use(PATIENCE_MS, async () => 'never')).rejects.toBeInstanceOf(StoreUnavailable)
    expect(pool.status('some')).toMatchObject({ waiting: MOST_WAITING })
    open()
    await Promise.all(served)
    expect(await pool.use(PATIENCE_MS, async () => 'served')).toBe('served')
  })

  it('tries to open again after it could not', async () => {
    let attempts = 0
    const pool = new ConnectionPool(1, () => {
      if (++attempts === 1) throw new Error('not yet')
      return { close: () => undefined }
    })
    await expect(pool.use(PATIENCE_MS, async () => 'a')).rejects.toThrow('not yet')
    expect(await pool.use(PATIENCE_MS, async () => 'b')).toBe('b')
  })

  it('closes each connection when its user is done with it', async () => {
    const { pool, opened } = poolOf(2)
    const { passed, open } = gate()
    const use = pool.use(PATIENCE_MS, () => passed)
    const closing = pool.close(PATIENCE_MS)
    expect(opened.map((connection) => connection.open)).toEqual([true])
    open()
    await Promise.all([use, closing])
    expect(opened.map((connection) => connection.open)).toEqual([false])
  })
})
