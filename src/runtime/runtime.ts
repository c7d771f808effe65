// Runs integrations, each in a process of its own that starts on demand and stops when idle.
import { MINUTE, SECOND } from '../lib/time.ts'
import { RuntimeFailure } from './failures.ts'
import type { OutboundTargets } from './outbound.ts'
import type { ScriptCode } from './process.ts'
import type { Trace } from './trace.ts'
import { type Answer, type Call, type Limits, Worker } from './worker.ts'
import { openWorkspace, removeStaleWorkspaces, type Workspace } from './workspace.ts'

export interface Script {
  /** Identifies the script and its version: a process serves one key. */
  key: string
  load(): Promise<ScriptCode>
}

export interface Runtime {
  /** Dispatches a call to a script; every failure is a RuntimeFailure. */
  call(script: Script, call: Call): Promise<{ answer: Answer; trace: Promise<Trace> }>
  /** The number of processes. */
  count(): number
  stop(): Promise<void>
}

const MIB = 1024 * 1024

export interface RuntimeLimits extends Limits {
  /** The maximum number of processes. */
  processes: number
}

export const LIMITS: RuntimeLimits = {
  processes: 24,
  memory: 256 * MIB,
  start: 15 * SECOND,
  call: 30 * SECOND,
  stuck: 10 * SECOND,
  idle: 2 * MINUTE,
  calls: 64,
  answer: 10 * MIB,
}

export function openRuntime(targets: OutboundTargets, limits: RuntimeLimits = LIMITS): Runtime {
  const workers = new Map<string, Promise<Worker>>()
  const running = new Set<Worker>()
  let workspace: Promise<Workspace> | undefined
  let isStopped = false
  const cleared = removeStaleWorkspaces()
  const sweep = setInterval(() => stopIdle(running, limits.idle), Math.min(limits.idle, 10 * SECOND)).unref()

  const heard = (call: string, trace: Trace) => {
    for (const worker of running) worker.heard(call, trace)
  }

  const start = async (script: Script, ended: () => void): Promise<Worker> => {
    if (workers.size >= limits.processes && !stopLongestIdle(running)) throw new RuntimeFailure('busy')
    workspace ??= openWorkspace(targets, heard)
    const { folder } = await workspace
    const worker: Worker = await Worker.start(folder, await script.load(), limits, () => {
      running.delete(worker)
      ended()
    })
    running.add(worker)
    if (isStopped) worker.end(new RuntimeFailure('stopped'))
    return worker
  }

  const begin = (script: Script): Promise<Worker> => {
    const forget = () => {
      if (workers.get(script.key) === starting) workers.delete(script.key)
    }
    const starting = start(script, forget)
    workers.set(script.key, starting)
    starting.catch(forget)
    return starting
  }

  const workerOf = async (script: Script): Promise<Worker> => {
    const known = workers.get(script.key)
    const worker = await known
    if (worker && !worker.isOver) return worker
    // A concurrent call may have started one.
    const other = workers.get(script.key)
    return other && other !== known ? other : begin(script)
  }

  return {
    async call(script, call) {
      if (isStopped) throw new RuntimeFailure('stopped')
      return (await workerOf(script)).call(call)
    },
    count: () => running.size,
    async stop() {
      isStopped = true
      clearInterval(sweep)
      for (const worker of running) worker.end(new RuntimeFailure('stopped'))
      await Promise.allSettled(workers.values())
      await (await workspace)?.close()
      await cleared
    },
  }
}

function stopIdle(running: Iterable<Worker>, idle: number): void {
  for (const worker of running) if (worker.isIdle && Date.now() - worker.usedAt >= idle) worker.end()
}

/** Stops the process that was idle for longest; false if all are busy. */
function stopLongestIdle(running: Iterable<Worker>): boolean {
  const [longest] = [...running].filter(({ isIdle }) => isIdle).sort((a, b) => a.usedAt - b.usedAt)
  longest?.end()
  return longest !== undefined
}
