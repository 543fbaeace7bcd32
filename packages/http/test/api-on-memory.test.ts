import { memoryStore } from '@flagdeck/core'
import { describeApi } from './describe-api.ts'

describeApi('memory', async () => ({ store: memoryStore(), dispose: async () => undefined }))
