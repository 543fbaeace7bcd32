import type { DefinitionsDocument } from '@flagdeck/core'
import type { Peer } from './peer.ts'
import { isHashed, plainFlags } from './plain-flag.ts'
import type { Question, Values } from './question.ts'
import { assertSimilarShares } from './similar-shares.ts'

/** Throws an error unless the libraries give the same results. Libraries with another hash must give similar shares. */
export async function assertAgreement(
  { library }: Peer,
  document: DefinitionsDocument,
  questions: { readonly flagdeck: readonly Question[]; readonly peer: readonly Question[] },
): Promise<void> {
  const flagdeck = await valuesOf(questions.flagdeck)
  const peer = await valuesOf(questions.peer)
  const isExact = HASHES_LIKE_FLAGDECK.has(library) || !plainFlags(document).some(isHashed)
  const assertAlike = isExact ? assertSameValues : assertSimilarShares
  try {
    assertAlike(flagdeck, peer)
  } catch (cause) {
    throw new Error(`${library} does not decide as Flagdeck does`, { cause })
  }
}

const HASHES_LIKE_FLAGDECK = new Set(['posthog-node'])

async function valuesOf(questions: readonly Question[]): Promise<Values[]> {
  const values: Values[] = []
  for (const question of questions) values.push(await question.values())
  return values
}

function assertSameValues(flagdeck: readonly Values[], peer: readonly Values[]): void {
  flagdeck.forEach((values, index) => {
    const answers = [values, peer[index] ?? {}].map((values) => JSON.stringify(Object.entries(values).sort()))
    if (answers[0] !== answers[1]) throw new Error(`subject ${index} gets ${answers.join(' and ')}`)
  })
}
