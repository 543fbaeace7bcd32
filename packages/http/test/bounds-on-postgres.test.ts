import { describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { describeBounds } from './actors/describe-bounds.ts'
import { openPostgres } from './support/open-stores.ts'

describeOnNewestPostgres('PostgreSQL', ({ name, url }) => {
  describeBounds(name, 4, () => openPostgres(url))
})
