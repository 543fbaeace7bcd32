export {
  type CompileOptions,
  compileDefinitions,
  type DefinitionsChange,
  replaceDefinitions,
} from './compile-definitions.ts'
export type { Decision, Reason, ReasonCode } from './definition/decision.ts'
export type { DefinitionsDocument, DefinitionsSettings, FlagDefinition } from './definition/definitions.ts'
export type { PersonMetadata, Properties, Subject } from './definition/subject.ts'
export type { ChangeStep, PropertyOwner, Requirement, SetPropertyStep } from './explain/change-step.ts'
export { explain } from './explain/explain.ts'
export type {
  AggregationExplanation,
  BucketExplanation,
  CohortExplanation,
  CohortPartExplanation,
  ConditionExplanation,
  ConditionOutcome,
  DependencyExplanation,
  EnrollmentExplanation,
  Explanation,
  FilterExplanation,
  HoldoutExplanation,
  IdentifierExplanation,
  NearestChange,
  VariantExplanation,
  VariantRange,
} from './explain/explanation.ts'
export { hashFraction } from './hashing/hash.ts'
export { cutDistinctId } from './lookup/identifier.ts'
export type { PatternEngine, PatternProblem, SafePattern } from './operators/pattern-engine.ts'
export type { CompiledSnapshot } from './snapshot/compiled-snapshot.ts'
export type { EvaluateAllOptions, Snapshot } from './snapshot/snapshot.ts'
export { shownProperties } from './values/shown-properties.ts'
