// Generates ids: 8 base62 characters of time and 12 of randomness. ASCII order is creation order, so ids are sort keys.
import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const TIME_LENGTH = 8
const LAST_TIME = 62 ** TIME_LENGTH - 1
const RANDOM_LENGTH = 8
/** The number of trailing random characters that count up within a millisecond. */
const COUNT_LENGTH = 4
const COUNT_END = 62 ** COUNT_LENGTH

let lastTime = 0
let start = ''
let count = 0

/** Creates an id greater than all ids this process created before, even if the clock steps back. */
export function newId(): string {
  const time = Math.max(Date.now(), lastTime)
  count++
  if (time !== lastTime) startAt(time)
  // The counter of this millisecond is exhausted: use the next millisecond.
  else if (count === COUNT_END) startAt(time + 1)
  return start + toBase62(count, COUNT_LENGTH)
}

// The counter starts in the lower half of its range.
function startAt(time: number): void {
  lastTime = time
  start = toBase62(time, TIME_LENGTH) + randomBase62(RANDOM_LENGTH)
  count = randomDigits(COUNT_LENGTH).reduce((all, digit) => all * 62 + digit) >> 1
}

/** The creation time of an id, in milliseconds. */
export function timeOf(id: string): number {
  let time = 0
  for (let at = 0; at < TIME_LENGTH; at++) time = time * 62 + ALPHABET.indexOf(id[at]!)
  return time
}

/** A lower bound of all ids created at this time or later, greater than all ids created before. */
export const firstIdAt = (time: number): string => toBase62(Math.min(Math.max(time, 0), LAST_TIME), TIME_LENGTH)

export function randomBase62(length: number): string {
  return randomDigits(length)
    .map((digit) => ALPHABET[digit])
    .join('')
}

export function toBase62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text
  return text
}

const POOLED = 4096
let pool = randomBytes(POOLED)
let used = 0

// A call for random bytes costs the same for few bytes as for many, so bytes are pooled. Used bytes are zeroed.
function randomByte(): number {
  if (used === POOLED) {
    pool = randomBytes(POOLED)
    used = 0
  }
  const byte = pool[used]!
  pool[used] = 0
  used++
  return byte
}

// 248 is the largest multiple of 62 in a byte: bytes above are dropped, so that all digits are equally likely.
function randomDigits(length: number): number[] {
  const digits: number[] = []
  while (digits.length < length) {
    const byte = randomByte()
    if (byte < 248) digits.push(byte % 62)
  }
  return digits
}
