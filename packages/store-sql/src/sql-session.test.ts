import { StoreUnavailable } from '@flagdeck/core'
import { SerializationFailure, UniqueViolation } from '@flagdeck/core/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SqlConnection } from './sql-driver.ts'
import { SqlSession } from './sql-session.ts'

const QUERY = { sql: 'select 1', parameters: [] }

/** Returns a connection whose statements fail with these errors, one after the other, and then succeed. */
function failingWith(...errors: readonly unknown[]) {
  const left = [...errors]
  const connection: SqlConnection & { statements: number } = {
    statements: 0,
    async execute() {
      connection.statements++
      const error = left.shift()
      if (error) throw error
      return { rows: [], changes: 0 }
    },
  }
  return connection
}

describe('the statements of a transaction', () => {
  it('end with the first that fails', async () => {
    const violation = new UniqueViolation('flags_live_key')
    const connection = failingWith(violation)
    const session = new SqlSession(connection)
    const outcome = session.contain(async () => {
      await expect(session.execute(QUERY)).rejects.toBe(violation)
      await expect(session.execute(QUERY)).rejects.toBe(violation)
      return 'swallowed'
    })
    await expect(outcome).rejects.toBe(violation)
    expect(connection.statements).toBe(1)
  })

  it('let work put a broken rule into its own words', async () => {
    const session = new SqlSession(failingWith(new UniqueViolation('flags_live_key')))
    const refusal = new Error('That key is taken.')
    const outcome = session.contain(() =>
      session.execute(QUERY).catch(() => {
        throw refusal
      }),
    )
    await expect(outcome).rejects.toBe(refusal)
  })

  it.each([new SerializationFailure(), new StoreUnavailable('gone')])('do not let work hide $name', async (failure) => {
    const session = new SqlSession(failingWith(failure))
    const outcome = session.contain(() =>
      session.execute(QUERY).catch(() => {
        throw new Error('hidden')
      }),
    )
    await expect(outcome).rejects.toBe(failure)
  })

  it('OUT-13 let others run, however many there are', async () => {
    const session = new SqlSession(failingWith())
    let turns = 0
    const takeTurns = () => {
      turns++
      others = setImmediate(takeTurns)
    }
    let others = setImmediate(takeTurns)
    onTestFinished(() => clearImmediate(others))
    await session.contain(async () => {
      for (let statements = 0; turns < 3 && statements < 1_000_000; statements++) await session.execute(QUERY)
    })
    expect(turns).toBe(3)
  })

  it('cannot be added to when work has ended', async () => {
    const connection = failingWith()
    const session = new SqlSession(connection)
    await session.contain(async () => undefined)
    await expect(session.execute(QUERY)).rejects.toThrow('over')
    expect(connection.statements).toBe(0)
  })
})
