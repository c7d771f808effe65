// New keys of blocks, and new ids of rows and columns.
import { randomName } from '../random.ts'

const LENGTH = 12

export const newKey = (): string => randomName(LENGTH)
