import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type CompiledSnapshot, compileDefinitions, type Decision, type DefinitionsDocument } from '@flagdeck/core'
import { re2Patterns } from '@flagdeck/core/re2'
import { simdHashing } from '@flagdeck/core/simd'
import { projectToken } from '../samples/credentials.ts'
import { listeningSite } from '../sites/listening-site.ts'
import type { Site } from '../sites/site.ts'
import { sendJson, textOf } from './plain-http.ts'

/** The body with which an SDK has all flags evaluated. */
interface EvaluationRequest {
  readonly token: string
  readonly distinct_id: string
  readonly person_properties: Readonly<Record<string, string>>
}

/**
 * Starts a minimal server around the evaluation engine, for one project whose clients are trusted: no encodings, no
 * aliases, no groups, no runtimes or contexts of flags, no stored persons, no CORS, no metrics, no counts of results.
 */
export function startByHandEvaluation(document: DefinitionsDocument): Promise<Site> {
  const snapshot = compileDefinitions(document, { patterns: re2Patterns, hashing: simdHashing })
  const keys = document.flags.filter((flag) => flag.active).map((flag) => flag.key)
  const server = createServer((request, response) => {
    answer(snapshot, keys, request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  return listeningSite(server)
}

async function answer(
  snapshot: CompiledSnapshot,
  keys: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const {
    token,
    distinct_id: distinctId,
    person_properties: properties,
  }: EvaluationRequest = JSON.parse(await textOf(request))
  if (token !== projectToken(1)) {
    response.writeHead(401).end()
    return
  }
  const decisions = snapshot.evaluateAll({ distinctId, properties }, { keys })
  sendJson(response, 200, JSON.stringify(evaluationBody(decisions)))
}

function evaluationBody(decisions: readonly Decision[]) {
  return {
    errorsWhileComputingFlags: decisions.some(({ failed }) => failed),
    requestId: randomUUID(),
    evaluatedAt: Date.now(),
    minimalFlagCalledEvents: true,
    flags: Object.fromEntries(decisions.map((decision) => [decision.key, flagBody(decision)])),
  }
}

function flagBody({ key, enabled, variant, reason, payload, flagId, version }: Decision) {
  return {
    key,
    enabled,
    variant,
    reason: { code: reason.code, condition_index: reason.conditionIndex, description: reason.description },
    metadata: { id: flagId, version, description: null, payload, has_experiment: false },
  }
}
