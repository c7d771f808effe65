// Checks that only redirects whose source ends with `*` capture a wildcard.
import { invalid } from '../../errors.ts'

export function checkWildcard({ source, captureWildcard }: { source: string; captureWildcard: boolean }): void {
  if (captureWildcard && !source.endsWith('*'))
    throw invalid({ path: 'captureWildcard', message: 'requires a source that ends with *' })
}
