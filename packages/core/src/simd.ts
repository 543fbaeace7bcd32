export type { Distribution, HashAhead, HashedTogether, HashingEngine } from './evaluation/hashing/hash.ts'
export type { PackedText } from './evaluation/hashing/packed-text.ts'
export { simdHashing } from './evaluation/hashing/simd/simd-hashing.ts'
