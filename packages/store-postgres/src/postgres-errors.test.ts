import { StoreUnavailable } from '@flagdeck/core'
import { SerializationFailure, UniqueViolation } from '@flagdeck/core/store'
import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { ConnectionLost, diagnose } from './postgres-errors.ts'

function databaseError(code: string, constraint?: string): DatabaseError {
  const error = new DatabaseError(`message of ${code}`, 0, 'error')
  return Object.assign(error, { code, ...(constraint && { constraint }) })
}

describe('an error of PostgreSQL', () => {
  it('about a unique constraint names it', () => {
    const { error, broken } = diagnose(databaseError('23505', 'flags_live_key'))
    expect(error).toBeInstanceOf(UniqueViolation)
    expect(error).toMatchObject({ constraint: 'flags_live_key' })
    expect(broken).toBe(false)
  })

  it('about a constraint that callers do not know is passed on', () => {
    const cause = databaseError('23505', 'flags_pkey')
    expect(diagnose(cause)).toEqual({ error: cause, broken: false })
  })

  it.each(['40001', '40P01', '23503', '22012'])('%s is a conflict', (code) => {
    expect(diagnose(databaseError(code))).toMatchObject({ error: expect.any(SerializationFailure), broken: false })
  })

  it.each(['57014', '55P03', '53100', '53300', '58030', '42P01'])('%s is an outage on a sound connection', (code) => {
    expect(diagnose(databaseError(code))).toMatchObject({ error: expect.any(StoreUnavailable), broken: false })
  })

  it.each(['57P01', '57P03', '08006', '25P03'])('%s loses the connection', (code) => {
    expect(diagnose(databaseError(code))).toMatchObject({ error: expect.any(ConnectionLost), broken: true })
  })

  it.each(['25006', '28P01', '3D000'])('%s is an outage whose connection is of no use', (code) => {
    const { error, broken } = diagnose(databaseError(code))
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).not.toBeInstanceOf(ConnectionLost)
    expect(broken).toBe(true)
  })

  it.each(['0A000', '26000', '42P05'])('%s runs again on another connection', (code) => {
    expect(diagnose(databaseError(code))).toMatchObject({ error: expect.any(SerializationFailure), broken: true })
  })

  it('about anything else is passed on', () => {
    const cause = databaseError('22003')
    expect(diagnose(cause)).toEqual({ error: cause, broken: false })
  })
})

describe('an error that did not come from PostgreSQL', () => {
  it('loses the connection, because the socket failed', () => {
    const { error, broken } = diagnose(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    expect(error).toBeInstanceOf(ConnectionLost)
    expect(broken).toBe(true)
  })

  it('is an outage when the answer did not come', () => {
    const { error, broken } = diagnose(new Error('Query read timeout'))
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).not.toBeInstanceOf(ConnectionLost)
    expect(broken).toBe(true)
  })

  it('is passed on when it is a mistake in the call', () => {
    const mistake = new TypeError('a circular structure')
    expect(diagnose(mistake)).toEqual({ error: mistake, broken: false })
  })
})
