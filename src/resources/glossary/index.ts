export { glossary } from './service.ts'
