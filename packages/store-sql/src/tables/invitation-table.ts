import type { Invitation, InvitationTable } from '@flagdeck/core/store'
import type { Selectable } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { InvitationColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'
import { type PageStatements, readPage } from './read-page.ts'

type InvitationRow = Selectable<Omit<InvitationColumns, 'created_by_id'>> & PerhapsUser<'creator'>

interface OfOrganization {
  readonly organizationId: string
}

interface OneInvitation extends OfOrganization {
  readonly id: string
}

export function invitationTable(context: SqlContext): (session: SqlSession) => InvitationTable {
  const { findBySecureToken, findOpen } = lookUps(context)
  const { insert, accept, withdraw, withdrawTo, withdrawOf } = changes(context)
  const open = pages(context)
  return (session) => ({
    async findBySecureToken(secureToken) {
      const row = await session.first(findBySecureToken, { secureToken })
      return row && invitationFrom(row)
    },
    async findOpen(organizationId, id) {
      const row = await session.first(findOpen, { organizationId, id })
      return row && invitationFrom(row)
    },
    listOpen: (organizationId, page) => readPage(session, open, { organizationId }, page, invitationFrom),
    async insert(invitation) {
      await session.run(insert, rowOf(invitation))
    },
    accept: async (organizationId, id, acceptedAt) =>
      (await session.run(accept, { organizationId, id, acceptedAt })) > 0,
    withdraw: async (organizationId, id) => (await session.run(withdraw, { organizationId, id })) > 0,
    async withdrawTo(organizationId, email) {
      await session.run(withdrawTo, { organizationId, email })
    },
    async withdrawOf(organizationId, userId) {
      await session.run(withdrawOf, { organizationId, userId })
    },
  })
}

function withCreator({ db }: SqlContext) {
  return db
    .selectFrom('invitations as invitation')
    .leftJoin('users as creator', 'creator.id', 'invitation.created_by_id')
    .select([
      'invitation.id',
      'invitation.organization_id',
      'invitation.email',
      'invitation.first_name',
      'invitation.level',
      'invitation.role_ids',
      'invitation.secure_token',
      'invitation.created_at',
      'invitation.expires_at',
      'invitation.accepted_at',
      ...userColumns('creator'),
    ])
}

function lookUps(context: SqlContext) {
  const invitations = withCreator(context)
  return {
    findBySecureToken: statement((p: { secureToken: string }) =>
      invitations.where('invitation.secure_token', '=', p.secureToken),
    ),
    findOpen: statement((p: OneInvitation) =>
      invitations
        .where('invitation.organization_id', '=', p.organizationId)
        .where('invitation.id', '=', p.id)
        .where('invitation.accepted_at', 'is', null),
    ),
  }
}

function pages(context: SqlContext): PageStatements<OfOrganization, InvitationRow> {
  const { db } = context
  return {
    count: statement((p) =>
      db
        .selectFrom('invitations')
        .select(db.fn.countAll<number>().as('count'))
        .where('organization_id', '=', p.organizationId)
        .where('accepted_at', 'is', null),
    ),
    rows: statement((p) =>
      withCreator(context)
        .where('invitation.organization_id', '=', p.organizationId)
        .where('invitation.accepted_at', 'is', null)
        .orderBy('invitation.created_at')
        .orderBy('invitation.id')
        .limit(p.limit)
        .offset(p.offset),
    ),
  }
}

function changes({ db }: SqlContext) {
  const removeOpen = (p: OfOrganization) =>
    db.deleteFrom('invitations').where('organization_id', '=', p.organizationId).where('accepted_at', 'is', null)
  return {
    insert: rowStatement((row: InvitationColumns) => db.insertInto('invitations').values(row)),
    accept: statement((p: OneInvitation & { acceptedAt: string }) =>
      db
        .updateTable('invitations')
        .set({ accepted_at: p.acceptedAt })
        .where('organization_id', '=', p.organizationId)
        .where('id', '=', p.id)
        .where('accepted_at', 'is', null),
    ),
    withdraw: statement((p: OneInvitation) => removeOpen(p).where('id', '=', p.id)),
    withdrawTo: statement((p: OfOrganization & { email: string }) => removeOpen(p).where('email', '=', p.email)),
    withdrawOf: statement((p: OfOrganization & { userId: number }) =>
      removeOpen(p).where('created_by_id', '=', p.userId),
    ),
  }
}

const creatorFrom = perhapsJoinedUser('creator')

function invitationFrom(row: InvitationRow): Invitation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: decodeText(row.email),
    firstName: decodeText(row.first_name),
    // Only levels are written to this column.
    level: row.level as Invitation['level'],
    roleIds: documentFrom(row.role_ids),
    secureToken: decodeText(row.secure_token),
    createdBy: creatorFrom(row),
    createdAt: timestampFrom(row.created_at),
    expiresAt: timestampFrom(row.expires_at),
    acceptedAt: timestampFrom(row.accepted_at),
  }
}

function rowOf(invitation: Invitation): InvitationColumns {
  return {
    id: invitation.id,
    organization_id: invitation.organizationId,
    email: invitation.email,
    first_name: invitation.firstName,
    level: invitation.level,
    role_ids: JSON.stringify(invitation.roleIds),
    secure_token: invitation.secureToken,
    created_by_id: invitation.createdBy?.id ?? null,
    created_at: invitation.createdAt,
    expires_at: invitation.expiresAt,
    accepted_at: invitation.acceptedAt,
  }
}
