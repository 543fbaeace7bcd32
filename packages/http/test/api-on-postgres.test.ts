import { describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { describeApi } from './describe-api.ts'
import { openPostgres } from './support/open-stores.ts'

describeOnNewestPostgres('PostgreSQL', ({ name, url }) => {
  describeApi(name, () => openPostgres(url))
})
