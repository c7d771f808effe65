// The thread that makes pictures smaller.
import { serveTasks } from '../threads/task-server.ts'
import { makeSmaller, PictureFailure } from './tasks.ts'

serveTasks({ makeSmaller }, PictureFailure)
