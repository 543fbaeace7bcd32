import { describeBounds } from './actors/describe-bounds.ts'
import { openSqlite } from './support/open-stores.ts'

describeBounds('SQLite', 8, openSqlite)
