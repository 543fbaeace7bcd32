import { memoryStore } from '@flagdeck/core'
import { describeActors } from './actors/describe-actors.ts'

describeActors('memory', 2000, async () => ({ store: memoryStore(), dispose: async () => undefined }))
