// A worker thread with tasks that succeed, fail, or never end.
import { serveTasks } from '../task-server.ts'
import { Refusal } from './refusal.ts'

export const tasks = {
  double: (value: number) => value * 2,
  fail: (): never => {
    throw new Error('That went wrong.')
  },
  refuse: (): never => {
    throw new Refusal('That is refused.')
  },
  spin: (): never => {
    for (;;);
  },
  hoard: (): never => {
    for (const kept: object[] = []; ; ) kept.push(Array.from({ length: 1000 }, (_, at) => ({ at })))
  },
}

serveTasks(tasks, Refusal)
