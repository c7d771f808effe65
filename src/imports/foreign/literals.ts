// Reads the data in a script, such as a list of pages, without running it.
import { type Expression, type Program, parse } from 'acorn'

const MAX_LENGTH = 500_000
const MAX_DEPTH = 40

/** The value that a script exports, as far as it is written out; undefined if it cannot be read. */
export function exportedValue(source: string): unknown {
  const program = source.length > MAX_LENGTH ? undefined : parseScript(source)
  if (!program) return undefined
  const named = new Map<string, Expression>()
  let exported: Expression | undefined
  for (const statement of program.body) {
    if (statement.type === 'VariableDeclaration')
      for (const { id, init } of statement.declarations) if (id.type === 'Identifier' && init) named.set(id.name, init)
    if (statement.type === 'ExportDefaultDeclaration') exported = statement.declaration as Expression
    if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression')
      exported = statement.expression.right
  }
  return exported && readValue(exported, named, 0)
}

function parseScript(source: string): Program | undefined {
  const plain = source
    .replaceAll(/^import\s+type\s.*$/gm, '')
    .replaceAll(/^((?:export\s+)?const\s+\w+)\s*:\s*[\w.<>[\]]+\s*=/gm, '$1 =')
    .replaceAll(/\}\s*(?:satisfies|as)\s+[\w.<>[\]]+/g, '}')
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return parse(plain, { ecmaVersion: 'latest', sourceType })
    } catch {
      // It is tried in the other way.
    }
  }
  return undefined
}

function readValue(node: Expression, named: ReadonlyMap<string, Expression>, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined
  const inner = (each: Expression) => readValue(each, named, depth + 1)
  if (node.type === 'Literal') return node.value
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0 ? node.quasis[0]!.value.cooked : undefined
  if (node.type === 'Identifier') return named.has(node.name) ? inner(named.get(node.name)!) : undefined
  if (node.type === 'ArrayExpression')
    return node.elements.flatMap((each) => (each === null || each.type === 'SpreadElement' ? [] : [inner(each)]))
  if (node.type !== 'ObjectExpression') return undefined
  return Object.fromEntries(
    node.properties.flatMap((property) => {
      if (property.type !== 'Property' || property.computed) return []
      const key =
        property.key.type === 'Identifier'
          ? property.key.name
          : property.key.type === 'Literal'
            ? String(property.key.value)
            : undefined
      return key === undefined ? [] : [[key, inner(property.value as Expression)]]
    }),
  )
}
