// What another process uses, from /proc. Systems without it tell nothing.
import { readFile } from 'node:fs/promises'
import { SECOND } from './time.ts'

const PAGE_SIZE = 4096
/** Linux tells programs about processor time in this unit, whatever it counts in itself. */
const TICK = SECOND / 100

interface Process {
  pid?: number | undefined
}

/** Resident memory in bytes; 0 where the system does not tell. */
export async function memoryOf({ pid }: Process): Promise<number> {
  const figures = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(figures.split(' ')[1] ?? 0) * PAGE_SIZE
}

/** The time in milliseconds that all of its threads have spent on processors; undefined where the system does not tell. */
export async function processorTimeOf({ pid }: Process): Promise<number | undefined> {
  const figures = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program, in parentheses, may contain spaces.
  const [, user, system] = /^.*\)(?: \S+){11} (\d+) (\d+) /s.exec(figures) ?? []
  return user === undefined ? undefined : (Number(user) + Number(system)) * TICK
}
