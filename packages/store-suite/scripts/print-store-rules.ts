// Prints docs/behaviour/storage.md; `pnpm generate` writes it.
import type { StoreRuleGroup } from '../src/rules/store-rule.ts'
import { STORE_RULES } from '../src/store-rules.ts'

const INTRODUCTION = `# Storage

<!-- Written by \`pnpm generate\` from packages/store-suite/src/rules; do not edit. -->

These rules specify a store. Every store MUST satisfy all of them. \`packages/store-suite\` implements them as tests: \`describeStore\` checks each rule and cites it by number. Flagdeck can run on every store that passes. The memory store, SQLite and PostgreSQL pass the same suite; [Write a store](../guides/write-a-store.md) explains how to support another database.

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

The number of a rule is never used again for another rule; gaps are reserved for future rules.`

function section({ title, about, rules }: StoreRuleGroup): string {
  const list = rules.map(({ id, text }) => `- ${id}: ${asSentence(text)}.`).join('\n')
  return [`## ${asSentence(title)}`, ...(about ? [about] : []), list].join('\n\n')
}

/** Makes a sentence of a text. Texts are parts of the names of tests, so they start in lower case. */
function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

process.stdout.write(`${[INTRODUCTION, ...STORE_RULES.map(section)].join('\n\n')}\n`)
