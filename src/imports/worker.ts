// The thread that reads large pages and documents.
import { serveTasks } from '../threads/task-server.ts'
import { ImportFailure } from './model.ts'
import { tasks } from './tasks.ts'

serveTasks(tasks, ImportFailure)
