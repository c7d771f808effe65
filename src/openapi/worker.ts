// The thread that parses large files, so that the server stays responsive.
import { serveTasks } from '../threads/task-server.ts'
import { compareEntries } from './compare/entries.ts'
import { digestFile, splitFiles } from './digest.ts'
import { ParseFailure } from './parse.ts'

serveTasks({ compareEntries, digestFile, splitFiles }, ParseFailure)
