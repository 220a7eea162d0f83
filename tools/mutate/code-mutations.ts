import { parseSync, Visitor, type BinaryExpression, type Expression, type Node } from 'oxc-parser'
import { opposites, type Mutation } from './mutation.ts'
import { sqlMutations } from './sql-mutations.ts'

/** Mutations of a TypeScript file and its SQL in source order, types excluded. */
export function codeMutations(path: string, text: string): Mutation[] {
  const found: Mutation[] = []
  const replace = ({ start, end }: Pick<Node, 'start' | 'end'>, replacement: string) =>
    found.push({ path, start, end, replacement })
  const swapOperator = (left: Expression, operator: string) => {
    const opposite = opposites.get(operator)
    if (opposite === undefined) return
    const start = text.indexOf(operator, left.end)
    replace({ start, end: start + operator.length }, opposite)
  }
  const negate = (test: Expression) => {
    if (!isNegation(test)) replace(test, `!(${text.slice(test.start, test.end)})`)
  }
  const returnAtOnce = (body: { body: Node[] } | null) => {
    const [first] = body?.body ?? []
    if (first) replace({ start: first.start, end: first.start }, 'return; ')
  }
  let typeDepth = 0

  new Visitor({
    TSLiteralType: () => (typeDepth += 1),
    'TSLiteralType:exit': () => (typeDepth -= 1),
    BinaryExpression(node) {
      if (joinsTexts(node)) return
      swapOperator(node.left, node.operator)
      for (const side of [node.left, node.right])
        if (node.operator.endsWith('==') && isText(side)) replace(side, "'mutated'")
    },
    LogicalExpression: ({ left, operator }) => swapOperator(left, operator),
    UnaryExpression(node) {
      if (isNegation(node)) replace({ start: node.start, end: node.start + 1 }, '')
    },
    IfStatement(node) {
      negate(node.test)
      if (!node.alternate) replace(node, ';')
    },
    ConditionalExpression: ({ test }) => negate(test),
    ExpressionStatement: (node) => replace(node, ';'),
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.computed) return
      const opposite = opposites.get('name' in callee.property ? callee.property.name : '')
      if (opposite !== undefined) replace(callee.property, opposite)
    },
    Literal(node) {
      if (typeDepth > 0) return
      if (typeof node.value === 'boolean') replace(node, String(!node.value))
      // Large numbers are doubled, since one more millisecond changes nothing.
      if (typeof node.value === 'number')
        replace(node, String(node.value < 1000 ? node.value + 1 : node.value * 2))
    },
    FunctionDeclaration: ({ body }) => returnAtOnce(body),
    FunctionExpression: ({ body }) => returnAtOnce(body),
    ArrowFunctionExpression: ({ body }) => returnAtOnce(body.type === 'BlockStatement' ? body : null),
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      for (const { start, end } of quasi.quasis) found.push(...sqlMutations(path, text, start, end))
    },
  }).visit(parseSync(path, text).program)

  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

const isText = ({ type, ...node }: Node): boolean =>
  type === 'Literal' && 'value' in node && typeof node.value === 'string'

const isNegation = (node: Node): boolean => node.type === 'UnaryExpression' && node.operator === '!'

const joinsTexts = ({ operator, left, right }: BinaryExpression): boolean =>
  operator === '+' && [left, right].some((side) => side.type === 'TemplateLiteral' || isText(side))
