export { evaluationEvents } from './evaluation-events.ts'
export { isSetUp } from './is-set-up.ts'
export { tracedRequests } from './traced-requests.ts'
export { tracedStore } from './traced-store.ts'
