export {
  type CompileOptions,
  compileDefinitions,
  type DefinitionsChange,
  replaceDefinitions,
} from './compile-definitions.ts'
export type { CompiledSnapshot } from './compiled-snapshot.ts'
export type { Decision, Reason, ReasonCode } from './decision.ts'
export type { DefinitionsDocument, DefinitionsSettings, FlagDefinition } from './definitions.ts'
export { hashFraction } from './hashing/hash.ts'
export type { EvaluateAllOptions, Snapshot } from './snapshot.ts'
export type { PersonMetadata, Properties, Subject } from './subject.ts'
