import { describeApi } from './describe-api.ts'
import { openSqlite } from './support/open-stores.ts'

describeApi('SQLite', openSqlite)
