import { beforeEach, describe, expect, it } from 'vitest'
import { UniqueViolation } from '../store-errors.ts'
import { RowSet } from './row-set.ts'

interface Row {
  readonly id: number
  readonly email: string
  readonly project: number
}

function emptyRows(): RowSet<number, Row, 'project'> {
  return new RowSet({
    name: 'rows',
    idOf: (row) => row.id,
    unique: { users_email: (row) => row.email },
    listedBy: { project: (row) => row.project },
  })
}

const ANA: Row = { id: 1, email: 'ana', project: 1 }
const BEN: Row = { id: 2, email: 'ben', project: 1 }
const CAM: Row = { id: 3, email: 'cam', project: 11 }

describe('RowSet', () => {
  let rows = emptyRows()
  beforeEach(() => {
    rows = emptyRows()
    for (const row of [ANA, BEN, CAM]) rows.insert(row)
  })

  it('finds a row by its id, by its unique value and in its list alone', () => {
    expect([rows.get(1), rows.get(4)]).toEqual([ANA, undefined])
    expect([rows.holderOf('users_email', 'ben'), rows.holderOf('users_email', 'b')]).toEqual([BEN, undefined])
    expect([rows.of('project', 1), rows.of('project', 11), rows.of('project', 2)]).toEqual([[ANA, BEN], [CAM], []])
  })

  it('moves a row from its old places to its new ones', () => {
    const moved = { id: 1, email: 'eve', project: 11 }
    rows.replace(moved)
    expect(rows.of('project', 1)).toEqual([BEN])
    expect(rows.of('project', 11)).toEqual([moved, CAM])
    expect([rows.holderOf('users_email', 'ana'), rows.holderOf('users_email', 'eve')]).toEqual([undefined, moved])
  })

  it('forgets a deleted row everywhere, and frees its unique value', () => {
    rows.delete(1)
    expect([rows.get(1), rows.of('project', 1), rows.all()]).toEqual([undefined, [BEN], [BEN, CAM]])
    const heir = rows.insert({ id: 4, email: 'ana', project: 1 })
    expect(rows.holderOf('users_email', 'ana')).toEqual(heir)
  })

  it('refuses a taken value or id, and changes nothing then', () => {
    expect(() => rows.insert({ id: 4, email: 'ana', project: 1 })).toThrow(UniqueViolation)
    expect(() => rows.replace({ ...BEN, email: 'ana' })).toThrow(UniqueViolation)
    expect(() => rows.insert({ ...BEN, email: 'eve' })).toThrow('there is already a row with id 2')
    expect(rows.all()).toEqual([ANA, BEN, CAM])
    expect(rows.of('project', 1)).toEqual([ANA, BEN])
  })

  it('changes without changing what it was forked from', () => {
    const fork = rows.fork()
    fork.delete(1)
    fork.replace({ ...BEN, email: 'eve', project: 2 })
    expect([rows.all(), rows.of('project', 1)]).toEqual([
      [ANA, BEN, CAM],
      [ANA, BEN],
    ])
    expect(rows.holderOf('users_email', 'ben')).toEqual(BEN)
    expect([fork.of('project', 1), fork.of('project', 2).length]).toEqual([[], 1])
  })
})
