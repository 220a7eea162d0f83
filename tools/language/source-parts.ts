import { parseSync } from 'oxc-parser'

/** A declared name, a comment, or a string of a TypeScript file, with the line it starts on. */
export interface SourcePart {
  kind: 'name' | 'comment' | 'copy'
  text: string
  line: number
  /** The JSX attribute or object key that holds a string, when there is one. */
  key?: string
  /** The line belongs to a SQL statement or a style list, not to something a person reads. */
  isCode?: boolean
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const codeTags = new Set(['sql', 'css', 'raw'])
const classHolders = new Set(['className', 'cx', 'class', 'style', 'tone'])

/** Lists the declared names, comments and strings of one file, in source order. Import paths are left out. */
export function readSourceParts(path: string, text: string): SourcePart[] {
  const { program, comments, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path}: ${error.message}`)
  const lineOf = lineCounter(text)
  const parts: { start: number; part: SourcePart }[] = comments.map(({ value, start }) => ({
    start,
    part: { kind: 'comment', text: value, line: lineOf(start) },
  }))

  const visit = (node: Node, parents: readonly Node[]): void => {
    if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') {
      for (const name of renamedImports(node)) add(name, 'name', String(name.name))
      return
    }
    for (const name of declaredNames(node)) add(name, 'name', String(name.name))
    const copy = copyOf(node)
    if (copy !== undefined && !isKeyOrPath(node, parents)) add(node, 'copy', copy, holderOf(parents))
    for (const child of childrenOf(node)) visit(child, [...parents, node])
  }
  const add = ({ start }: Node, kind: SourcePart['kind'], value: string, holder: Partial<SourcePart> = {}) =>
    parts.push({ start, part: { kind, text: value, line: lineOf(start), ...holder } })

  visit(program as unknown as Node, [])
  return parts.toSorted((a, b) => a.start - b.start).map(({ part }) => part)
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function renamedImports(node: Node): Node[] {
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : []
  return specifiers.flatMap(({ imported, local }) =>
    isNode(imported) && isNode(local) && imported.name !== local.name ? [local] : [],
  )
}

/** The identifiers that a node declares. A destructured property without a new name is listed as a property. */
function declaredNames(node: Node): Node[] {
  if (node.type === 'VariableDeclarator') return boundNames(node.id)
  if (node.type === 'CatchClause') return boundNames(node.param)
  const parameters = Array.isArray(node.params) ? node.params.flatMap(boundNames) : []
  const name = ownName(node)
  return name ? [name, ...parameters] : parameters
}

/** The identifiers of a parameter or of the left side of a declaration. */
function boundNames(pattern: unknown): Node[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    case 'ArrayPattern':
      return Array.isArray(pattern.elements) ? pattern.elements.flatMap(boundNames) : []
    case 'ObjectPattern':
      return Array.isArray(pattern.properties)
        ? pattern.properties.flatMap((property: unknown) => {
            if (!isNode(property) || property.shorthand === true) return []
            return boundNames(property.type === 'Property' ? property.value : property)
          })
        : []
    default:
      return []
  }
}

function ownName(node: Node): Node | undefined {
  const candidates: Record<string, unknown> = {
    FunctionDeclaration: node.id,
    FunctionExpression: node.id,
    ClassDeclaration: node.id,
    TSInterfaceDeclaration: node.id,
    TSTypeAliasDeclaration: node.id,
    TSTypeParameter: node.name,
    TSPropertySignature: node.computed === true ? undefined : node.key,
    TSMethodSignature: node.computed === true ? undefined : node.key,
    PropertyDefinition: node.computed === true ? undefined : node.key,
    MethodDefinition: node.computed === true ? undefined : node.key,
    Property: node.computed === true ? undefined : node.key,
  }
  const candidate = candidates[node.type]
  return isNode(candidate) && candidate.type === 'Identifier' ? candidate : undefined
}

function copyOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return String(node.value).replaceAll(/\s+/g, ' ').trim()
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = Array.isArray(node.quasis) ? node.quasis.filter(isNode) : []
  return quasis.map(({ value }) => (isCooked(value) ? value.cooked : '')).join('${…}')
}

function isCooked(value: unknown): value is { cooked: string } {
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
}

function isKeyOrPath(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1)
  if (!parent) return false
  return (
    (parent.type === 'Property' && parent.key === node) ||
    parent.type === 'ExportAllDeclaration' ||
    parent.type === 'ExportNamedDeclaration' ||
    (parent.type === 'TSLiteralType' && node.type === 'Literal')
  )
}

function holderOf(parents: readonly Node[]): { key?: string; isCode?: boolean } {
  for (const parent of parents.toReversed()) {
    if (parent.type === 'TaggedTemplateExpression') return { isCode: codeTags.has(tagName(parent.tag)) }
    if (
      parent.type === 'CallExpression' &&
      isNode(parent.callee) &&
      classHolders.has(String(parent.callee.name))
    )
      return { isCode: true }
    const holder =
      parent.type === 'JSXAttribute' ? parent.name : parent.type === 'Property' ? parent.key : undefined
    if (isNode(holder)) {
      const key = String(holder.name ?? holder.value)
      return classHolders.has(key) ? { key, isCode: true } : { key }
    }
  }
  return {}
}

function tagName(tag: unknown): string {
  if (!isNode(tag)) return ''
  return tag.type === 'MemberExpression' && isNode(tag.object) ? tagName(tag.object) : String(tag.name)
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
