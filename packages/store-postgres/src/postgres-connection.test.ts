import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { SqlConnection } from '@flagdeck/store-sql'
import { type ClientBase, DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { PostgresConnection } from './postgres-connection.ts'
import { StatementNames } from './statement-names.ts'

/**
 * Returns a connection whose `begin` fails, as if an administrator cancelled it. Also returns the statements that were
 * sent before the failure was known.
 */
function cancelledBegin() {
  const sent: string[] = []
  async function query(asked: string | { readonly text: string }) {
    const text = typeof asked === 'string' ? asked : asked.text
    sent.push(text)
    await pause(10)
    if (text === 'begin') throw Object.assign(new DatabaseError('cancelled', 0, 'error'), { code: '57014' })
    return { rows: [], rowCount: 1, command: text.toUpperCase() }
  }
  const client = { query, connection: { stream: new PassThrough() } }
  return { sent, connection: new PostgresConnection(client as unknown as ClientBase, new StatementNames()) }
}

const ask = (connection: SqlConnection, sql: string, isHarmless = false) =>
  connection.execute({ sql, parameters: [], isHarmless })

const WRITES: readonly (readonly [what: string, (connection: PostgresConnection) => Promise<unknown>, string[]])[] = [
  ['a change', (it) => ask(it, 'insert into a'), []],
  ['a change that nobody waits for', async (it) => it.post({ sql: 'insert into a', parameters: [] }), []],
  ['a change within a query', (it) => ask(it, 'with a as (delete from a) select 1'), []],
  [
    'a look-up and a raised version',
    (it) => Promise.all([ask(it, 'update v', true), ask(it, 'select 1')]),
    ['update v', 'select 1'],
  ],
  ['a look-up behind a change', (it) => Promise.all([ask(it, 'insert into a'), ask(it, 'select 1')]), []],
]

it.each(WRITES)(
  'WRITE-3 %s is not carried out by itself when the transaction does not begin',
  async (_, work, early) => {
    const { sent, connection } = cancelledBegin()
    await expect(connection.write(work)).rejects.toThrow('PostgreSQL took too long to answer.')
    await pause(30)
    expect(sent.filter((text) => !['begin', 'commit', 'rollback'].includes(text))).toEqual(early)
  },
)
