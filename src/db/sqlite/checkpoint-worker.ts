// The entry point of the thread.
import { serveTasks } from '../../threads/task-server.ts'
import { checkpoint, NoCheckpoint } from './checkpoint.ts'

serveTasks({ checkpoint }, NoCheckpoint)
