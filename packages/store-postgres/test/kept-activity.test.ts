import { expectActivityKept } from '@flagdeck/store-sql/testing'
import { it } from 'vitest'
import { emptyDatabase } from './support/copy-ends.ts'
import { describeOnPostgres } from './support/describe-on-postgres.ts'

describeOnPostgres('what happened', ({ url }) => {
  it('HIST-11 PostgreSQL itself refuses to change or remove an entry of the activity', async () => {
    await expectActivityKept(await emptyDatabase('PostgreSQL', url))
  })
})
