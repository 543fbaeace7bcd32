import type { Page, PageRequest } from '@flagdeck/core'
import type { SqlSession } from '../sql-session.ts'
import type { Statement } from '../statement.ts'

/** The two statements of a list whose text never changes. */
export interface PageStatements<Parameters, Row> {
  readonly count: Statement<Parameters, { readonly count: number }>
  readonly rows: Statement<Parameters & PageRequest, Row>
}

/** Reads one page and the number of rows of the list, concurrently if the database allows it. */
export async function readPage<Parameters extends object, Row, Item>(
  session: SqlSession,
  statements: PageStatements<Parameters, Row>,
  parameters: Parameters,
  page: PageRequest,
  itemFrom: (row: Row) => Item,
): Promise<Page<Item>> {
  const [counted, items] = await Promise.all([
    session.first(statements.count, parameters),
    session.items(statements.rows, { ...parameters, limit: page.limit, offset: page.offset }, itemFrom),
  ])
  return { count: counted?.count ?? 0, items }
}
