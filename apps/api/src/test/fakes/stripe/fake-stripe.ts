import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Ajv, type ValidateFunction } from 'ajv'
import { z } from 'zod'
import type { RunningSandbox } from '../sandbox.ts'
import { readForm } from './form-body.ts'

/** A request as received. */
export interface StripeRequest {
  method: string
  path: string
  /** Query string with its question mark. */
  search: string
  headers: Record<string, string | undefined>
  form: Record<string, unknown>
}

type Json = Record<string, unknown>

const object = z.record(z.string(), z.unknown())
const read = (name: string) => object.parse(JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')))
const fixtures = z.record(z.string(), object).parse(read('fixtures.json')['resources'])

// Form fields are text, while the schemas generated from the client's types expect numbers and booleans.
const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true })
const paramsOf = (name: string) => ajv.compile(read(`${name}.json`))
const schemas: readonly (readonly [RegExp, ValidateFunction])[] = [
  [/^\/v1\/payment_intents$/, paramsOf('PaymentIntentCreateParams')],
  [/^\/v1\/payment_intents\/\w+\/confirm$/, paramsOf('PaymentIntentConfirmParams')],
  [/^\/v1\/refunds$/, paramsOf('RefundCreateParams')],
  [/^\/v1\/customers$/, paramsOf('CustomerCreateParams')],
  [/^\/v1\/setup_intents$/, paramsOf('SetupIntentCreateParams')],
]

/**
 * A fake Stripe server for the official client. It rejects parameters that the client's types lack, responds with
 * Stripe's published fixtures, and lets the sandbox move the money. It proves what we send and how we parse
 * responses, not how Stripe behaves.
 */
export async function startFakeStripe(sandbox: Pick<RunningSandbox, 'url' | 'secretKey'>) {
  const requests: StripeRequest[] = []
  const problems: string[] = []
  /** One-off responses that replace the sandbox's. */
  const planned: { status: number; body: Json; headers?: Record<string, string> }[] = []

  const server = createServer((request, response) => {
    void handleRequest(request).then(({ status, body, headers }) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body)),
    )
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the fake server has no port')

  async function handleRequest(request: IncomingMessage) {
    const call = await readRequest(request)
    requests.push(call)
    const [, validate] = schemas.find(([path]) => path.test(call.path)) ?? []
    if (call.method === 'POST' && validate && !validate(structuredClone(call.form))) {
      problems.push(`${call.path}: ${ajv.errorsText(validate.errors)}`)
      return errorResponse(400, {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        message: 'unknown',
      })
    }
    const plan = planned.shift()
    if (plan) return plan
    const sandboxReply = await callSandbox(sandbox, call)
    return sandboxReply.status < 400
      ? { status: sandboxReply.status, body: inFull(sandboxReply.body, call) }
      : cardError(sandboxReply)
  }

  return {
    endpoint: { host: '127.0.0.1', port: address.port, protocol: 'http' as const },
    requests,
    /** Parameters that the client's types lack; empty if all requests were valid. */
    problems,
    plan: (...replies: typeof planned) => void planned.push(...replies),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function readRequest(request: IncomingMessage): Promise<StripeRequest> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.invalid')
  const body = await text(request)
  return {
    method: request.method ?? '',
    path: pathname,
    search,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    form: readForm(request.method === 'POST' ? body : search.slice(1)),
  }
}

/** Forwards a request to the sandbox, which knows fewer parameters and only its own paths. */
async function callSandbox(
  sandbox: Pick<RunningSandbox, 'url' | 'secretKey'>,
  { method, path, search, headers, form }: StripeRequest,
) {
  const { expand: _expand, allowed_payment_method_types: _types, ...body } = form
  // A form cannot represent an empty list.
  if (path === '/v1/payment_intents') body['metadata'] ??= {}
  if (typeof body['return_url'] === 'string') {
    const url = new URL(body['return_url'])
    body['return_url'] = url.pathname + url.search
  }
  if (typeof body['amount'] === 'string') body['amount'] = Number(body['amount'])
  const own = method === 'GET' ? readOf({ path, search, form }) : path
  const response = await fetch(`${sandbox.url}/sandbox${own}`, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.secretKey}`,
      ...(method === 'POST' && {
        'content-type': 'application/json',
        'idempotency-key': headers['idempotency-key'] ?? '',
      }),
    },
    body: method === 'POST' ? JSON.stringify(body) : null,
  })
  return { status: response.status, body: object.parse(await response.json()) }
}

/** The sandbox's path for a read: refunds are below their payment, disputes are filtered as at Stripe. */
function readOf({ path, search, form }: Pick<StripeRequest, 'path' | 'search' | 'form'>): string {
  const payment = form['payment_intent']
  if (path === '/v1/refunds' && typeof payment === 'string') return `/v1/payment_intents/${payment}/refunds`
  const entries = new URLSearchParams(search).entries()
  const query = new URLSearchParams(entries.filter(([name]) => !name.startsWith('expand')).toArray())
  return ['/v1/disputes', '/v1/payment_intents', '/v1/refunds'].includes(path)
    ? `${path}?${query.toString()}`
    : path
}

/** Fills a published fixture with the sandbox's values. Related resources are ids unless expanded. */
function inFull(body: Json, { form }: Pick<StripeRequest, 'form'>): Json {
  const kind = String(body['object'])
  if (kind === 'payment_method') return inCard(body)
  if (kind === 'list') {
    const expand = z.array(z.string()).optional().parse(form['expand']) ?? []
    const expanded = expand.map((field) => field.replace(/^data\./, ''))
    const things = z.array(object).parse(body['data'])
    return {
      ...body,
      data: things.map((thing) =>
        thing['object'] === 'payment_intent'
          ? inFull(thing, { form: { ...form, expand: expanded } })
          : ofList(thing),
      ),
    }
  }
  const resource: Json = { ...fixtures[kind], last_payment_error: null, next_action: null, ...body }
  if (kind !== 'payment_intent') return resource
  const expanded = z.array(z.string()).optional().parse(form['expand']) ?? []
  const method = object.nullable().parse(body['payment_method'])
  const charge = object.nullable().parse(body['latest_charge'])
  const isPaid = ['requires_action', 'requires_capture', 'succeeded', 'canceled'].includes(
    String(body['status']),
  )
  return {
    ...resource,
    // A declined card appears only in the error.
    payment_method: method && isPaid ? related('payment_method', method, expanded) : null,
    latest_charge: charge && related('charge', charge, expanded),
    last_payment_error: failureOf(body),
  }
}

function ofList(thing: Json): Json {
  const kind = String(thing['object'])
  return kind === 'payment_method' ? inCard(thing) : { ...fixtures[kind], ...thing }
}

function failureOf(intent: Json): Json | null {
  const error = object.nullable().parse(intent['last_payment_error'])
  const method = object.nullable().parse(intent['payment_method'])
  return error && { ...error, payment_method: method && inCard(method) }
}

function related(kind: 'payment_method' | 'charge', thing: Json, expanded: readonly string[]): unknown {
  const full = kind === 'payment_method' ? inCard(thing) : { ...fixtures['charge'], ...thing }
  return expanded.includes(kind === 'charge' ? 'latest_charge' : kind) ? full : full['id']
}

function inCard(method: Json): Json {
  const known = fixtures['payment_method']
  const card = { ...object.parse(known?.['card']), ...object.parse(method['card']) }
  return { ...known, ...method, card }
}

/** Sandbox errors in Stripe's format: a decline includes the intent, an excessive refund has no code. */
function cardError({ status, body }: { status: number; body: Json }) {
  const error = object.parse(body['error'])
  if (error['payment_intent'] !== undefined) {
    const intent = inFull(object.parse(error['payment_intent']), { form: {} })
    return errorResponse(402, { ...error, payment_intent: intent })
  }
  if (error['setup_intent'] !== undefined) {
    const setup = inFull(object.parse(error['setup_intent']), { form: {} })
    return errorResponse(402, { ...error, setup_intent: setup })
  }
  if (error['code'] === 'amount_too_large')
    return errorResponse(400, { ...error, code: undefined, param: 'amount' })
  return errorResponse(status, error)
}

function errorResponse(status: number, error: Json) {
  return {
    status,
    body: { error },
    headers: { 'stripe-should-retry': String(status >= 500) },
  }
}
