import type { Flagdeck, JsonObject, Project } from '@flagdeck/core'
import { evaluateWithDefinitions } from '@flagdeck/core/operations'
import { expect } from 'vitest'
import { ofrepEvaluate } from '../../src/api/endpoints/ofrep.ts'
import { flagdeckApplication } from '../../src/api/flagdeck-application.ts'
import { renderOfrepProblem, unknownFlag } from '../../src/api/wire/ofrep-problem.ts'
import { ofrepSubject } from '../../src/api/wire/ofrep-request.ts'
import {
  type OfrepItem,
  ofrepBulkSchema,
  ofrepFailureSchema,
  ofrepItem,
  ofrepSuccessSchema,
} from '../../src/api/wire/ofrep-response.ts'
import { EndpointRequest } from '../../src/rest/endpoint-request.ts'
import { plainRequest } from '../../src/rest/plain-request.ts'
import type { PlainResponse } from '../../src/rest/plain-response.ts'
import { problemOf } from '../../src/rest/problem.ts'
import { throughSdk } from './provider-asker.ts'
import { type Question, type Resolution, resolution } from './resolution.ts'

/** One way to evaluate the flag `asked`. */
export type Asker = (deck: Flagdeck, project: Project, question: Question) => Promise<Resolution>

/** The OFREP item, or what it would be. */
type ItemAsker = (deck: Flagdeck, project: Project, context: JsonObject) => Promise<OfrepItem>

const PATH = '/ofrep/v1/evaluate/flags'

/** The snapshot in this process, with the mapping that a provider would add. */
const inProcess: ItemAsker = async (deck, project, context) => {
  try {
    const snapshot = await deck.context.snapshots.get(project.id)
    const options = { keys: ['asked'], runtime: 'all' } as const
    const [evaluated] = snapshot ? evaluateWithDefinitions(snapshot, ofrepSubject({ context }), options) : []
    if (!evaluated) throw unknownFlag()
    return ofrepItem(evaluated)
  } catch (error) {
    const request = new EndpointRequest(plainRequest('POST', PATH), ofrepEvaluate, { key: 'asked' }, 'request')
    return itemOf(renderOfrepProblem(problemOf(error, 'request'), request))
  }
}

/** A request for one flag, as server providers send it. */
const overOfrep: ItemAsker = async (deck, project, context) =>
  itemOf(await send(deck, project, `${PATH}/asked`, { context }))

/** A request for all flags, from which web providers select one. */
const overOfrepInBulk: ItemAsker = async (deck, project, context) => {
  const { status, body } = await send(deck, project, PATH, { context })
  const answer: unknown = JSON.parse(String(body))
  if (status !== 200) return ofrepFailureSchema.parse({ key: 'asked', metadata: {}, ...(answer as object) })
  const found = ofrepBulkSchema.parse(answer).flags.find(({ key }) => key === 'asked')
  return found ?? { key: 'asked', errorCode: 'FLAG_NOT_FOUND', errorDetails: 'It is not among them.', metadata: {} }
}

/** The result that a client derives from an item. */
const resolved =
  (ask: ItemAsker): Asker =>
  async (deck, project, question) =>
    resolution(await ask(deck, project, question.context), question)

export const ASKERS = {
  'in process': resolved(inProcess),
  'over OFREP': resolved(overOfrep),
  'over OFREP, in bulk': resolved(overOfrepInBulk),
  'by the server SDK with our provider': throughSdk,
} as const satisfies Readonly<Record<string, Asker>>

function send({ context: deck }: Flagdeck, { apiToken }: Project, path: string, json: object): Promise<PlainResponse> {
  const headers = { authorization: `Bearer ${apiToken}` }
  return flagdeckApplication(deck).handle(plainRequest('POST', path, { headers, json }))
}

/** The item in the response for one flag. Its status must match its body. */
function itemOf({ status, body }: PlainResponse): OfrepItem {
  const item: unknown = JSON.parse(String(body))
  if (status === 200) return ofrepSuccessSchema.parse(item)
  const failure = ofrepFailureSchema.parse(item)
  expect(status).toBe(failure.errorCode === 'FLAG_NOT_FOUND' ? 404 : 400)
  return failure
}
