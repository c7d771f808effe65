// The thread that highlights code.
import { serveTasks } from '../threads/task-server.ts'
import { HighlightFailure, highlight } from './tasks.ts'

serveTasks({ highlight }, HighlightFailure)
