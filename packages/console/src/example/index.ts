export { type ExamplePlace, type ExampleStep, hasExample, loadExample, removeExample } from './load-example.ts'
