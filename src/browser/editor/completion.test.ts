import { expect, test } from 'vitest'
import type { ClaimSchema } from '../../shapes/json-schema.ts'
import { claimsOf, completed } from './completion.ts'

test('claims are named by their paths, and say what they can be', () => {
  const flag = { type: 'boolean', description: 'In the trial' } as const
  const inner = { type: 'object', description: '', properties: { beta: flag }, additionalProperties: false } as const
  const plan: ClaimSchema = { type: 'string', description: 'Plan', enum: ['free', 'pro'] }
  expect(
    claimsOf({ properties: { plan, unsigned: inner, 'on-trial': flag } }).map(({ title, lead }) => [title, lead]),
  ).toEqual([
    ['visitor.claims.plan', '"free", "pro"'],
    ['visitor.claims.unsigned.beta', 'In the trial'],
    ['visitor.claims["on-trial"]', 'In the trial'],
  ])
})

test('the last name of an expression is completed', () => {
  const known = [
    { id: '1', title: 'visitor.claims.plan' },
    { id: '2', title: 'space.vars.plan' },
  ]
  const complete = (typed: string) => completed(typed, known).map(({ title }) => title)
  expect(complete('')).toEqual(['visitor.claims.plan', 'space.vars.plan'])
  expect(complete('visitor.c')).toEqual(['visitor.claims.plan'])
  expect(complete('space.vars.a && vis')).toEqual(['space.vars.a && visitor.claims.plan'])
  expect(complete('a == plan')).toEqual(['a == visitor.claims.plan', 'a == space.vars.plan'])
  expect(complete('visitor.claims.plan')).toEqual([])
})
