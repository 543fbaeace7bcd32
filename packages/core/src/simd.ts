export { simdHashing } from './evaluation/hashing/simd/simd-hashing.ts'
