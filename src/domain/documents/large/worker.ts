// The entry point of the threads.
import { serveTasks } from '../../../threads/task-server.ts'
import { TooLarge, tasks } from './tasks.ts'

serveTasks(tasks, TooLarge)
