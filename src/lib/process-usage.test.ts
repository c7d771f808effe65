import { describe, expect, test } from 'vitest'
import { memoryOf, processorTimeOf } from './process-usage.ts'

describe.runIf(process.platform === 'linux')('what a process uses', () => {
  test('memory and processor time, as Node counts them itself', async () => {
    const { user, system } = process.cpuUsage()
    const time = await processorTimeOf(process)
    const after = process.cpuUsage()
    // The system counts in steps of ten milliseconds.
    expect(time).toBeGreaterThan((user + system) / 1000 - 50)
    expect(time).toBeLessThan((after.user + after.system) / 1000 + 50)
    expect(await memoryOf(process)).toBeGreaterThan(process.memoryUsage().heapUsed / 2)
  })
})

test('a process that is not there uses nothing', async () => {
  const gone = { pid: undefined }
  expect([await memoryOf(gone), await processorTimeOf(gone)]).toEqual([0, undefined])
})
