import type { Command } from 'commander'
import { printOutput } from '../command-output.ts'
import { DATABASE, type Flags, settingsOf, withSettings } from '../command-settings.ts'
import type { CreateKeyFlags } from './create-key.ts'
import type { InviteFlags } from './invite-member.ts'
import type { OrganizationFlags } from './members.ts'
import type { OrganizationChanges } from './organization.ts'
import type { SessionFlags } from './sessions.ts'
import type { SignInFlags } from './sign-in.ts'

/** Adds the commands for users, members and their keys. */
export function addPeopleCommands(parent: Command): void {
  addKey(parent)
  addOrganization(parent)
  addMember(parent)
  addInvite(parent, 'Create an invitation link (same as "member invite")')
  addSignIn(parent)
  addSession(parent)
}

function addKey(parent: Command): void {
  const key = parent.command('key').description('Create, list, rotate and revoke personal API keys').helpCommand(false)
  withSettings(key.command('create').description('Create a personal API key and print it once'), DATABASE)
    .requiredOption('--email <address>', 'E-mail address of the user')
    .requiredOption('--label <text>', 'Label, such as "CI"')
    .requiredOption('--scopes <list>', 'Scopes: * for all, or a list such as feature_flag:read,dashboard:write')
    .option('--project <name...>', 'Project names, IDs or ORGANIZATION/NAME; default: all projects of the user')
    .option('--expires <date>', 'Expiry date, such as 2030-01-31; default: never')
    .option('--json', 'Print the result as JSON')
    .action(async (flags: Flags & CreateKeyFlags) => {
      const { createKey } = await import('./create-key.ts')
      printOutput(await createKey(flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
  withSettings(key.command('list').description("List a user's keys"), DATABASE)
    .requiredOption('--email <address>', 'E-mail address of the user')
    .option('--json', 'Print the keys as JSON')
    .action(async (flags: Flags & { readonly email: string }) => {
      const { listKeys } = await import('./list-keys.ts')
      printOutput(await listKeys(flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
  oneKey(key.command('rotate').description("Replace a key's value and print it once")).action(
    async (id: string, flags: Flags & { readonly email: string }) => {
      const { rotateKey } = await import('./rotate-key.ts')
      printOutput(await rotateKey(id, flags, settingsOf(flags, DATABASE)), flags.json === true)
    },
  )
  oneKey(key.command('revoke').description('Revoke a key')).action(
    async (id: string, flags: Flags & { readonly email: string }) => {
      const { revokeKey } = await import('./revoke-key.ts')
      printOutput(await revokeKey(id, flags, settingsOf(flags, DATABASE)), flags.json === true)
    },
  )
}

function oneKey(command: Command): Command {
  return withSettings(command, DATABASE)
    .argument('<id>', 'Key ID, as shown by "key list"')
    .requiredOption('--email <address>', 'E-mail address of the user')
    .option('--json', 'Print the result as JSON')
}

function addOrganization(parent: Command): void {
  const organization = parent
    .command('organization')
    .description('Create, show and change organizations')
    .helpCommand(false)
  withSettings(organization.command('create').description('Create an organization with a default project'), DATABASE)
    .argument('<name>', 'Name of the organization')
    .option('--default-access <level>', 'Flag access of members without a role: view, edit or everything')
    .option('--json', 'Print the result as JSON')
    .action(async (name: string, flags: Flags & OrganizationChanges) => {
      const { createOrganization } = await import('./organization.ts')
      printOutput(await createOrganization(name, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
  inOrganization(
    organization.command('show').description('Show the name, projects and default access of an organization'),
  ).action(async (flags: Flags & OrganizationFlags) => {
    const { showOrganization } = await import('./organization.ts')
    printOutput(await showOrganization(flags, settingsOf(flags, DATABASE)), flags.json === true)
  })
  inOrganization(organization.command('update').description('Change the name or default access of an organization'))
    .option('--name <text>', 'New name')
    .option('--default-access <level>', 'Flag access of members without a role: view, edit or everything')
    .action(async ({ name, defaultAccess, ...flags }: Flags & OrganizationChanges) => {
      const { changeOrganization } = await import('./organization.ts')
      const changes = {
        ...flags,
        ...(name !== undefined && { name }),
        ...(defaultAccess !== undefined && { defaultAccess }),
      }
      printOutput(await changeOrganization(changes, settingsOf(flags, DATABASE)), flags.json === true)
    })
}

function addMember(parent: Command): void {
  const member = parent
    .command('member')
    .description('List, invite, change and remove members of an organization')
    .helpCommand(false)
  inOrganization(member.command('list').description('List the members')).action(
    async (flags: Flags & OrganizationFlags) => {
      const { listMembers } = await import('./members.ts')
      printOutput(await listMembers(flags, settingsOf(flags, DATABASE)), flags.json === true)
    },
  )
  addInvite(member, 'Create an invitation link and print it once')
  inOrganization(member.command('level').description("Change a member's level"))
    .argument('<email>', 'E-mail address of the member')
    .argument('<level>', 'New level: member, admin or owner')
    .action(async (email: string, level: string, flags: Flags & OrganizationFlags) => {
      const { setMemberLevel } = await import('./members.ts')
      printOutput(await setMemberLevel(email, level, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
  inOrganization(member.command('remove').description('Remove a member with their roles and keys'))
    .argument('<email>', 'E-mail address of the member')
    .action(async (email: string, flags: Flags & OrganizationFlags) => {
      const { removeMember } = await import('./members.ts')
      printOutput(await removeMember(email, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
}

const LINKING = [...DATABASE, 'publicUrl', 'host', 'port'] as const

function addInvite(parent: Command, description: string): void {
  const keys = LINKING
  const command = parent.command('invite').description(description)
  inOrganization(command, keys)
    .argument('<email>', 'E-mail address to invite')
    .option('--level <name>', 'Level: member, admin or owner', 'member')
    .option('--role <name...>', 'Names of roles to assign')
    .option('--first-name <name>', 'First name, used if the user has no account yet')
    .action(async (email: string, flags: Flags & InviteFlags) => {
      const { inviteMember } = await import('./invite-member.ts')
      printOutput(await inviteMember(email, flags, settingsOf(flags, keys)), flags.json === true)
    })
}

function addSignIn(parent: Command): void {
  const command = parent.command('sign-in').description('Create a link that signs a user in to the console once')
  inOrganization(command, LINKING)
    .option('--email <address>', 'User to sign in; default: an owner')
    .action(async (flags: Flags & SignInFlags) => {
      const { signIn } = await import('./sign-in.ts')
      printOutput(await signIn(flags, settingsOf(flags, LINKING)), flags.json === true)
    })
}

function addSession(parent: Command): void {
  const session = parent.command('session').description('List and end console sessions').helpCommand(false)
  ofUser(session.command('list').description("List a user's sessions")).action(async (flags: Flags & SessionFlags) => {
    const { listSessions } = await import('./sessions.ts')
    printOutput(await listSessions(flags, settingsOf(flags, DATABASE)), flags.json === true)
  })
  ofUser(session.command('end').description("End a user's sessions"))
    .argument('[id]', 'Session ID, as shown by "session list"; default: all sessions')
    .action(async (id: string | undefined, flags: Flags & SessionFlags) => {
      const { endSessions } = await import('./sessions.ts')
      printOutput(await endSessions(id, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
}

function ofUser(command: Command): Command {
  return withSettings(command, DATABASE)
    .requiredOption('--email <address>', 'E-mail address of the user')
    .option('--json', 'Print the result as JSON')
}

function inOrganization(command: Command, keys: Parameters<typeof withSettings>[1] = DATABASE): Command {
  return withSettings(command, keys)
    .option('--organization <name>', 'Organization name; default: the organization of the oldest project')
    .option('--json', 'Print the result as JSON')
}
