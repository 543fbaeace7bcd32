import { memoryStore } from '@flagdeck/core'
import { API_RULES, HTTP_RULES } from './api-rules.ts'
import { describeApi } from './describe-api.ts'

// What is about HTTP alone is proved once.
describeApi('memory', async () => ({ store: memoryStore(), dispose: async () => undefined }), {
  rules: { ...API_RULES, ...HTTP_RULES },
  storeBySubject: true,
})
