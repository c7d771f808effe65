// Limits on the size and type of uploads, by kind.
import { invalid } from '../../errors.ts'
import type { UploadKind } from '../../shapes/files.ts'

interface Limits {
  largest: number
  types?: RegExp
}

const MIB = 1024 * 1024

const LIMITS: Record<UploadKind, Limits> = {
  customization_font: {
    largest: 10 * MIB,
    types: /^font\/(woff2?|ttf|otf|sfnt|collection)$|^application\/(x-)?font-(woff2?|ttf|otf|sfnt)$/,
  },
  import_file: { largest: 100 * MIB },
  organization_file: { largest: 100 * MIB },
}

/** Throws 400 if an upload, declared or received, is too large or has an unsupported type. */
export function checkLimits(kind: UploadKind, { type, size }: { type: string; size: number }): void {
  const { largest, types } = LIMITS[kind]
  const tooLarge = { path: 'file.size', message: `must be at most ${largest} bytes` }
  const useless = { path: 'file.type', message: 'must be a font: WOFF2, WOFF, OpenType or TrueType' }
  const issues = [...(size > largest ? [tooLarge] : []), ...(types && !types.test(type) ? [useless] : [])]
  if (issues.length > 0) throw invalid(...issues)
}
