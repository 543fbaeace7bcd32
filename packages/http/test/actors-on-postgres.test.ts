import { describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { describeActors } from './actors/describe-actors.ts'
import { openPostgres } from './support/open-stores.ts'

describeOnNewestPostgres('PostgreSQL', ({ name, url }) => {
  describeActors(name, 200, () => openPostgres(url))
})
