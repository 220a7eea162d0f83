import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

/** Algolia's published description of its API: operations, their examples, and schemas of their responses. */

export interface Schema {
  $ref?: string
  type?: string
  example?: unknown
  default?: unknown
  enum?: unknown[]
  minimum?: number
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  oneOf?: Schema[]
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
}

export interface ApiOperation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  parameters: Parameter[]
  body?: Schema
  /** Complete bodies. */
  examples?: unknown[]
  status: number
}

interface Api {
  operations: Record<string, ApiOperation>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

const text = readFileSync(new URL('./search-api.json', import.meta.url), 'utf8')
// The file is part of the repository.
const api = JSON.parse(text) as Api

export const { operations } = api

function resolve<Value extends { $ref?: string }>(value: Value): Value {
  if (value.$ref === undefined) return value
  const found = value.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], api)
  return resolve(found as Value)
}

export const parametersOf = ({ parameters }: ApiOperation): Parameter[] => parameters.map(resolve)

export function schemaOf(name: string): Schema {
  const schema = api.components.schemas[name]
  if (!schema) throw new Error(`There is no schema ${name}`)
  return schema
}

/** The properties of an object, including those of the schemas that it combines. */
export function propertiesOf(schema: Schema): [string, Schema][] {
  const { properties = {}, allOf = [], oneOf = [] } = resolve(schema)
  return [...[...allOf, ...oneOf.slice(0, 1)].flatMap(propertiesOf), ...Object.entries(properties)]
}

/** A value that the schema describes: its example or one made of the examples of its parts. */
export function exampleOf(schema: Schema): unknown {
  const resolved = resolve(schema)
  const { example, enum: values, default: fallback, allOf, oneOf, type, items, minimum } = resolved
  if (example !== undefined) return example
  if (values) return values[0]
  if (fallback !== undefined && fallback !== null) return fallback
  if (allOf) return Object.assign({}, ...allOf.map(exampleOf)) as unknown
  if (oneOf && oneOf.length > 0) {
    const alternatives = oneOf.map(resolve)
    const named = alternatives.find((each) => each.example !== undefined)
    // Lists of alternatives contain themselves.
    return exampleOf(named ?? alternatives.find((each) => each.type === 'string') ?? alternatives[0] ?? {})
  }
  if (type === 'array') return items ? [exampleOf(items)] : []
  if (type === 'object') {
    return Object.fromEntries(propertiesOf(resolved).map(([name, inner]) => [name, exampleOf(inner)]))
  }
  if (type === 'integer' || type === 'number') return minimum ?? 1
  return type === 'boolean' ? true : 'text'
}

/** Every value that the schema names: examples, choices and the default. */
export function examplesOf(schema: Schema): unknown[] {
  const { example, enum: values = [], default: fallback, oneOf = [], ...rest } = resolve(schema)
  const named = [example, fallback, ...values].filter((value) => value !== undefined && value !== null)
  const alternatives = oneOf.map(resolve).filter((each) => each.enum ?? each.example ?? each.default)
  const all = [...named, ...alternatives.flatMap(examplesOf)]
  return all.length > 0 ? all : [exampleOf({ oneOf, ...rest })]
}

const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addSchema(JSON.parse(text, toJsonSchema) as object, 'api')

/** Responses may have more fields than described, counts of 0 and overlapping alternatives. */
function toJsonSchema(name: string, value: unknown): unknown {
  if ((name === 'additionalProperties' && value === false) || name === 'minimum') return undefined
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const { oneOf, nullable, ...schema } = value as Record<string, unknown>
  if (oneOf) return { ...schema, anyOf: oneOf }
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}

const validators = new Map<string, ValidateFunction>()

/** What a response lacks to be as described. */
export function responseProblems(operation: string, body: unknown): string[] {
  const validate = validators.get(operation) ?? ajv.compile({ $ref: `api#/operations/${operation}/response` })
  validators.set(operation, validate)
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
