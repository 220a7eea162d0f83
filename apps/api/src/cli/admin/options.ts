import { parseArgs } from 'node:util'

const options = {
  event: { type: 'string' },
  section: { type: 'string' },
  row: { type: 'string' },
  'first-seat': { type: 'string' },
  quantity: { type: 'string' },
  price: { type: 'string' },
  currency: { type: 'string' },
  seller: { type: 'string' },
  'delivery-type': { type: 'string' },
  'split-type': { type: 'string' },
  'multiple-sale-unit': { type: 'string' },
  'quantity-limit': { type: 'string' },
  'face-value': { type: 'string' },
  'in-hand-date': { type: 'string' },
  'external-id': { type: 'string' },
  note: { type: 'string', multiple: true },
  'general-admission': { type: 'boolean' },
  hospitality: { type: 'boolean' },
  'instant-download': { type: 'boolean' },
  'hide-seats': { type: 'boolean' },
  'delivery-details': { type: 'boolean' },
  'identification-details': { type: 'boolean' },
  account: { type: 'string' },
  kind: { type: 'string' },
  'ip-address': { type: 'string' },
  issuer: { type: 'string' },
  subject: { type: 'string' },
  since: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  unverified: { type: 'boolean' },
  role: { type: 'string' },
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  team: { type: 'string' },
  link: { type: 'string' },
  transfer: { type: 'string' },
  tracking: { type: 'string' },
  ticket: { type: 'string' },
  reason: { type: 'string' },
  relist: { type: 'boolean' },
  delivered: { type: 'boolean' },
  retry: { type: 'boolean' },
  'paid-manually': { type: 'string' },
  title: { type: 'string' },
  text: { type: 'string' },
  position: { type: 'string' },
  parent: { type: 'string' },
  hide: { type: 'boolean' },
  show: { type: 'boolean' },
  confirm: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'with-team': { type: 'boolean' },
  file: { type: 'string' },
  venue: { type: 'string' },
  day: { type: 'string' },
  time: { type: 'string' },
  source: { type: 'string' },
  'foreign-id': { type: 'string' },
  state: { type: 'string' },
  exposure: { type: 'string' },
  unconfirmed: { type: 'string' },
  final: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Parsed = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>
export type AdminValues = Parsed['values']

/** Parses the command line; returns an error message if it is invalid. */
export function parseOptions(args: string[]): Parsed | string {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What a command asks for, with the options that it accepts; a text says what is wrong with its arguments. */
export type ParsedCommand<Request> = { request: Request; options: string[] } | string
