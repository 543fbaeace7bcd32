import type { Command } from 'commander'
import { printOutput } from '../command-output.ts'
import { DATABASE, type Flags, settingsOf, withSettings } from '../command-settings.ts'
import type { CreateKeyFlags } from './create-key.ts'
import type { InviteFlags } from './invite-member.ts'
import type { OrganizationFlags } from './members.ts'
import type { OrganizationChanges } from './organization.ts'
import type { SessionFlags } from './sessions.ts'
import type { SignInFlags } from './sign-in.ts'

/** The commands about people and their keys, registered like all others. */
export function addPeopleCommands(parent: Command): void {
  addKey(parent)
  addOrganization(parent)
  addMember(parent)
  addInvite(parent, 'make a link to join with: the same as "member invite"')
  addSignIn(parent)
  addSession(parent)
}

function addKey(parent: Command): void {
  const key = parent.command('key').description('create, list, rotate and revoke personal API keys').helpCommand(false)
  withSettings(key.command('create').description('make a key and print it, this once'), DATABASE)
    .requiredOption('--email <address>', 'whose key it is')
    .requiredOption('--label <text>', 'what it is for')
    .requiredOption('--scopes <list>', 'what it may do: * or such as feature_flag:read,dashboard:write')
    .option(
      '--project <name...>',
      'names or ids of the projects it is good for, or ORGANIZATION/NAME; else all that the user can reach',
    )
    .option('--expires <date>', 'when it stops working, such as 2030-01-31; else never')
    .option('--json', 'print it as JSON')
    .action(async (flags: Flags & CreateKeyFlags) => {
      const { createKey } = await import('./create-key.ts')
      printOutput(await createKey(flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
  withSettings(key.command('list').description('list the keys of a user'), DATABASE)
    .requiredOption('--email <address>', 'whose keys')
    .option('--json', 'print them as JSON')
    .action(async (flags: Flags & { readonly email: string }) => {
      const { listKeys } = await import('./list-keys.ts')
      printOutput(await listKeys(flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
  oneKey(key.command('rotate').description('give a key another value and print it, this once')).action(
    async (id: string, flags: Flags & { readonly email: string }) => {
      const { rotateKey } = await import('./rotate-key.ts')
      printOutput(await rotateKey(id, flags, settingsOf(flags, DATABASE)), flags.json === true)
    },
  )
  oneKey(key.command('revoke').description('take a key away')).action(
    async (id: string, flags: Flags & { readonly email: string }) => {
      const { revokeKey } = await import('./revoke-key.ts')
      printOutput(await revokeKey(id, flags, settingsOf(flags, DATABASE)), flags.json === true)
    },
  )
}

function oneKey(command: Command): Command {
  return withSettings(command, DATABASE)
    .argument('<id>', 'the id of the key, as "key list" shows it')
    .requiredOption('--email <address>', 'whose key it is')
    .option('--json', 'print the outcome as JSON')
}

function addOrganization(parent: Command): void {
  const organization = parent
    .command('organization')
    .description('create an organization, show it and change its settings')
    .helpCommand(false)
  withSettings(organization.command('create').description('create an organization with a default project'), DATABASE)
    .argument('<name>', 'what it is called')
    .option('--default-access <level>', 'what members without a role may do with flags: view, edit or everything')
    .option('--json', 'print it as JSON')
    .action(async (name: string, flags: Flags & OrganizationChanges) => {
      const { createOrganization } = await import('./organization.ts')
      printOutput(await createOrganization(name, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
  inOrganization(
    organization.command('show').description('show its name, its projects and what members may do'),
  ).action(async (flags: Flags & OrganizationFlags) => {
    const { showOrganization } = await import('./organization.ts')
    printOutput(await showOrganization(flags, settingsOf(flags, DATABASE)), flags.json === true)
  })
  inOrganization(organization.command('update').description('change what it is called, or what members may do'))
    .option('--name <text>', 'what it is called')
    .option('--default-access <level>', 'what members without a role may do with flags: view, edit or everything')
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
    .description('list, invite, change and remove who belongs to an organization')
    .helpCommand(false)
  inOrganization(member.command('list').description('list who belongs to it')).action(
    async (flags: Flags & OrganizationFlags) => {
      const { listMembers } = await import('./members.ts')
      printOutput(await listMembers(flags, settingsOf(flags, DATABASE)), flags.json === true)
    },
  )
  addInvite(member, 'make a link to join with, and print it, this once')
  inOrganization(member.command('level').description('make somebody member, admin or owner'))
    .argument('<email>', 'whom')
    .argument('<level>', 'member, admin or owner')
    .action(async (email: string, level: string, flags: Flags & OrganizationFlags) => {
      const { setMemberLevel } = await import('./members.ts')
      printOutput(await setMemberLevel(email, level, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
  inOrganization(member.command('remove').description('take somebody out of it, with roles and keys'))
    .argument('<email>', 'whom')
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
    .argument('<email>', 'whom')
    .option('--level <name>', 'member, admin or owner', 'member')
    .option('--role <name...>', 'names of roles that come with it')
    .option('--first-name <name>', 'what somebody without an account is called')
    .action(async (email: string, flags: Flags & InviteFlags) => {
      const { inviteMember } = await import('./invite-member.ts')
      printOutput(await inviteMember(email, flags, settingsOf(flags, keys)), flags.json === true)
    })
}

function addSignIn(parent: Command): void {
  const command = parent.command('sign-in').description('make a link that signs an owner in to the console, once')
  inOrganization(command, LINKING)
    .option('--email <address>', 'whom it signs in; else an owner')
    .action(async (flags: Flags & SignInFlags) => {
      const { signIn } = await import('./sign-in.ts')
      printOutput(await signIn(flags, settingsOf(flags, LINKING)), flags.json === true)
    })
}

function addSession(parent: Command): void {
  const session = parent.command('session').description('list and end sessions of the console').helpCommand(false)
  ofUser(session.command('list').description('list where a user is signed in')).action(
    async (flags: Flags & SessionFlags) => {
      const { listSessions } = await import('./sessions.ts')
      printOutput(await listSessions(flags, settingsOf(flags, DATABASE)), flags.json === true)
    },
  )
  ofUser(session.command('end').description('sign a user out'))
    .argument('[id]', 'the id of one session, as "session list" shows it; else all')
    .action(async (id: string | undefined, flags: Flags & SessionFlags) => {
      const { endSessions } = await import('./sessions.ts')
      printOutput(await endSessions(id, flags, settingsOf(flags, DATABASE)), flags.json === true)
    })
}

function ofUser(command: Command): Command {
  return withSettings(command, DATABASE)
    .requiredOption('--email <address>', 'whose sessions')
    .option('--json', 'print the outcome as JSON')
}

function inOrganization(command: Command, keys: Parameters<typeof withSettings>[1] = DATABASE): Command {
  return withSettings(command, keys)
    .option('--organization <name>', 'the name of the organization; else that of the oldest project')
    .option('--json', 'print the outcome as JSON')
}
