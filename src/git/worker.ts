// The thread that reads repository objects.
import { serveTasks } from '../threads/task-server.ts'
import { GitFailure } from './failures.ts'
import { tasks } from './tasks.ts'

serveTasks(tasks, GitFailure)
