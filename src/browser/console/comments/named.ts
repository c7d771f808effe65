import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { choose } from './state.ts'

/** The address may name a comment: `?comment=…`. */
export function useNamed(): void {
  const { query } = useLocation()
  useEffect(() => {
    if (query.comment) choose(query.comment)
  }, [query.comment])
}
