import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ExpressionError, evaluate, findExpressionError, isMet, namesIn, parseExpression } from './index.ts'

const claims = {
  plan: 'pro',
  seats: 5,
  beta: true,
  groups: ['admins', 'staff'],
  account: { region: 'eu', tags: [{ name: 'a', on: true }] },
  unsigned: { beta: false },
}
const scope = { visitor: { claims }, space: { vars: { version: '2.1' } } }
const value = (text: string, within: Record<string, unknown> = scope) => evaluate(parseExpression(text), within)

describe('what conditions say', () => {
  const cases: [string, unknown][] = [
    ['visitor.claims.plan == "pro" && !visitor.claims.unsigned.beta', true],
    ['"admins" in visitor.claims.groups', true],
    ['"nobody" in visitor.claims.groups', false],
    ['"region" in visitor.claims.account', true],
    ['"r" in visitor.claims.plan', true],
    ['visitor.claims.seats >= 5 && visitor.claims.seats < 6', true],
    ['visitor.claims.seats == "5"', true],
    ['visitor.claims.seats === "5"', false],
    ['visitor.claims["plan"].length', 3],
    ['visitor.claims.groups[1]', 'staff'],
    ['visitor.claims.groups.at(-1)', 'staff'],
    ['visitor?.claims?.plan', 'pro'],
    ['visitor.claims.account.tags.some(tag => tag.name === "a" && tag.on)', true],
    ['visitor.claims.groups.every((group, index) => group.length > index)', true],
    ['visitor.claims.groups.map(group => group.toUpperCase()).join("-")', 'ADMINS-STAFF'],
    ['visitor.claims.plan.startsWith("p") ? "yes" : "no"', 'yes'],
    ['visitor.claims.missing ?? "none"', 'none'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the language
    ['`${visitor.claims.plan} ${visitor.claims.seats}${visitor.claims.groups}`', 'pro 5'],
    ['typeof visitor.claims.missing', 'undefined'],
    ['visitor.claims.missing.deep.down', undefined],
    ['visitor.claims.missing.deep.down === undefined', true],
    ['!visitor.claims.missing.deep', true],
    ['nobody.knows(this_name.at(1))', undefined],
    ['visitor.claims.seats * 2 + 1', 11],
    ['["a", "b"].includes(visitor.claims.account.region)', false],
  ]
  test.each(cases)('%s → %j', (text, wanted) => {
    expect(value(text)).toEqual(wanted)
  })

  test('no condition is always met, an invalid one never', () => {
    expect(isMet(null, scope)).toBe(true)
    expect(isMet(undefined, scope)).toBe(true)
    expect(isMet('visitor.claims.beta', scope)).toBe(true)
    expect(isMet('visitor.claims.', scope)).toBe(false)
  })

  test('free names are listed, bound ones are not', () => {
    expect([...namesIn(parseExpression('visitor.a && list.some(x => x.y == page.z[w])'))].sort()).toEqual(
      ['list', 'page', 'visitor', 'w'].sort(),
    )
  })
})

describe('what is not an expression', () => {
  const cases: [string, number][] = [
    ['', 0],
    ['   ', 0],
    ['visitor.claims. == 2', 16],
    ['visitor.claims.plan = "pro"', 0],
    ['a; b', 3],
    ['if (a) b', 0],
    ['a && b()', 5],
    ['a && new Date()', 5],
    ['a && function () {}', 5],
    ['a.some(() => { return 1 })', 7],
    ['a.some(async x => x)', 7],
    ['a && /x/.test(b)', 5],
    ['a && 1n', 5],
    ['a[`x`](1)', 0],
    ['a++', 0],
    ['[...a]', 1],
    ['({})', 1],
    ['import("fs")', 0],
    ['this.a', 0],
    ['a, b', 0],
    ['a ** b', 0],
    ['[, a]', 0],
    ['"open', 0],
  ]
  test.each(cases)('%s is refused at %i', (text, position) => {
    expect(() => parseExpression(text)).toThrow(ExpressionError)
    expect(findExpressionError(text)).toContain(`(at character ${position + 1})`)
  })
})

describe('attacks', () => {
  const reaching = [
    'visitor.constructor',
    'visitor["constructor"]',
    'visitor["__proto__"]',
    '"".constructor',
    '[].constructor.constructor',
    'visitor.claims.plan["constructor"]["constructor"]',
    'visitor.hasOwnProperty',
    '"x".at.call',
    '[].map.constructor',
    '[1].map(n => process.pid)[0]',
    '[1].map(n => globalThis)[0]',
    'constructor',
    '__proto__',
    'toString',
    'arguments',
    'visitor.toString()',
    'visitor.claims.groups.constructor("return process")()',
    '[].concat(1)',
    '"x".repeat(1000000000)',
    '"x".padEnd(1000000000)',
    '"__proto__" in visitor',
    '"constructor" in visitor',
  ]
  test.each(reaching)('%s reaches nothing', (text) => {
    const complaint = findExpressionError(text)
    if (complaint === undefined) expect([undefined, false]).toContain(value(text))
  })

  test('names that claims may have are data like any other', () => {
    const tricky = JSON.parse('{"__proto__": {"admin": true}, "constructor": "c", "toString": 1, "valueOf": {}}')
    const within = { visitor: { claims: tricky } }
    expect(value('visitor.claims.admin', within)).toBeUndefined()
    expect(value('visitor.claims.constructor', within)).toBe('c')
    expect(value('visitor.claims == "x"', within)).toBe(false)
    expect(value('visitor.claims + 1', within)).toBeUndefined()
    expect(value('visitor.claims < 1', within)).toBe(false)
    expect(value('-visitor.claims', within)).toBeUndefined()
    expect(value('[visitor.claims].join()', within)).toBe('')
  })

  test('deep nesting and excessive length are rejected', () => {
    for (const deep of ['('.repeat(500), '['.repeat(1000), '!'.repeat(1000), 'a?'.repeat(500), 'a['.repeat(500)])
      expect(findExpressionError(deep)).toBeDefined()
    expect(findExpressionError(`${'!'.repeat(200)}a`)).toContain('too deeply')
    expect(findExpressionError(`${'('.repeat(30)}a${')'.repeat(30)}`)).toBeUndefined()
    expect(findExpressionError('a'.repeat(2000))).toContain('longer than 1024')
  })

  test('unbounded growth evaluates to undefined', () => {
    const list = { list: Array.from({ length: 200 }, (_, index) => index), text: 'x'.repeat(50_000) }
    expect(value('list.map(a => list.map(b => list.map(c => c)))', list)).toBeUndefined()
    expect(value('text + text + text', list)).toBeUndefined()
    expect(value('list.some(a => list.some(b => list.some(c => false)))', list)).toBeUndefined()
  })
})

interface Made {
  text: string
  wanted: (scope: Record<string, unknown>) => unknown
}

const literal = fc.oneof(fc.string({ maxLength: 5 }), fc.integer({ min: 0, max: 9 }), fc.boolean())
const key = fc.constantFrom('a', 'b', 'c', 'missing')

/** Expressions with the value that JavaScript computes, built together. */
const made: fc.Arbitrary<Made> = fc.letrec<{ any: Made }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    literal.map((value) => ({ text: JSON.stringify(value), wanted: () => value })),
    key.map((name) => ({ text: name, wanted: (scope: Record<string, unknown>) => scope[name] })),
    tie('any').map(({ text, wanted }) => ({
      text: `!(${text})`,
      wanted: (scope: Record<string, unknown>) => !wanted(scope),
    })),
    fc
      .tuple(fc.constantFrom('===', '!==', '&&', '||', '==', '<', '>='), tie('any'), tie('any'))
      .map(([operator, left, right]) => ({
        text: `(${left.text}) ${operator} (${right.text})`,
        wanted: (scope: Record<string, unknown>) => {
          const [l, r] = [left.wanted(scope), right.wanted(scope)] as [number, number]
          if (operator === '&&') return l && r
          if (operator === '||') return l || r
          if (operator === '===') return l === r
          if (operator === '!==') return l !== r
          // biome-ignore lint/suspicious/noDoubleEquals: the oracle is the language itself
          if (operator === '==') return l == r
          return operator === '<' ? l < r : l >= r
        },
      })),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([test, yes, no]) => ({
      text: `(${test.text}) ? (${yes.text}) : (${no.text})`,
      wanted: (scope: Record<string, unknown>) => (test.wanted(scope) ? yes.wanted(scope) : no.wanted(scope)),
    })),
  ),
})).any

const data = fc.record({ a: literal, b: literal, c: fc.option(literal, { nil: undefined }) })

test('an expression has the value that JavaScript would compute', () => {
  fc.assert(
    fc.property(made, data, ({ text, wanted }, within) => {
      fc.pre(text.length <= 1000)
      expect(value(text, within)).toEqual(wanted(within))
    }),
    { numRuns: 500 },
  )
})

test('no text or data makes it throw anything but an error with a position', () => {
  const words = fc.constantFrom(
    'visitor',
    '.claims',
    '.x',
    '[0]',
    '["a"]',
    '(',
    ')',
    '!',
    '&&',
    '||',
    '==',
    '<',
    ' in ',
    '"a"',
    '1',
    '?',
    ':',
    '.some(x => x)',
    '.map(x => x)',
    '.split("")',
    '.join()',
    '+',
    '-',
    '?.',
    '`',
    '${',
    '}',
    '=>',
    ',',
    '\\',
  )
  const text = fc.oneof(
    fc.array(words, { maxLength: 12 }).map((all) => all.join('')),
    fc.string({ maxLength: 60 }),
  )
  fc.assert(
    fc.property(text, fc.jsonValue(), (text, data) => {
      const complaint = findExpressionError(text)
      if (complaint !== undefined) expect(complaint).toMatch(/\(at character \d+\)$/)
      else expect(() => evaluate(parseExpression(text), { visitor: data })).not.toThrow()
    }),
    { numRuns: 2000 },
  )
})
