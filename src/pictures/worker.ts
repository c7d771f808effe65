// The thread that makes pictures smaller.
import { serveTasks } from '../threads/task-server.ts'
import { PictureFailure } from './failure.ts'
import { makeSmaller } from './tasks.ts'

serveTasks({ makeSmaller }, PictureFailure)
