import { describeActors } from './actors/describe-actors.ts'
import { openSqlite } from './support/open-stores.ts'

describeActors('SQLite', 200, openSqlite)
