import type { Invitation } from '../data/records/invitation.ts'
import type { Membership, MembershipLevel } from '../data/records/membership.ts'
import type { Organization } from '../data/records/organization.ts'
import type { OrganizationActivity } from '../data/records/organization-activity.ts'
import type { PersonalApiKey } from '../data/records/personal-api-key.ts'
import type { RoleDetails, RoleMembership } from '../data/records/role.ts'
import type { User } from '../data/records/user.ts'
import { createRole, deleteRole, updateRole } from '../features/identity/change-role.ts'
import { addRoleMember, removeRoleMember } from '../features/identity/change-role-membership.ts'
import type { CreatedKey } from '../features/identity/create-personal-api-key.ts'
import { createOrganizationKey, type OrganizationKeyInput } from '../features/identity/keys/create-organization-key.ts'
import { listKeys, revokeKey, rotateKey } from '../features/identity/keys/own-keys.ts'
import { type ListedMember, listMemberships, type MemberFilter } from '../features/identity/list-memberships.ts'
import {
  listRoleMemberships,
  listRoles,
  retrieveRole,
  retrieveRoleMembership,
} from '../features/identity/list-roles.ts'
import { openOrganization } from '../features/identity/open-project.ts'
import { removeMember, updateMember } from '../features/identity/people/change-member.ts'
import type { InviteInput } from '../features/identity/people/invitation-input.ts'
import { listInvitations, withdrawInvitation } from '../features/identity/people/invitations.ts'
import { inviteMember, type NewInvitation } from '../features/identity/people/invite-member.ts'
import {
  listOrganizationActivity,
  type OrganizationActivityFilter,
} from '../features/identity/people/list-organization-activity.ts'
import { type UpdateOrganizationInput, updateOrganization } from '../features/identity/people/update-organization.ts'
import { type OrganizationDetails, retrieveOrganization } from '../features/identity/retrieve-organization.ts'
import type { CreateRoleInput, UpdateRoleInput } from '../features/identity/role-input.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import type { OrganizationContext } from '../runtime/context.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** One organization: its settings and its members. */
export interface EmbeddedOrganization {
  /** The organization when it was opened; {@link EmbeddedOrganization.get} reloads it. */
  readonly organization: Organization
  /** The first argument of operations on an organization, for direct calls. */
  readonly context: OrganizationContext
  /** Returns the current state of the organization. */
  get(): Promise<OrganizationDetails>
  /** Updates the given fields of the organization. */
  update(input: UpdateOrganizationInput): Promise<OrganizationDetails>
  /** Lists changes of the organization and its members, newest first. Only admins may read it. */
  activity(page?: Partial<PageRequest>, filter?: OrganizationActivityFilter): Promise<Page<OrganizationActivity>>
  readonly members: EmbeddedMembers
  readonly invitations: EmbeddedInvitations
  readonly roles: EmbeddedRoles
  readonly keys: EmbeddedKeys
}

/** The members of an organization. Users are referenced by their UUID. */
export interface EmbeddedMembers {
  /** Lists members in the order in which they joined. */
  list(page?: Partial<PageRequest>, filter?: MemberFilter): Promise<Page<ListedMember>>
  /** Sets the level of a member: 1 member, 8 admin, 15 owner. */
  setLevel(userUuid: string, level: MembershipLevel): Promise<Membership>
  /** Removes a member with their roles, keys and open invitations. */
  remove(userUuid: string): Promise<void>
}

/** Invitations into the organization. */
export interface EmbeddedInvitations {
  /** Lists invitations that are not accepted, including expired ones. */
  list(page?: Partial<PageRequest>): Promise<Page<Invitation>>
  /**
   * Creates an invitation that is valid once and for seven days. The token is returned only here; pass it to
   * `deck.acceptInvitation`.
   */
  create(input: InviteInput): Promise<NewInvitation>
  /** Deletes an open invitation. */
  withdraw(invitationId: string): Promise<void>
}

/** Named groups of members. */
export interface EmbeddedRoles {
  /** Lists roles by name. */
  list(page?: Partial<PageRequest>): Promise<Page<RoleDetails>>
  /** Returns a role by its id. */
  get(roleId: string): Promise<RoleDetails>
  /** Creates a role. */
  create(input: CreateRoleInput): Promise<RoleDetails>
  /** Updates the given fields of a role. */
  update(roleId: string, input: UpdateRoleInput): Promise<RoleDetails>
  /** Deletes a role with its memberships. */
  delete(roleId: string): Promise<void>
  /** Lists the members of a role. */
  members(roleId: string, page?: Partial<PageRequest>): Promise<Page<RoleMembership>>
  /** Returns one membership of a role. */
  member(roleId: string, membershipId: string): Promise<RoleMembership>
  /** Adds a member of the organization to a role. */
  addMember(roleId: string, userUuid: string): Promise<RoleMembership>
  /** Removes a member from a role. */
  removeMember(roleId: string, membershipId: string): Promise<void>
}

/** Personal API keys of the user that the deck acts for. If the deck acts for the system, pass a user. */
export interface EmbeddedKeys {
  /** Lists all keys of the user, including those of other organizations. */
  list(user?: User): Promise<readonly PersonalApiKey[]>
  /** Creates a key for this organization only. Its value is returned only here. */
  create(input: OrganizationKeyInput, user?: User): Promise<CreatedKey>
  /** Replaces the value of a key. The new value is returned only here. */
  rotate(keyId: string, user?: User): Promise<CreatedKey>
  /** Permanently deletes a key. */
  revoke(keyId: string, user?: User): Promise<void>
}

/** Binds the organization operations to an organization. */
export function embeddedOrganization(ctx: OrganizationContext): EmbeddedOrganization {
  const methods: EmbeddedOrganization = {
    organization: ctx.organization,
    context: ctx,
    get: async () => retrieveOrganization(await openOrganization(ctx, ctx.organization.id)),
    update: (input) => updateOrganization(ctx, input),
    activity: (page, filter = {}) => listOrganizationActivity(ctx, filter, pageRequest(page)),
    members: withKnownOptions<EmbeddedMembers>(
      'members',
      {
        list: (page, filter = {}) => listMemberships(ctx, filter, pageRequest(page)),
        setLevel: (userUuid, level) => updateMember(ctx, userUuid, { level }),
        remove: (userUuid) => removeMember(ctx, userUuid),
      },
      {
        list: [PAGE_OPTIONS, fieldNames<MemberFilter>({ search: true, email: true, updatedAfter: true, order: true })],
      },
    ),
    invitations: withKnownOptions<EmbeddedInvitations>(
      'invitations',
      {
        list: (page) => listInvitations(ctx, pageRequest(page)),
        create: (input) => inviteMember(ctx, input),
        withdraw: (invitationId) => withdrawInvitation(ctx, invitationId),
      },
      { list: [PAGE_OPTIONS] },
    ),
    roles: withKnownOptions('roles', embeddedRoles(ctx), { list: [PAGE_OPTIONS], members: [null, PAGE_OPTIONS] }),
    keys: {
      list: (user) => listKeys(ctx, user),
      create: (input, user) => createOrganizationKey(ctx, input, user),
      rotate: (keyId, user) => rotateKey(ctx, keyId, user),
      revoke: (keyId, user) => revokeKey(ctx, keyId, user),
    },
  }
  return withKnownOptions('organization', methods, { activity: [PAGE_OPTIONS] })
}

function embeddedRoles(ctx: OrganizationContext): EmbeddedRoles {
  return {
    list: (page) => listRoles(ctx, pageRequest(page)),
    get: (roleId) => retrieveRole(ctx, roleId),
    create: (input) => createRole(ctx, input),
    update: (roleId, input) => updateRole(ctx, roleId, input),
    delete: (roleId) => deleteRole(ctx, roleId),
    members: (roleId, page) => listRoleMemberships(ctx, roleId, pageRequest(page)),
    member: (roleId, membershipId) => retrieveRoleMembership(ctx, roleId, membershipId),
    addMember: (roleId, userUuid) => addRoleMember(ctx, roleId, { userUuid }),
    removeMember: (roleId, membershipId) => removeRoleMember(ctx, roleId, membershipId),
  }
}
