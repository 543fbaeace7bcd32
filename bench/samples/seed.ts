import { applyBootstrap, type CreateFlagInput, createFlagdeck, type Flagdeck, type Store } from '@flagdeck/core'
import { API_KEY, projectToken } from './credentials.ts'
import { sampleFlags } from './sample-flags.ts'

export interface SeedOptions {
  /** The flags of the first project, or the number of sample flags; other projects have none. Ids start at 1. */
  readonly flags?: number | readonly CreateFlagInput[]
  /** 1 if missing. Ids start at 1. */
  readonly projects?: number
}

const OWNER_EMAIL = 'ada@acme.test'

/** Fills an empty store through the public operations, and closes it. */
export async function seed(store: Store, { flags = 0, projects = 1 }: SeedOptions): Promise<void> {
  const deck = await createFlagdeck({
    store,
    limits: { maxFlagsPerProject: Number.POSITIVE_INFINITY, maxProjectFiltersBytes: Number.POSITIVE_INFINITY },
  })
  try {
    await seedOrganization(deck, projects)
    await seedFlags(deck, typeof flags === 'number' ? sampleFlags(flags) : flags)
  } finally {
    await deck.close()
  }
}

async function seedOrganization({ context }: Flagdeck, projects: number): Promise<void> {
  const organization = {
    name: 'Acme',
    members: [
      {
        email: OWNER_EMAIL,
        first_name: 'Ada',
        last_name: 'Lovelace',
        level: 'owner' as const,
        api_keys: [{ label: 'bench', value: API_KEY, scopes: ['*'] as const }],
      },
    ],
    projects: Array.from({ length: projects }, (_, index) => seededProject(index + 1)),
  }
  await applyBootstrap(context, { organizations: [organization] })
}

function seededProject(id: number) {
  return {
    name: `Project ${id}`,
    api_token: projectToken(id),
    group_types: ['organization', 'company'],
  }
}

/** Creates flags as a user, as is usual, so that reads have to look up users. */
async function seedFlags(deck: Flagdeck, inputs: readonly CreateFlagInput[]): Promise<void> {
  const owner = await deck.context.store.read((tx) => tx.users.findByEmail(OWNER_EMAIL))
  if (!owner) throw new Error('the owner was not made')
  const { flags } = await deck.as(owner).project()
  for (const input of inputs) await flags.create(input)
}
