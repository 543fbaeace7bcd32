// Prints docs/behaviour/storage.md; `pnpm generate` writes it.
import type { StoreRuleGroup } from '../src/rules/store-rule.ts'
import { STORE_RULES } from '../src/store-rules.ts'

const INTRODUCTION = `# Storage

<!-- Written by \`pnpm generate\` from packages/store-suite/src/rules; do not edit. -->

What every store has to keep to. \`describeStore\` of \`@flagdeck/store-suite\` checks each rule by the number below; a store that passes is one that Flagdeck may run on. The memory store, SQLite and PostgreSQL all pass the same suite; [Write a store](../guides/write-a-store.md) says how another comes to.

\`\`\`ts
import { describeStore } from '@flagdeck/store-suite'

describeStore('my store', {
  create: async () => {
    const store = await openStoreOnAnEmptyDatabase()
    await store.migrate()
    return { store, dispose: () => store.close() }
  },
})
\`\`\`

Numbers are never given to another rule; gaps are left for rules to come.`

function section({ title, about, rules }: StoreRuleGroup): string {
  const list = rules.map(({ id, text }) => `- ${id}: ${text}`).join('\n')
  return [`## ${title}`, ...(about ? [about] : []), list].join('\n\n')
}

process.stdout.write(`${[INTRODUCTION, ...STORE_RULES.map(section)].join('\n\n')}\n`)
