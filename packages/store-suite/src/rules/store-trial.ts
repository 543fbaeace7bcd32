import type { Store } from '@flagdeck/core'
import type { DescribeStoreOptions, StoreUnderTest } from '../store-under-test.ts'
import type { StoreTrial } from './store-rule.ts'

interface EndableTrial extends StoreTrial {
  /** Closes every store that the rule has opened, and removes the databases. */
  end(): Promise<void>
}

/** Creates the database for one rule. `skip` must throw; it ends a rule that the store does not support. */
export async function storeTrial(
  options: DescribeStoreOptions,
  skip: (reason: string) => never,
): Promise<EndableTrial> {
  const databases: StoreUnderTest[] = []
  const seconds: Store[] = []
  const openSecondOn = async ({ openSecond }: StoreUnderTest): Promise<Store> => {
    const second = openSecond ? await openSecond() : skip('the database cannot be shared')
    seconds.push(second)
    return second
  }
  const end = async (): Promise<void> => {
    for (const second of seconds) await second.close()
    for (const database of databases) await database.dispose()
  }
  const main = await options.create()
  databases.push(main)
  return {
    store: main.store,
    reopen: async () => (main.reopen ? main.reopen() : skip('nothing is kept when the store closes')),
    openSecond: () => openSecondOn(main),
    async openEmpty() {
      const empty = options.createEmpty ? await options.createEmpty() : skip('the store has no schema')
      databases.push(empty)
      return { store: empty.store, openSecond: () => openSecondOn(empty) }
    },
    end,
  }
}
